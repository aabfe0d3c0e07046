package nets_test

import (
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/petri/nets"
)

// How many markings there are within each distance, from independent runs.
func TestProtocolLevels(t *testing.T) {
	for spec, want := range map[string][]int{
		"abp:2": {1, 3, 5, 9, 13, 17, 23, 27, 30, 34, 40, 46, 50, 54, 60, 64, 66, 68, 72, 74},
		"cabp:2": {
			1, 4, 10, 20, 30, 44, 60, 84, 114, 138, 155, 170, 193, 226, 254, 276, 292, 316, 346, 370, 386, 398, 415,
			438, 456, 464,
		},
		"ccp:3": {
			1, 7, 25, 75, 189, 381, 759, 1533, 2631, 3852, 5229, 6732, 8352, 10254, 12453, 14766, 17097, 19446, 21669,
			23631, 25341,
			26718, 27639, 28167, 28449, 28569, 28593,
		},
	} {
		got := make([]int, len(want))
		s := explore(t, spec)
		for _, d := range s.Dist {
			for ; d < len(got); d++ {
				got[d]++
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v markings within each distance, want %v", spec, got, want)
		}
	}
}

// The properties of the paper are true, and need as many firings as independent runs have
// found: in the part that one firing less reaches nothing of the kind can be seen. A path
// without end must lie in that part.
func TestProtocolProperties(t *testing.T) {
	for _, c := range []struct {
		spec, formula string
		least         int
	}{
		{"abp:2", "EF EG undelivered", 6},
		{"abp:4", "EF EG undelivered", 6},
		{"abp:2", "EF " + twoDeliveries("R.Yb = 1 | R.Rc = 1 | R.Zc = 1"), 12},
		{"cabp:2", "EF EG undelivered", 2},
		{"cabp:4", "EF EG undelivered", 2},
		{"cabp:2", "EF " + twoDeliveries("R.Yb = 1 | R.RFc = 1"), 14},
		{"ccp:3", "EF EG waiting_1", 9},
		{"ccp:3", "EF EG waiting_3", 9},
	} {
		net := mustParse(t, c.spec)
		formula, err := syntax.Parse(c.formula, "", resolve(t, net))
		if err != nil {
			t.Fatal(err)
		}
		for depth := c.least - 1; depth <= c.least; depth++ {
			s, err := oracle.ExploreTo(net, depth, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			s.Complete = true // as a graph of its own
			if got, want := s.Sat(formula, syntax.Infinite)[0], depth == c.least; got != want {
				t.Errorf("%s: %s is %t within %d firings, want %t", c.spec, c.formula, got, depth, want)
			}
		}
	}
}

// The names of places and transitions are written in formulas without quotes, and what is
// before the first dot of a transition is its label.
func TestProtocolNames(t *testing.T) {
	for spec, want := range map[string]string{
		"abp:2": "c2_d1_0 c2_d1_1 c2_d2_0 c2_d2_1 c3_d1_0 c3_d1_1 c3_d2_0 c3_d2_1 c3_e c5_0 c5_1 c6_0 c6_1 c6_e i " +
			"r1_d1 r1_d2 s4_d1 s4_d2",
		"cabp:1":      "c3_d1_0 c3_d1_1 c4_ce c4_d1_0 c4_d1_1 c5_ac c6_0 c6_1 c7_0 c7_1 c7_ae c8_ac i r1_d1 s2_d1",
		"ccp:1":       "acceptE_1 acceptS_1 gotE_1 gotS_1 grantE_1 grantS_1 invalidate_1 recvAck_1 reqE_1 reqS_1 sendInv_1",
		"irq:1,1,1,0": "ack_1 ack_2 dpc_1 dpc_2 raise_1 raise_2",
	} {
		net := mustParse(t, spec)
		names := resolve(t, net)
		for _, p := range net.Places {
			formula, err := syntax.Parse(p.Name+" = 0", "", names)
			if err != nil {
				t.Error(err)
			} else if got := formula.String(); strings.Contains(got, `"`) {
				t.Errorf("%s is printed as %s", p.Name, got)
			}
		}
		var labels []string
		for _, x := range net.Transitions {
			if _, err := syntax.Parse("enabled("+x.Name+")", "", names); err != nil {
				t.Error(err)
			}
			name, _, _ := strings.Cut(x.Name, ".")
			labels = append(labels, name)
		}
		slices.Sort(labels)
		if got := strings.Join(slices.Compact(labels), " "); got != want {
			t.Errorf("%s has the labels %s, want %s", spec, got, want)
		}
	}
}

func TestLabel(t *testing.T) {
	for name, want := range map[string]string{
		"c2_d1_1.T1_1.K": "c2(d1,1)", "c3_e.Ke.R0": "c3(e)", "i.K1_0.Ke": "i", "reqE_2.S": "reqE(2)",
		"grantE_3":          "grantE(3)",
		"acceptS_1.2.00.01": "acceptS(1)", "begin": "begin", "getack_1_0": "getack(1,0)", "loseL_a": "loseL(a)",
	} {
		if got := nets.Label(name); got != want {
			t.Errorf("Label(%q) = %q, want %q", name, got, want)
		}
	}
}
