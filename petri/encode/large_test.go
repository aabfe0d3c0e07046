package encode_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

func parse(t testing.TB, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText(t.Name(), text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// encoded returns the model of a net with a level for each place, the first place the lowest, or with all places on one
// level.
func encoded(t testing.TB, net *petri.Net, together bool, o mdd.Options) *encode.Model {
	t.Helper()
	d := order.Decomposition{Levels: order.Singles(net)}
	if together {
		d.Levels = [][]int{slices.Concat(d.Levels...)}
	}
	m, err := encode.New(net, d, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// Numbers of tokens beyond 32 bits are exact, whatever their steps.
func TestLargeNumbersOfTokens(t *testing.T) {
	for name, text := range map[string]string{
		"thousand millions at a time": `
p a 4000000000
p b 0
p c 7
t go pre: a 1000000000 post: b 1000000000
t back pre: b 2000000000 c 1 post: a 2000000000`,
		"steps without a common divisor": `
p a 9000000000000000000
p b 0
p c 20
t go pre: a 2999999999999999999 post: b 2999999999999999998
t some pre: c 1 a 1 post: b 3`,
		"a threshold far away": `
p a 0
p b 7
p c 200
t fill pre: c 1 post: a 1000000007 inh: a 150000000000
t drain pre: a 140000000000 b 1 post: a 139999999999`,
		"thresholds between two values": `
p a 10
p b 3
t down pre: a 4 post:
t reach pre: a 2 b 1 post: a 2
t over pre: a 3 b 1 post: a 3
t under pre: b 1 post: inh: a 3
t never pre: post: inh: a 2
t tight pre: a 5 b 1 post: a 5 b 2 inh: a 6 b 4`,
		"a place that never changes": `
p a 9223372036854775807
p b 1
p c 0
t reads pre: a 9223372036854775807 b 1 post: a 9223372036854775807 c 1
t never pre: post: b 1 inh: a 9223372036854775807`,
		"the last of 64 bits": `
p a 9223372036854775800
p c 7
t up pre: c 1 post: a 1
t down pre: a 9223372036854775807 post: a 9223372036854775800 c 7`,
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			net := parse(t, text)
			if space, err := oracle.Explore(net, mostMarkings); err == nil {
				if len(space.States) < 2 {
					t.Errorf("only %d markings", len(space.States))
				}
			} else if !strings.Contains(err.Error(), "in one marking") {
				t.Fatal(err)
			}
			for seed := range uint64(1) {
				if err := disagreement(net, every, seed); err != nil {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
		})
	}
}

// The tokens of a marking can be more than 64 bits count.
func TestMaxTokensBeyond64Bits(t *testing.T) {
	net := parse(t, `
p a 9223372036854775807
p b 9223372036854775807
p c 2
p d 0
t t pre: c 1 post: d 3000000000`)
	for _, together := range []bool{false, true} {
		for _, rule := range []mdd.Rule{mdd.ZeroSuppressed, mdd.QuasiReduced} {
			m := encoded(t, net, together, mdd.Options{Rule: rule})
			s := m.Moves.Saturate(m.Init)
			want := new(big.Int).Lsh(big.NewInt(1), 64)
			want.Add(want, big.NewInt(6_000_000_000-2))
			if got := m.MaxTokens(s); got.Cmp(want) != 0 {
				t.Errorf("%v, together %v: got %v, want %v", rule, together, got, want)
			}
			if got := m.PlaceBounds(s); !slices.Equal(got, []int64{math.MaxInt64, math.MaxInt64, 2, 6_000_000_000}) {
				t.Errorf("%v, together %v: bounds %v", rule, together, got)
			}
		}
	}
}

// A firing that would give a place more than 2^63−1 tokens is noticed where it is possible, and there only.
func TestOverflow(t *testing.T) {
	for _, c := range []struct{ name, text, place string }{
		{"at once", "p a 9223372036854775807\np b 1\nt t pre: b 1 post: a 1", "a"},
		{"in steps", "p a 5000000000\np b 40\nt t pre: b 1 post: b 1 a 1000000000000000000", "a"},
		{"powers of two", "p a 4611686018427387904\np b 3\nt t pre: b 1 post: a 4611686018427387904", "a"},
		{"with a self-loop", "p b 1\np a 9223372036854775807\nt t pre: a 9223372036854775807 post: a " +
			"9223372036854775807 b 9223372036854775807", "b"},
		{"never enabled", "p a 9223372036854775807\np b 1\np c 0\nt t pre: b 1 c 1 post: a 1\nt u pre: b 1 post:", ""},
		{"inhibited", "p a 9223372036854775807\np b 1\nt t pre: b 1 post: a 1 inh: a 9223372036854775807\nt u pre: b " +
			"1 post:", ""},
		{"takes as much", "p a 9223372036854775807\np b 1\nt t pre: a 5 b 1 post: a 5", ""},
		{"just not", "p a 9223372036854775805\np b 2\nt t pre: b 1 post: a 1", ""},
	} {
		t.Run(strings.ReplaceAll(c.name, " ", "-"), func(t *testing.T) {
			net := parse(t, c.text)
			for _, together := range []bool{false, true} {
				m := encoded(t, net, together, mdd.Options{})
				var err error
				if e := m.Forest.Guard(context.Background(), mdd.Limits{Work: 1e6},
					func() { err = m.Overflow(m.Moves.Saturate(m.Init)) }); e != nil {
					t.Fatal(e)
				}
				var over *encode.OverflowError
				switch {
				case c.place == "" && err != nil:
					t.Errorf("together %v: got %v", together, err)
				case c.place != "" && (!errors.As(err, &over) || over.Place != c.place):
					t.Errorf("together %v: got %v, want an overflow of place %s", together, err, c.place)
				}
				if m.Overflow(m.Init) != nil {
					t.Errorf("together %v: overflow of the initial marking", together)
				}
			}
		})
	}
}

// Errors say which net and what is wrong.
func TestNewErrors(t *testing.T) {
	net := parse(t, "p a 1\np b 0\nt t pre: a 1 post: b 1")
	for _, c := range []struct {
		net  *petri.Net
		d    order.Decomposition
		want string
	}{
		{net, order.Decomposition{Levels: [][]int{{0}}}, `place "b" is on no level`},
		{net, order.Decomposition{Levels: [][]int{{0, 1}, {1}}}, `place "b" is on level 1 and again on level 2`},
	} {
		if _, err := encode.New(c.net, c.d, mdd.Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
