package race

import "testing"

// A better order pays if what it still costs on the net, with something to spare, and what the leader has done are less
// than what the leader costs: both costs go on by the powers of the tokens of two siblings.
func TestBetterOrderPays(t *testing.T) {
	for _, c := range []struct {
		name         string
		now, last    costs
		work, tokens int64
		want         bool
	}{
		{"one sibling alone", costs{10, 1000, 500}, costs{}, 0, 1000, false},
		// at 100 tokens 100,000 and 1.25 times 50,000
		{"half of the cost", costs{20, 4000, 2000}, costs{10, 1000, 500}, 37_000, 100, true},
		{"half of the cost, too late", costs{20, 4000, 2000}, costs{10, 1000, 500}, 38_000, 100, false},
		// at 160 tokens 256,000 and 1.25 times 12,800
		{"a cost that grows by a smaller power", costs{20, 4000, 1600}, costs{10, 1000, 800}, 239_000, 160, true},
		{"hardly better", costs{20, 4000, 3600}, costs{10, 1000, 900}, 0, 1000, false},
	} {
		if got := c.now.pays(c.last, c.work, c.tokens); got != c.want {
			t.Errorf("%s: pays is %v", c.name, got)
		}
	}
}
