package tables

import (
	"slices"
	"strings"
	"testing"

	"brim/bench"
)

// What is stored are numbers, and the nets are those of the contest.
func TestExplicitNets(t *testing.T) {
	models := strings.Fields(contestModels)
	for _, net := range fields(explicitNets) {
		if len(net) != 4 || !slices.Contains(models, net[0]) {
			t.Errorf("stored: %q", net)
			continue
		}
		for _, text := range net[1:] {
			if v, err := bench.ParseValue(text); err != nil || v.Relation != '=' || v.X <= 0 {
				t.Errorf("%s: %q is no number: %v", net[0], text, err)
			}
		}
	}
}

// What a run took is divided by the states that it found itself; where it did not end there are no ratios.
func TestExplicitRow(t *testing.T) {
	net := []string{"Net", "1000", "2.0", "3"}
	x := &bench.Record{Outcome: bench.Done, CPU: 0.5, RSS: 6e6, Answer: bench.Answer{States: new("1000"), Counts: map[string]float64{"table_bytes": 2000}}}
	w := explicitWays[0]
	if got, want := w.row(net, x), []string{"Net", "1000", "bfs", "0.500", "6.0", "2000", "6000.0", "2.0", "2.0", "3", "4.00", "2.00"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	x.Outcome, x.Seconds = bench.Time, 0.5
	if got, want := w.row(net, x), []string{"Net", "–", "bfs", ">0.500", "6.0", "–", "–", "–", "2.0", "3", "–", "–"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
