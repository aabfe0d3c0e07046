package oracle_test

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/internal/testkit/randformula"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
	"brim/petri/coloured/unfold"
)

var netCount = flag.Int("nets", 300, "how many random coloured nets are compared with their unfoldings")

// An unfolding has the markings, firings, token maxima, dead markings and live transitions of the coloured rule, also
// where bindings with the same effect are merged: random coloured nets, by the interpreter, which never unfolds. With
// -nets 100000 each construct has to occur in 1,000 of them.
func TestUnfoldingsOfRandomNets(t *testing.T) {
	n := *netCount
	if testing.Short() {
		n = min(n, 60)
	}
	var lock sync.Mutex
	seen := map[string]int{}
	var whole, markings, firings int
	var wait sync.WaitGroup
	workers := min(runtime.NumCPU(), 4)
	for w := range workers {
		wait.Go(func() {
			for seed := w; seed < n && !t.Failed(); seed += workers {
				most := 100 // markings
				if seed%16 == 0 {
					most = 1000
				}
				net := randcoloured.Generate(rand.New(rand.NewPCG(uint64(seed), 17)), colouredConfig(seed))
				s, err := compareUnfolding(t, net, most)
				if err != nil {
					small := randcoloured.Shrink(net,
						func(n *coloured.Net) bool { _, err := compareUnfolding(t, n, most); return err != nil })
					_, why := compareUnfolding(t, small, most)
					t.Errorf("seed %d: %v\nsmaller: %v\n%s", seed, err, why, randcoloured.Text(small))
					return
				}
				lock.Lock()
				for construct := range randcoloured.Constructs(net) {
					seen[construct]++
				}
				if s.Complete {
					whole++
				}
				markings, firings = markings+len(s.States), firings+s.Firings
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	t.Logf("%d nets: %d as a whole, %d in part; %d markings, %d firings", n, whole, n-whole, markings, firings)
	if whole < n/2 {
		t.Errorf("%d of %d nets were explored as a whole", whole, n)
	}
	for _, construct := range randcoloured.Names {
		t.Logf("%6d nets: %s", seen[construct], construct)
		if least := n / 100; seen[construct] < least && !t.Failed() && n >= 1000 {
			t.Errorf("%d of %d nets: %s; expected at least %d", seen[construct], n, construct, least)
		}
	}
}

func colouredConfig(seed int) randcoloured.Config {
	return randcoloured.Config{Open: seed%6 == 0, Awkward: seed%3 == 0}
}

// exploreSome returns the state space of net, or as many steps of it as are not too many markings.
func exploreSome(net *coloured.Net, most int) (s *oracle.ColouredSpace, depth int, err error) {
	if s, err = oracle.ExploreColoured(net, most); err == nil {
		return s, s.Depth + 1, nil
	}
	if errors.Is(err, oracle.ErrTooMany) {
		if s, err = oracle.ExploreColouredTo(net, 3, most); err == nil {
			return s, 3, nil
		}
	}
	if errors.Is(err, oracle.ErrTooMany) {
		s, err = oracle.ExploreColouredTo(net, 1, 5000) // no net has so many bindings
	}
	return s, 1, err
}

// compareUnfolding compares the unfoldings of net with what the coloured rule says, and returns that.
func compareUnfolding(t *testing.T, net *coloured.Net, most int) (*oracle.ColouredSpace, error) {
	if err := readsColours(net); err != nil {
		return nil, err
	}
	s, depth, err := exploreSome(net, most)
	if err != nil {
		return nil, fmt.Errorf("interpreter: %w", err)
	}
	if err := compareFire(s); err != nil {
		return s, err
	}
	coarse, err := unfold.Coarsen(t.Context(), net, unfold.Keep{})
	if err != nil {
		return s, err
	}
	if u, err := coarse.Unfold(t.Context(), unfold.Options{Merge: true}); err != nil {
		return s, fmt.Errorf("coarse: %w", err)
	} else if s.Complete {
		p, err := oracle.Explore(u.Net, len(s.States))
		if err == nil {
			err = compareFormulas(s, p, u)
		}
		if err != nil {
			return s, fmt.Errorf("coarse: %w", err)
		}
	}
	for _, merge := range []bool{false, true} {
		u, err := unfold.Net(t.Context(), net, unfold.Options{Merge: merge})
		if err == nil {
			err = compareWith(s, depth, u, merge)
		}
		if err != nil {
			return s, fmt.Errorf("merge %t: %w", merge, err)
		}
	}
	return s, nil
}

// readsColours reports whether the text of each colour is read as that colour, and no two of a sort have the same one.
func readsColours(net *coloured.Net) error {
	for sort := range net.Sorts {
		for colour := range net.Sorts[sort].Size {
			text := net.ColourText(sort, colour)
			if c, err := notation.ParseColour(net, sort, text); err != nil || c != colour {
				return fmt.Errorf("colour %d of sort %d, %s, is read as %d: %v", colour, sort, text, c, err)
			}
		}
	}
	return nil
}

// compareFire compares the firing rule of the net itself, by which traces are replayed, with the interpreter's: each
// binding in the first markings of the space, also those that are not enabled.
func compareFire(s *oracle.ColouredSpace) error {
	for i := range min(len(s.States), 3) {
		enabled := map[string]int{}
		for _, e := range s.Succ[i] {
			enabled[firing(e.Transition, 0, e.Binding)] = e.To
		}
		for t := range s.Net.Transitions {
			for binding := range bindings(s.Net, t) {
				m := netMarking(s.States[i])
				err := s.Net.Fire(m, t, binding)
				to, ok := enabled[firing(t, 0, binding)]
				switch {
				case err != nil:
					to = i // unchanged
				case !ok && !s.Complete:
					continue // it leads out of what was explored
				}
				if ok != (err == nil) || !reflect.DeepEqual(m, netMarking(s.States[to])) {
					return fmt.Errorf("marking %v, transition %d with %v: enabled %t; Fire gives %v, %v", s.States[i],
						t, binding, ok, m, err)
				}
			}
		}
	}
	return nil
}

// bindings yields all assignments of a transition.
func bindings(net *coloured.Net, t int) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		variables := net.Transitions[t].Variables
		count := int64(1)
		for _, v := range variables {
			count *= net.Sorts[net.Variables[v].Sort].Size
		}
		for k := range count {
			binding := make([]int64, len(variables))
			for i, v := range variables {
				size := net.Sorts[net.Variables[v].Sort].Size
				binding[i] = k % size
				k /= size
			}
			if !yield(binding) {
				return
			}
		}
	}
}

func netMarking(m oracle.ColouredMarking) coloured.Marking {
	own := make(coloured.Marking, len(m))
	for p, bag := range m {
		own[p] = coloured.Multiset{}
		for colour, n := range bag {
			own[p][colour] = n
		}
	}
	return own
}

// compareWith compares the space with that of an unfolding of the net.
func compareWith(s *oracle.ColouredSpace, depth int, u *unfold.Unfolding, merged bool) error {
	if err := uniqueNames(u.Net); err != nil {
		return err
	}
	p, err := oracle.ExploreTo(u.Net, depth, len(s.States)+1)
	switch {
	case err != nil:
		return fmt.Errorf("interpreter: %d markings; unfolding: %w", len(s.States), err)
	case len(p.States) != len(s.States):
		return fmt.Errorf("interpreter: %d markings; unfolding: %d", len(s.States), len(p.States))
	case p.Complete != s.Complete, p.Depth != s.Depth, p.MaxInPlace != s.MaxInPlace, p.MaxInMarking != s.MaxInMarking,
		len(p.Dead) != len(s.Dead):
		return fmt.Errorf("interpreter: complete %t, depth %d, in a place %d, in a marking %d, dead %d; unfolding: "+
			"%t, %d, %d, %d, %d",
			s.Complete, s.Depth, s.MaxInPlace, s.MaxInMarking, len(s.Dead), p.Complete, p.Depth, p.MaxInPlace,
			p.MaxInMarking, len(p.Dead))
	case !merged && p.Firings != s.Firings, merged && p.Firings > s.Firings:
		return fmt.Errorf("interpreter: %d firings; unfolding: %d", s.Firings, p.Firings)
	}
	number := make([]int, len(s.States)) // of each marking in the space of the unfolding
	for i, m := range s.States {
		flat, err := unfolded(u, m)
		if err != nil {
			return err
		}
		j, ok := p.Number(flat)
		if !ok || p.Dist[j] != s.Dist[i] {
			return fmt.Errorf("marking %v of the interpreter, at distance %d, is not there in the unfolding", m,
				s.Dist[i])
		}
		number[i] = j
	}
	for place := range u.Net.Places {
		of, colour := u.PlaceOf(place)
		if got, want := p.MaxTokens[place], s.MaxTokens[of][colour]; got != want {
			return fmt.Errorf("place %s: at most %d tokens, want %d", u.Net.Places[place].Name, got, want)
		}
	}
	for i := range s.States {
		if err := compareEdges(s.Succ[i], p.Succ[number[i]], number, u, merged); err != nil {
			return fmt.Errorf("marking %v: %w", s.States[i], err)
		}
	}
	if s.Complete {
		return compareFormulas(s, p, u)
	}
	return nil
}

func uniqueNames(net *petri.Net) error {
	places, transitions := map[string]bool{}, map[string]bool{}
	for _, p := range net.Places {
		if places[p.Name] {
			return fmt.Errorf("two places are called %q", p.Name)
		}
		places[p.Name] = true
	}
	for _, t := range net.Transitions {
		if transitions[t.Name] {
			return fmt.Errorf("two transitions are called %q", t.Name)
		}
		transitions[t.Name] = true
	}
	return nil
}

// unfolded returns m as a marking of the unfolding.
func unfolded(u *unfold.Unfolding, m oracle.ColouredMarking) (petri.Marking, error) {
	flat := make(petri.Marking, len(u.Net.Places))
	for place, bag := range m {
		for colour, n := range bag {
			p, ok := u.Place(place, colour)
			if !ok {
				return nil, fmt.Errorf("marking %v: place %d has colour %d, for which nothing stands", m, place, colour)
			}
			if of, c := u.PlaceOf(p); of != place || c != colour {
				return nil, fmt.Errorf("place %d of colour %d stands for %d of colour %d", place, colour, of, c)
			}
			flat[p] = n
		}
	}
	return flat, nil
}

// compareEdges compares the firings from one marking: the same bindings lead to the same markings, or, merged, some
// bindings of the same transition do.
func compareEdges(edges []oracle.ColouredEdge, flat []oracle.Edge, number []int, u *unfold.Unfolding,
	merged bool) error {
	want, got := map[string]bool{}, map[string]bool{}
	fires := map[string]bool{}
	for _, e := range edges {
		fires[firing(e.Transition, number[e.To], e.Binding)] = true
		if merged {
			want[firing(e.Transition, number[e.To], nil)] = true
		}
	}
	if !merged {
		want = fires
	}
	for _, e := range flat {
		t, binding := u.TransitionOf(e.Transition)
		edge := firing(t, e.To, binding)
		if !fires[edge] {
			return fmt.Errorf("transition %d with %v leads to marking %d of the unfolding, and not so by the "+
				"coloured rule", t, binding, e.To)
		}
		if merged {
			edge = firing(t, e.To, nil)
		} else if i, ok := u.Transition(t, binding); !ok || i != e.Transition {
			return fmt.Errorf("transition %d with %v is %d, not %d", t, binding, i, e.Transition)
		}
		got[edge] = true
	}
	if !maps.Equal(want, got) || !merged && len(flat) != len(edges) {
		return fmt.Errorf("firings %q, want %q", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
	}
	return nil
}

// firing returns a text for a firing that no other has.
func firing(transition, to int, binding []int64) string {
	b := strconv.AppendInt(nil, int64(transition), 10)
	b = strconv.AppendInt(append(b, '>'), int64(to), 10)
	for _, c := range binding {
		b = strconv.AppendInt(append(b, ' '), c, 10)
	}
	return string(b)
}

// compareFormulas compares the truth of formulas over sums of tokens and some binding of transitions in the initial
// marking: liveness of each transition, some random ones, and the largest sum of each place.
func compareFormulas(s *oracle.ColouredSpace, p *oracle.Space, u *unfold.Unfolding) error {
	pool := syntax.NewPool()
	var formulas []*syntax.Formula
	for t := range s.Net.Transitions {
		enabled := pool.Enabled(syntax.Ref{Index: t, Name: s.Net.Transitions[t].Name})
		formulas = append(formulas, pool.Make(syntax.AG, pool.Make(syntax.EF, enabled)))
	}
	names := nameNet(s.Net)
	rng := rand.New(rand.NewPCG(uint64(len(s.States)), uint64(s.Firings)))
	for range 4 {
		formulas = append(formulas, randformula.Generate(rng, names, 2, pool))
	}
	for _, f := range formulas {
		g, err := inUnfolding(f, u)
		if err != nil {
			return err
		}
		if got, want := p.Sat(g, syntax.Maximal)[0], s.Sat(f, syntax.Maximal)[0]; got != want {
			return fmt.Errorf("%v: %t in the unfolding, %t by the coloured rule", f, got, want)
		}
	}
	if (len(p.Dead) > 0) != (len(s.Dead) > 0) {
		return fmt.Errorf("%d dead markings in the unfolding, %d by the coloured rule", len(p.Dead), len(s.Dead))
	}
	for place := range s.Net.Places {
		first, end := u.Places(place)
		best := int64(0)
		for _, m := range p.States {
			sum := int64(0)
			for _, n := range m[first:end] {
				sum += n
			}
			best = max(best, sum)
		}
		if best != s.MaxSums[place] {
			return fmt.Errorf("place %s: at most %d tokens in the unfolding, %d by the coloured rule",
				s.Net.Places[place].Name, best, s.MaxSums[place])
		}
	}
	return nil
}

// nameNet returns a net that has the places and transitions of a coloured one, and nothing else.
func nameNet(net *coloured.Net) *petri.Net {
	b := petri.NewBuilder("names")
	for _, p := range net.Places {
		b.Place(p.Name, 0)
	}
	for _, t := range net.Transitions {
		b.Transition(t.Name)
	}
	names, err := b.Net()
	if err != nil {
		panic(err)
	}
	return names
}

// inUnfolding returns a formula over a coloured net as one over its unfolding: a place is the sum over its colours, a
// transition is enabled with some binding.
func inUnfolding(f *syntax.Formula, u *unfold.Unfolding) (*syntax.Formula, error) {
	var wrong error
	g := f.Map(func(pool *syntax.Pool, f *syntax.Formula) *syntax.Formula {
		switch f.Op {
		case syntax.Compare:
			var sum syntax.Sum
			for _, t := range f.Terms {
				for i, end := u.Places(t.Place.Index); i < end; i++ {
					ref := syntax.Ref{Index: i, Name: u.Net.Places[i].Name}
					sum.Terms = append(sum.Terms, syntax.Term{Place: ref, Weight: t.Weight})
				}
			}
			g, err := pool.Compare(sum, f.Rel, syntax.Constant(f.Const))
			wrong = cmp.Or(wrong, err)
			return g
		case syntax.Enabled:
			var refs []syntax.Ref
			for _, t := range f.Transitions {
				for i, end := u.Transitions(t.Index); i < end; i++ {
					refs = append(refs, syntax.Ref{Index: i, Name: u.Net.Transitions[i].Name})
				}
			}
			if refs == nil {
				return pool.Bool(false)
			}
			return pool.Enabled(refs...)
		}
		return pool.Copy(f)
	})
	return g, wrong
}
