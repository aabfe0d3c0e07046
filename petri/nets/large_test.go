package nets_test

import (
	"context"
	"flag"
	"testing"

	"brim/engine/kripke"
)

var large = flag.Bool("large", false, "explore the nets with millions of markings that papers' models are "+
	"compared with")

// Counts of large nets, from independent breadth-first runs. 0 firings means not given.
func TestLargeCounts(t *testing.T) {
	for _, c := range []struct {
		spec          string
		large         bool
		states, depth int
		firings       int64
	}{
		{spec: "brp:440,81", large: true, states: 649448, depth: 2697, firings: 865050},
		{spec: "brp:582,13", states: 146672, depth: 2999, firings: 194398},
		{spec: "brp:1175,19", large: true, states: 423008, depth: 6000, firings: 561660},
		{spec: "brp:3195,2", states: 172538, depth: 15998, firings: 223660},
		{spec: "brp2:58,0,136,1", large: true, states: 5062484, depth: 998},
		{spec: "brp2:60,0,130,1", large: true, states: 5005140, depth: 978},
		{spec: "brp2:99,0,99,0", large: true, states: 3164100, depth: 1012},
		{spec: "irq:60,60,5,1", states: 365391, depth: 300},
		{spec: "irq:166,167,7,0", large: true, states: 5142992, depth: 999},
		{spec: "irq:200,200,4,2", large: true, states: 2960125, depth: 1000},
		{spec: "motor:1", large: true, states: 676144, depth: 33, firings: 10909656},
		{spec: "tpc:6,45", states: 249977, depth: 991, firings: 1160282},
		{spec: "tpc:8,35", large: true, states: 2753067, depth: 981},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if c.large && !*large {
				t.Skip("large; run with -large")
			}
			net, err := kripke.NewNet(mustParse(t, c.spec))
			if err != nil {
				t.Fatal(err)
			}
			x, err := kripke.Explore(context.Background(), net, nil, kripke.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if x.States() != c.states || x.Covered != c.depth || c.firings != 0 && x.Transitions != c.firings {
				t.Errorf("%d markings, %d firings, depth %d; want %d, %d, %d", x.States(), x.Transitions, x.Covered,
					c.states, c.firings, c.depth)
			}
		})
	}
}
