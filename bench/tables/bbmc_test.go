package tables

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"brim/bench/tables/entry"
	"brim/ctl/mu"
	"brim/engine/kripke/lift"
)

// The published numbers of [MSW09], and the marks that compare ours with them.

// The published numbers are those of the paper, in the order of its lines.
func TestPublishedOfBreadthBounded(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers",
		"bbmc-breadth-bounded-model-checking.txt"))
	if err != nil {
		t.Skipf("the text of the paper is not here: %v", err)
	}
	_, text, _ := strings.Cut(string(b), "Success Rate (%) per Breadth Bound")
	text, _, _ = strings.Cut(text, "Table 1: Probability")
	got := regexp.MustCompile(`[0-9]+–[0-9]+|\b100\b`).FindAllString(text, -1)
	var want []string
	for _, f := range entry.Fields(bbmcTable1Published) {
		want = append(want, f[2:]...)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the paper has\n%v, we have\n%v", got, want)
	}
	for family, lines := range map[string]int{"ABP": 2, "CABP": 2} {
		if n := len(regexp.MustCompile(`(?m)^`+family+`\b`).FindAllString(bbmcTable1Published, -1)); n != lines {
			t.Errorf("%d lines of %s", n, family)
		}
	}
	for n := 1; n <= bbmcBreadths; n++ {
		if low, high := bbmcPublished("cabp", "II", n); low > high || low < 35 {
			t.Errorf("breadth %d: %v to %v", n, low, high)
		}
	}
}

// Where a probability lies, compared with a range of averages of 100 runs.
func TestBBMCInRange(t *testing.T) {
	for _, c := range []struct {
		p, low, high float64
		want         string
	}{{0.5, 0.4, 0.5, "="}, {0.35, 0.4, 0.5, "~"}, {0.28, 0.4, 0.5, "<"}, {0.59, 0.4, 0.5, "~"}, {0.62, 0.4, 0.5, ">"},
		{1, 0.98, 0.99, ">"}} {
		if got := bbmcInRange(c.p, c.low, c.high); got != c.want {
			t.Errorf("%v in %v to %v: %s, want %s", c.p, c.low, c.high, got, c.want)
		}
	}
}

// The properties of the lift can be read and speak of labels that it has.
func TestLiftProperties(t *testing.T) {
	l := lift.LTS()
	for _, text := range []string{liftUnasked, liftStays} {
		f, err := mu.Parse(text, "", l.Names())
		if err == nil {
			_, err = f.Bind(l.Labels())
		}
		if err != nil {
			t.Errorf("%v", err)
		}
	}
}
