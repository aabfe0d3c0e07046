package symbolic_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

var formulas = flag.Int("formulas", 600, "random nets, with several formulas each, that TestCTLAgrees compares")

// The markings of a random formula are those that the oracle finds by the operators' definitions, in both readings of
// paths; and the verdict comes with a witness that a replay confirms, with paths as short as they can be. A large run
// is -formulas 2500.
func TestCTLAgrees(t *testing.T) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true},
		{Open: true}}
	var all agreement
	for seed := range uint64(*formulas) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 7)), configs[seed%uint64(len(configs))])
		if err := all.look(net, seed); err != nil {
			fails := func(net *petri.Net) bool { return new(agreement).look(net, seed) != nil }
			small := randnet.Shrink(net, fails)
			t.Fatalf("seed %d: %v\nshrunk: %v\n%s", seed, err, new(agreement).look(small, seed), randnet.Text(small))
		}
	}
	t.Logf("%+v", all)
	if all.Mixed < all.Compared/4 || all.Refused > all.Compared/4 || all.Traces < all.Compared/4 {
		t.Error("too few of the formulas say anything")
	}
}

// An agreement counts what was found to agree.
type agreement struct {
	Compared int // formulas
	Refused  int // formulas with sums beyond 64 bits
	Mixed    int // formulas that hold in some markings only
	Traces   int
	Steps    int // of the traces
	Parts    int // verdicts on a part of the markings
	Certain  int // traces of them
}

// look compares random formulas about net, which follow the seed, and tells the first difference. A net without places
// or with many markings agrees.
func (a *agreement) look(net *petri.Net, seed uint64) error {
	if len(net.Places) == 0 {
		return nil
	}
	want, err := oracle.Explore(net, 3000)
	if err != nil {
		return nil
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		return err
	}
	defer space.Close()
	parts := symbolic.NewParts(net, symbolic.Options{})
	defer parts.Close()
	rng := rand.New(rand.NewPCG(seed, 8))
	pool := syntax.NewPool()
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		checker := space.Checker(paths)
		var list []*syntax.Formula
		for i := range 5 {
			f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
			if i == 4 {
				f = far(want, rng, pool)
			}
			list = append(list, f)
			if err := a.formula(space, checker, want, f); err != nil {
				return fmt.Errorf("%v, %v: %w", paths, f, err)
			}
		}
		if !parts.More() {
			continue
		}
		part, err := parts.Next(context.Background())
		if err != nil {
			return err
		}
		checker = part.Checker(paths)
		for _, f := range list {
			v, err := judge(part, checker, want, f)
			if err != nil {
				return fmt.Errorf("%v, %v, on the part within %d steps or %d tokens: %w", paths, f, part.Steps,
					part.Most, err)
			}
			if v.Result != engine.Unknown {
				a.Parts++
			}
			if v.Witness != nil {
				a.Certain++
			}
		}
	}
	return nil
}

// far returns a formula with a long trace: to one of the markings that are farthest away.
func far(want *oracle.Space, rng *rand.Rand, pool *syntax.Pool) *syntax.Formula {
	var equal []*syntax.Formula
	for p, tokens := range want.States[len(want.States)-1-rng.IntN(min(10, len(want.States)))] {
		place := syntax.Ref{Index: p, Name: want.Net.Places[p].Name}
		f, err := pool.Compare(syntax.Tokens(place), syntax.Equal, syntax.Constant(tokens))
		if err != nil {
			panic(err)
		}
		equal = append(equal, f)
	}
	there := equal[0]
	if len(equal) > 1 {
		there = pool.And(equal...)
	}
	switch reach := pool.Make(syntax.EF, there); rng.IntN(5) {
	case 0:
		return reach
	case 1:
		return pool.Make(syntax.EU, randformula.Generate(rng, want.Net, 1, pool), there)
	case 2:
		return pool.Make(syntax.EF, pool.And(there,
			pool.Make(syntax.EX, pool.Make(syntax.EF, randformula.Generate(rng, want.Net, 0, pool)))))
	case 3:
		return pool.Make(syntax.EG, reach)
	default:
		return pool.Make(syntax.AF, there)
	}
}

// formula compares the markings of f, and the verdict.
func (a *agreement) formula(space *symbolic.Space, c *ctl.Checker, want *oracle.Space, f *syntax.Formula) error {
	set, err := c.Sat(f)
	if err != nil {
		a.Refused++
		return nil
	}
	sat := want.Sat(f, c.Paths())
	count := 0
	for _, ok := range sat {
		if ok {
			count++
		}
	}
	a.Compared++
	if count > 0 && count < len(sat) {
		a.Mixed++
	}
	found := 0
	for values := range set.Must.All() {
		found++
		m := space.Model.Marking(values)
		if i, ok := want.Number(m); !ok || !sat[i] {
			return fmt.Errorf("does not hold in %s", space.Net.Format(m))
		}
	}
	if found != count {
		return fmt.Errorf("holds in %d markings, found %d", count, found)
	}
	v, err := judge(space, space.Checker(c.Paths()), want, f) // a new checker: one that knows no set yet
	if v.Witness != nil {
		a.Traces++
		a.Steps += v.Witness.Size()
	}
	return err
}

// The dualities hold as equality of sets.
func TestCTLLaws(t *testing.T) {
	net, err := nets.Parse("dphil:6")
	if err != nil {
		t.Fatal(err)
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer space.Close()
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	names := syntax.NewLists(places, transitions, nil)
	pool := syntax.NewPool()
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		c := space.Checker(paths)
		for _, law := range [][2]string{
			{"AG Idle_1", "!EF !Idle_1"},
			{"AF HasL_1", "!EG !HasL_1"},
			{"AX Fork_1", "!EX !Fork_1"},
			{"EF deadlock", "E(true U deadlock)"},
			{"EG Idle_1", "Idle_1 & (EX EG Idle_1 | deadlock & EG Idle_1)"},
			{"E(Idle_1 U HasL_2)", "HasL_2 | Idle_1 & EX E(Idle_1 U HasL_2)"},
			{"AG(HasL_1 + HasR_1 <= 2)", "true"},
			{"enabled(GoEat_1)", "Idle_1"},
		} {
			var sides [2]*syntax.Formula
			for i, text := range law {
				if sides[i], err = pool.Parse(text, "law", names); err != nil {
					t.Fatal(err)
				}
			}
			a, err := c.Sat(sides[0])
			if err != nil {
				t.Fatal(err)
			}
			b, err := c.Sat(sides[1])
			if err != nil {
				t.Fatal(err)
			}
			if !a.Must.Equal(b.Must) {
				t.Errorf("%v: %s holds in %v markings, %s in %v", paths, law[0], a.Must.Count(), law[1], b.Must.Count())
			}
		}
	}
}
