package comparisons

import (
	"slices"
	"strings"
	"testing"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The nets and the rows of the suite explicit.

// The nets are those of the contest, with numbers of states.
func TestExplicitNets(t *testing.T) {
	models := strings.Fields(contestModels)
	for _, net := range entry.Fields(explicitNets) {
		if len(net) != 2 || !slices.Contains(models, net[0]) {
			t.Errorf("%q", net)
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
	net := []string{"Net", "1000"}
	peer := &bench.Record{Outcome: bench.Done, CPU: 2, RSS: 3e6}
	x := &bench.Record{Outcome: bench.Done, CPU: 0.5, RSS: 6e6,
		Answer: bench.Answer{States: new("1000"), Counts: map[string]float64{"table_bytes": 2000}}}
	w := explicitWays[0]
	if got, want := w.row(net, x, peer),
		[]string{"Net", "1000", "bfs", "0.500", "6.0", "2000", "6000.0", "2.0", "2.000", "3.0", "4.00",
			"2.00"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := w.row(net, x, nil), []string{"Net", "1000", "bfs", "0.500", "6.0", "2000", "6000.0", "2.0", "–",
		"–", "–", "–"}; !slices.Equal(got, want) {
		t.Errorf("without a peer: got %q, want %q", got, want)
	}
	x.Outcome, x.Seconds = bench.Time, 0.5
	if got, want := w.row(net, x, peer),
		[]string{"Net", "–", "bfs", ">0.500", "6.0", "–", "–", "–", "2.000", "3.0", "–", "–"}; !slices.Equal(got,
		want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
