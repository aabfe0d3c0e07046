package unfold_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

var (
	coarseNets = flag.Int("coarse-nets", 300, "random nets of TestCoarsen")
	coarseSeed = flag.Int("coarse-seed", 0, "seed of the first of them")
)

// TestCoarsen compares all markings of random nets, found by the interpreter, with the markings of the smaller net:
// each has the one with the same numbers by class, and both go on with the same transitions to such. So the net and the
// smaller one are bisimilar, and what formulas say of sums, transitions and kept colours is the same. From each marking
// each firing of the smaller net is lifted.
func TestCoarsen(t *testing.T) {
	smaller, merged, chosen := 0, 0, 0
	for i := range *coarseNets {
		seed := *coarseSeed + i
		rng := rand.New(rand.NewPCG(uint64(seed), 17))
		net := randcoloured.Loose(rng)
		if seed%2 == 0 {
			net = randcoloured.Generate(rng, randcoloured.Config{})
		}
		keep := randomKeep(rng, net)
		r := bisimilar(t, net, keep)
		if r.err != nil {
			net = randcoloured.Shrink(net, func(n *coloured.Net) bool { return bisimilar(t, n, keep).err != nil })
			t.Fatalf("seed %d: %v\nkeep %+v\n%s", seed, bisimilar(t, net, keep).err, keep, randcoloured.Text(net))
		}
		if r.places > 0 {
			merged++
		}
		if r.places+r.transitions > 0 {
			smaller++
		}
		chosen += r.lifted
	}
	t.Logf("%d nets: %d have merged places, %d are smaller, %d bindings lifted to others", *coarseNets, merged, smaller,
		chosen)
	if *coarseNets >= 300 && (merged < *coarseNets/20 || chosen < *coarseNets/20) {
		t.Errorf("the nets hardly test anything")
	}
}

// randomKeep draws colours that a question might name.
func randomKeep(rng *rand.Rand, net *coloured.Net) (keep unfold.Keep) {
	if rng.IntN(2) == 0 {
		p := rng.IntN(len(net.Places))
		keep.Places = append(keep.Places,
			unfold.PlaceColour{Place: p, Colour: rng.Int64N(net.Sorts[net.Places[p].Sort].Size)})
	}
	if i := rng.IntN(len(net.Transitions)); rng.IntN(3) == 0 && len(net.Transitions[i].Variables) > 0 {
		v := net.Transitions[i].Variables[rng.IntN(len(net.Transitions[i].Variables))]
		colour := rng.Int64N(net.Sorts[net.Variables[v].Sort].Size)
		keep.Bindings = append(keep.Bindings, unfold.VariableColour{Transition: i, Variable: v, Colour: colour})
	}
	return keep
}

// A comparison is what bisimilar found.
type comparison struct {
	places, transitions int // fewer in the smaller unfolding
	lifted              int // bindings that Lift changed
	err                 error
}

func bisimilar(t *testing.T, net *coloured.Net, keep unfold.Keep) (r comparison) {
	if len(keep.Bindings) > 0 && (keep.Bindings[0].Transition >= len(net.Transitions) ||
		!slices.Contains(net.Transitions[keep.Bindings[0].Transition].Variables, keep.Bindings[0].Variable)) {
		keep.Bindings = nil // after shrinking
	}
	space, err := oracle.ExploreColoured(net, 200)
	if errors.Is(err, oracle.ErrTooMany) {
		space, err = oracle.ExploreColouredTo(net, 2, 1000)
	}
	if err != nil {
		return r
	}
	c, err := unfold.Coarsen(t.Context(), net, keep)
	if err != nil {
		return comparison{err: err}
	}
	merge := len(keep.Bindings) == 0
	small, err := c.Unfold(t.Context(), unfold.Options{Merge: merge})
	if err != nil {
		return comparison{err: err}
	}
	whole, err := unfold.Net(t.Context(), net, unfold.Options{Merge: merge})
	if err != nil {
		return comparison{err: err}
	}
	r.places = len(whole.Net.Places) - len(small.Net.Places)
	r.transitions = len(whole.Net.Transitions) - len(small.Net.Transitions)
	if r.places < 0 || r.transitions < 0 {
		r.err = fmt.Errorf("the smaller net has %d places and %d transitions more", -r.places, -r.transitions)
		return r
	}
	j := &judgement{net: net, keep: keep, coarse: c, small: small, comparison: &r}
	for i, m := range space.States {
		if !space.Complete && space.Dist[i] == space.Depth {
			break
		}
		if r.err = j.compare(space, i, m); r.err != nil {
			return r
		}
	}
	if first := j.project(space.States[0]); !slices.Equal(first, small.Net.Initial()) {
		r.err = fmt.Errorf("the initial marking is %v, expected %v", small.Net.Initial(), first)
	}
	return r
}

type judgement struct {
	net    *coloured.Net
	keep   unfold.Keep
	coarse *unfold.Coarsening
	small  *unfold.Unfolding
	*comparison
}

// project returns the marking of the smaller net for one of the net; nil if it has a place for it not.
func (j *judgement) project(m oracle.ColouredMarking) petri.Marking {
	out := make(petri.Marking, len(j.small.Net.Places))
	for p, bag := range m {
		for colour, n := range bag {
			i, ok := j.small.Place(p, j.coarse.Colour(p, colour))
			if !ok {
				return nil
			}
			out[i] += n
		}
	}
	return out
}

// label is what is observed of a firing: the transition, and which kept colours its variables have.
func (j *judgement) label(t int, binding []int64) string {
	label := fmt.Sprint(t)
	for _, k := range j.keep.Bindings {
		if k.Transition == t {
			label += fmt.Sprint(" ", binding[slices.Index(j.net.Transitions[t].Variables, k.Variable)] == k.Colour)
		}
	}
	return label
}

// compare compares the i-th marking with its counterpart.
func (j *judgement) compare(space *oracle.ColouredSpace, i int, m oracle.ColouredMarking) error {
	mine := j.project(m)
	if mine == nil {
		return fmt.Errorf("marking %v has no counterpart", m)
	}
	for _, k := range j.keep.Places {
		n := int64(0)
		if p, ok := j.small.Place(k.Place, j.coarse.Colour(k.Place, k.Colour)); ok {
			n = mine[p]
		}
		if n != m[k.Place][k.Colour] {
			return fmt.Errorf("marking %v has %d tokens of a kept colour, the smaller net has %d", m,
				m[k.Place][k.Colour], n)
		}
	}
	theirs, ours := map[string]bool{}, map[string]bool{}
	for _, e := range space.Succ[i] {
		theirs[j.label(e.Transition, e.Binding)+fmt.Sprint(" ", j.project(space.States[e.To]))] = true
	}
	for t := range j.small.Net.Transitions {
		if !j.small.Net.Enabled(mine, t) {
			continue
		}
		next := slices.Clone(mine)
		if err := j.small.Net.Fire(next, t); err != nil {
			return err
		}
		transition, binding := j.small.TransitionOf(t)
		step := j.label(transition, binding) + fmt.Sprint(" ", next)
		ours[step] = true
		lifted, err := j.coarse.Lift(markingOf(m), transition, binding)
		if err != nil {
			return fmt.Errorf("in marking %v: %w", m, err)
		}
		if !slices.Equal(lifted, binding) {
			j.lifted++
		}
		at := slices.IndexFunc(space.Succ[i], func(e oracle.ColouredEdge) bool {
			return e.Transition == transition && slices.Equal(e.Binding, lifted)
		})
		if at < 0 {
			return fmt.Errorf("in marking %v binding %v of transition %d is lifted to %v, which is not enabled", m,
				binding, transition, lifted)
		}
		if got := j.label(transition, lifted) + fmt.Sprint(" ",
			j.project(space.States[space.Succ[i][at].To])); got != step {
			return fmt.Errorf("in marking %v binding %v is lifted to %v, which does %s, expected %s", m, binding,
				lifted, got, step)
		}
	}
	if !maps.Equal(theirs, ours) {
		return fmt.Errorf("marking %v goes on with %v, the smaller net with %v", m, slices.Sorted(maps.Keys(theirs)),
			slices.Sorted(maps.Keys(ours)))
	}
	return nil
}

func markingOf(m oracle.ColouredMarking) coloured.Marking {
	out := make(coloured.Marking, len(m))
	for p, bag := range m {
		out[p] = coloured.Multiset(bag)
	}
	return out
}

// TestLift lifts random runs of the smaller nets of the contest's nets and fires them by the rule of coloured nets.
func TestLift(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join(contest(t), "coloured", "*"))
	if err != nil {
		t.Fatal(err)
	}
	fired, changed := 0, 0
	for _, folder := range folders {
		_, net := readContest(t, folder)
		c, err := unfold.Coarsen(t.Context(), net, unfold.Keep{})
		if err != nil {
			t.Fatal(err)
		}
		small, err := c.Unfold(t.Context(), unfold.Options{Merge: true})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, uint64(len(small.Net.Places))))
		for range 3 {
			m, err := net.Initial()
			if err != nil {
				t.Fatal(err)
			}
			mine := small.Net.Initial()
			for range 40 {
				enabled := slices.Collect(small.Net.EnabledTransitions(mine))
				if len(enabled) == 0 {
					break
				}
				step := enabled[rng.IntN(len(enabled))]
				transition, binding := small.TransitionOf(step)
				lifted, err := c.Lift(m, transition, binding)
				if err == nil {
					err = errors.Join(net.Fire(m, transition, lifted), small.Net.Fire(mine, step))
				}
				if err != nil {
					t.Fatalf("%s: %v", filepath.Base(folder), err)
				}
				fired++
				if !slices.Equal(lifted, binding) {
					changed++
				}
				j := &judgement{coarse: c, small: small}
				if got := j.project(bagsOf(m)); !slices.Equal(got, mine) {
					t.Fatalf("%s: a run leads to %v, expected %v", filepath.Base(folder), got, mine)
				}
			}
		}
	}
	t.Logf("%d firings, %d of them with other colours", fired, changed)
	if changed == 0 {
		t.Error("no binding was lifted to another one")
	}
}

func bagsOf(m coloured.Marking) oracle.ColouredMarking {
	out := make(oracle.ColouredMarking, len(m))
	for p, held := range m {
		out[p] = oracle.Bag(held)
	}
	return out
}
