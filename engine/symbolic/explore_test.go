package symbolic_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/nets"
	"brim/petri/order"
)

// Exploration against the oracle: numbers of markings and firings, under every method, rule and kind of order.

var (
	firstSeed = flag.Uint64("seed", 0, "first seed of the random nets")
	seeds     = flag.Uint64("seeds", 60, "number of seeds")
)

func mustParse(t testing.TB, spec string) *petri.Net {
	t.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func mustText(t testing.TB, text string) *petri.Net {
	t.Helper()
	net, err := randnet.ParseText(t.Name(), text)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// everyOption is the options under which small nets are explored: all methods, rules, and orders of both kinds.
func everyOption(net *petri.Net) []symbolic.Options {
	file := &order.Decomposition{Levels: order.Singles(net), Method: "file"}
	reversed := file.Reversed()
	var list []symbolic.Options
	for _, method := range append(symbolic.Methods(), "") {
		for _, rule := range []mdd.Rule{mdd.ZeroSuppressed, mdd.QuasiReduced} {
			for _, d := range []*order.Decomposition{nil, file, &reversed} {
				list = append(list, symbolic.Options{Order: d, Method: method, Rule: rule})
			}
		}
	}
	return list
}

// differs explores net and returns the first difference from the oracle's space.
func differs(want *oracle.Space, o symbolic.Options) error {
	s, err := symbolic.Explore(context.Background(), want.Net, o)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := facts(s, want); err != nil {
		return err
	}
	for values := range s.Reached.All() {
		if _, ok := want.Number(s.Model.Marking(values)); !ok {
			return fmt.Errorf("marking %v is not reachable", s.Model.Marking(values))
		}
	}
	if o.Order != nil && len(want.Net.Places) > 0 && !s.Order.Equal(*o.Order) {
		return fmt.Errorf("explored with the order %v, not the one given", s.Order)
	}
	if !s.Complete || s.Method == "" || o.Method != "" && s.Method != o.Method || s.Net != want.Net {
		return fmt.Errorf("complete %v, method %q, net %s", s.Complete, s.Method, s.Net.Name)
	}
	return s.Model.Forest.Check()
}

// facts compares the numbers of s with those of the oracle.
func facts(s *symbolic.Space, want *oracle.Space) error {
	for _, c := range []struct {
		what string
		got  *big.Int
		want int64
	}{
		{"states", s.States(), int64(len(want.States))},
		{"firings", s.Firings(), int64(want.Firings)},
		{"deadlocks", s.Deadlocks(), int64(len(want.Dead))},
		{"depth", big.NewInt(int64(s.Depth())), int64(want.Depth)},
		{"most tokens", s.MaxTokens(), want.MaxInMarking},
	} {
		if !c.got.IsInt64() || c.got.Int64() != c.want {
			return fmt.Errorf("%s: got %v, want %d", c.what, c.got, c.want)
		}
	}
	if got := s.PlaceBounds(); !slices.Equal(got, want.MaxTokens) {
		return fmt.Errorf("place bounds %v, want %v", got, want.MaxTokens)
	}
	return nil
}

func TestRandomNets(t *testing.T) {
	n := *seeds
	if testing.Short() {
		n = 10
	}
	configs := []randnet.Config{{}, {Safe: true, Blocks: 6}, {Open: true, Tokens: 7}, {Blocks: 6, Transitions: 24},
		{Arbitrary: true}}
	for seed := *firstSeed; seed < *firstSeed+n; seed++ {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 21)), configs[seed%uint64(len(configs))])
		fails := func(net *petri.Net) error {
			space, err := oracle.Explore(net, 1000)
			if err != nil {
				return nil
			}
			all := everyOption(net)
			for i := range all {
				if i%6 != int(seed%6) && n > 10 {
					continue
				}
				if err := differs(space, all[i]); err != nil {
					return fmt.Errorf("%+v: %w", all[i], err)
				}
			}
			return nil
		}
		if err := fails(net); err != nil {
			small := randnet.Shrink(net, func(net *petri.Net) bool { return fails(net) != nil })
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(small))
		}
	}
}

func TestFamilies(t *testing.T) {
	for _, spec := range []string{"dphil:4", "fms:2", "hanoi:5", "kanban:2", "prodcons:5", "rr:5", "sr:3"} {
		net := mustParse(t, spec)
		space, err := oracle.Explore(net, 10_000)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range everyOption(net) {
			if testing.Short() && i%5 > 0 {
				continue
			}
			if err := differs(space, o); err != nil {
				t.Errorf("%s, %+v: %v", spec, o, err)
			}
		}
	}
}

// The same net twice: the same order, and the same diagram.
func TestDeterministic(t *testing.T) {
	for _, spec := range []string{"dphil:30", "kanban:10", "fms:6", "sr:12", "rr:20", "hanoi:9"} {
		var d [2]order.Decomposition
		var stats [2]mdd.Stats
		var nodes [2]int
		for i := range d {
			s, err := symbolic.Explore(context.Background(), mustParse(t, spec), symbolic.Options{})
			if err != nil {
				t.Fatal(err)
			}
			d[i], stats[i], nodes[i] = s.Order, s.Stats, s.Reached.Nodes()
			s.Close()
		}
		if !d[0].Equal(d[1]) || d[0].Method != d[1].Method || nodes[0] != nodes[1] ||
			stats[0].Lookups != stats[1].Lookups || stats[0].Makes != stats[1].Makes {
			t.Errorf("%s: once %s, %d nodes, %+v\nthen %s, %d nodes, %+v", spec, d[0].Method, nodes[0], stats[0],
				d[1].Method, nodes[1], stats[1])
		}
	}
}

// The witness of an unbounded net can be fired, and its loop adds tokens as often as one likes.
func TestUnbounded(t *testing.T) {
	list := []*petri.Net{
		mustParse(t, "unbounded:1"), mustParse(t, "unbounded:7"), mustParse(t, "unbounded:200"),
		mustText(t, "p a 0\nt t pre: post: a 1"),
		mustText(t, "p a 1\np b 0\nt t pre: a 1 post: a 1 b 3\nt u pre: b 2 post:"),
		mustText(t, "p a 1\np b 0\np c 0\nt t pre: a 1 post: b 1\nt u pre: b 1 post: a 1 c 1 inh: b 2"),
	}
	for seed := range uint64(40) {
		list = append(list, randnet.Generate(rand.New(rand.NewPCG(seed, 22)),
			randnet.Config{Arbitrary: true, Open: true, NoInhibitors: seed%2 == 0}))
	}
	found := 0
	for i, net := range list {
		if i >= 6 {
			if _, err := oracle.Explore(net, 2000); err == nil {
				continue // bounded
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		s, err := symbolic.Explore(ctx, net, symbolic.Options{Nodes: 20_000, Memory: 64 << 20})
		cancel()
		var u *symbolic.UnboundedError
		var stopped *symbolic.Stopped
		switch {
		case errors.As(err, &u):
			found++
			if s != nil {
				t.Errorf("net %d: a space of an unbounded net", i)
			}
			if err := replay(net, u); err != nil {
				t.Errorf("net %d: %v\n%s", i, err, randnet.Text(net))
			}
			if !strings.Contains(err.Error(), u.Place) || !strings.Contains(err.Error(), net.Name) {
				t.Errorf("net %d: %v does not name place %s", i, err, u.Place)
			}
		case errors.As(err, &stopped):
			if i < 6 {
				t.Errorf("net %d: %v", i, err)
			}
			s.Close()
		case err != nil:
			t.Errorf("net %d: %v", i, err)
		default: // bounded, but large
			s.Close()
		}
	}
	if found < 20 {
		t.Errorf("only %d of %d nets found to be unbounded", found, len(list))
	}
}

// replay fires the prefix and three times the loop, which must add tokens to the place each time.
func replay(net *petri.Net, u *symbolic.UnboundedError) error {
	m := net.Initial()
	p, ok := net.PlaceIndex(u.Place)
	if !ok || len(u.Loop) == 0 {
		return fmt.Errorf("place %q, loop %v", u.Place, u.Loop)
	}
	fire := func(names []string) error {
		for _, name := range names {
			i, ok := net.TransitionIndex(name)
			if !ok {
				return fmt.Errorf("no transition %q", name)
			}
			if err := net.Fire(m, i); err != nil {
				return err
			}
		}
		return nil
	}
	if err := fire(u.Prefix); err != nil {
		return err
	}
	for range 3 {
		before := m.Clone()
		if err := fire(u.Loop); err != nil {
			return err
		}
		for q := range m {
			if m[q] < before[q] || q == p && m[q] == before[q] {
				return fmt.Errorf("the loop takes %s from %d to %d", net.Places[q].Name, before[q], m[q])
			}
		}
	}
	return nil
}

// Tokens beyond 32 bits, and beyond 64.
func TestLargeNumbersOfTokens(t *testing.T) {
	net := mustText(t, `
p store 4000000000
p hand 0
p coins 3
t take pre: store 1000000000 post: hand 1000000000
t give pre: hand 2000000000 coins 1 post: store 2000000000`)
	space, err := oracle.Explore(net, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range everyOption(net) {
		if err := differs(space, o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}

	full := mustText(t, "p a 9223372036854775807\np b 9223372036854775807\np c 1\np d 0\nt t pre: c 1 post: d 1")
	s, err := symbolic.Explore(context.Background(), full, symbolic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got, want := s.MaxTokens().String(), "18446744073709551615"; got != want {
		t.Errorf("at most %s tokens, want %s", got, want)
	}

	over := mustText(t, "p a 9223372036854775806\np c 2\nt t pre: c 1 post: a 1")
	for _, o := range everyOption(over) {
		var e *encode.OverflowError
		if _, err := symbolic.Explore(context.Background(), over, o); !errors.As(err, &e) || e.Place != "a" {
			t.Errorf("%+v: got %v, want an overflow of place a", o, err)
		}
	}
}

// A net without places has one marking, in which every transition is enabled.
func TestNoPlaces(t *testing.T) {
	for _, text := range []string{"", "t t pre: post: inh:", "t t pre: post: inh:\nt u pre: post: inh:"} {
		net, err := randnet.ParseText("bare", text)
		if err != nil {
			t.Fatal(err)
		}
		space, err := oracle.Explore(net, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range append(everyOption(net), symbolic.Options{}) {
			if err := differs(space, o); err != nil {
				t.Errorf("%q, %+v: %v", text, o, err)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	net := mustParse(t, "dphil:2")
	for _, c := range []struct {
		net  *petri.Net
		o    symbolic.Options
		want string
	}{
		{net, symbolic.Options{Method: "magic"}, `method "magic" is unknown`},
		{net, symbolic.Options{Order: &order.Decomposition{}}, "is on no level"},
	} {
		if _, err := symbolic.Explore(context.Background(), c.net, c.o); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
