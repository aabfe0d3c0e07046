package explicit

import (
	"sync"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/petri"
)

// A Stubborn is a net of which only some of the firings in each marking are successors, those of a stubborn set
// [Val91], so that fewer markings are reached, and what is asked for is among them if the net reaches it.
//
// A set X of transitions is stubborn in m if no others, in whatever order they fire, enable what X has disabled, or
// disable or are disabled by what X has enabled:
//
//	t in X disabled  there is a place with too few tokens, and all that add to it are in X; or one with too many
//	                 for an inhibitor arc, and all that take from it are in X
//	t in X enabled   of each input of t all that take from it are in X, and if t takes from it, all that ask for its
//	                 tokens; all with an inhibitor arc to a place to which t adds, and all that add to a place with an
//	                 inhibitor arc to t
//
// So the first transition of X on any path from m may come first just as well.
//
//   - All dead markings are reached if X has an enabled transition wherever there is one.
//   - A marking where a goal holds is reached if each path to one has a transition of X: one that could make the goal
//     true [KV00]. If none of X is enabled, no path leads there.
//   - So is the largest value of a sum if X has all that make it larger.
type Stubborn struct {
	*kripke.Net
	goal    *syntax.Formula // in the form of syntax.NNF; nil if dead markings or a sum are sought
	sum     []syntax.Term   // nil if it is none
	scratch sync.Pool       // of *stubborn

	users [users][][]int32 // by role and place, the transitions with that role
}

// A role is what a transition has to do with a place.
type role int

const (
	adds      role = iota // it raises it
	takes                 // it lowers it
	asks                  // it is an input
	inhibited             // by an inhibitor arc
	users
)

// Deadlocks returns n as far as it leads to dead markings.
func Deadlocks(n *kripke.Net) *Stubborn { return newStubborn(n) }

// Towards returns n as far as it leads to markings in which f holds, a formula without path operators.
func Towards(n *kripke.Net, f *syntax.Formula) *Stubborn {
	s := newStubborn(n)
	s.goal = syntax.NNF(f)
	return s
}

// Upwards returns n as far as it leads to the largest value of a sum.
func Upwards(n *kripke.Net, sum *syntax.Sum) *Stubborn {
	s := newStubborn(n)
	s.sum = append([]syntax.Term{}, sum.Terms...)
	return s
}

// newStubborn returns n without a goal yet. It lists, by role and place, the transitions that add to the place, take
// from it, ask for its tokens or are inhibited by it; stubborn sets are made from these lists.
func newStubborn(n *kripke.Net) *Stubborn {
	net := n.Net()
	s := &Stubborn{Net: n}
	for r := range s.users {
		s.users[r] = make([][]int32, len(net.Places))
	}
	note := func(r role, place, t int) { s.users[r][place] = append(s.users[r][place], int32(t)) }
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			switch p := e.Place; {
			case e.Delta > 0:
				note(adds, p, t)
			case e.Delta < 0:
				note(takes, p, t)
			}
		}
		for _, a := range net.Transitions[t].Pre {
			note(asks, a.Place, t)
		}
		for _, a := range net.Transitions[t].Inhibit {
			note(inhibited, a.Place, t)
		}
	}
	s.scratch.New = func() any { return s.newSet() }
	return s
}

// newSet returns room for making stubborn sets.
func (s *Stubborn) newSet() *stubborn {
	net := s.Net.Net()
	transitions := func() []bool { return make([]bool, len(net.Transitions)) }
	x := &stubborn{Stubborn: s, m: make(petri.Marking, len(net.Places)), enabled: transitions(), in: transitions(),
		best: transitions()}
	for r := range x.whole {
		x.whole[r] = make([]bool, len(net.Places))
	}
	return x
}

// mostSeeds is how many enabled transitions are tried for the smallest set that leads to dead markings.
const mostSeeds = 4

// Successors lists the firings of a stubborn set, in the order of the transitions.
func (s *Stubborn) Successors(state kripke.State, out *kripke.Successors) error {
	x := s.scratch.Get().(*stubborn)
	defer s.scratch.Put(x)
	if err := s.Net.Successors(state, &x.all); err != nil {
		return err
	}
	out.Reset(s.Words())
	if x.all.Len() == 0 {
		return nil
	}
	s.Marking(x.m, state)
	for i := range x.all.Len() {
		x.enabled[x.all.Label(i)] = true
	}
	best := x.choose()
	for i := range x.all.Len() {
		label := x.all.Label(i)
		x.enabled[label] = false
		if best[label] {
			out.Add(label, x.all.State(i))
		}
	}
	return nil
}

// stubborn makes a stubborn set in one marking.
type stubborn struct {
	*Stubborn
	m       petri.Marking
	enabled []bool        // by transition
	in      []bool        // by transition: in the set
	whole   [users][]bool // by role and place: all users are in the set
	best    []bool        // the best set so far
	todo    []int32
	barred  []bool // by transition: no enabled one of these may be in the set; nil is none
	all     kripke.Successors
}

// choose returns a stubborn set for what is sought.
func (x *stubborn) choose() []bool {
	x.empty()
	switch {
	case x.goal != nil:
		if engine.Eval(x.Net.Net(), x.goal, x.m) {
			break // what follows does not matter
		}
		x.towards(x.goal)
	case x.sum != nil:
		x.changing(x.sum, 1)
	default:
		return x.fewest()
	}
	x.close()
	return x.in
}

// fewest returns a stubborn set with an enabled transition, and of some such sets one with the fewest of these.
func (x *stubborn) fewest() []bool {
	least := x.all.Len() + 1
	step := max(1, x.all.Len()/mostSeeds)
	for i := 0; i < x.all.Len() && least > 1; i += step {
		x.empty()
		x.add(x.all.Label(i))
		x.close()
		n := 0
		for j := range x.all.Len() {
			if x.in[x.all.Label(j)] {
				n++
			}
		}
		if n < least {
			least = n
			copy(x.best, x.in)
		}
	}
	return x.best
}

// empty makes the set empty.
func (x *stubborn) empty() {
	clear(x.in)
	for r := range x.whole {
		clear(x.whole[r])
	}
}

// add puts a transition into the set.
func (x *stubborn) add(t int) {
	if !x.in[t] {
		x.in[t] = true
		x.todo = append(x.todo, int32(t))
	}
}

// addAll puts all transitions with a role into the set. Each list is walked through once.
func (x *stubborn) addAll(r role, place int) {
	if x.whole[r][place] {
		return
	}
	x.whole[r][place] = true
	for _, t := range x.users[r][place] {
		x.add(int(t))
	}
}

// close completes the set: it adds the transitions that the rules for the members demand, until all rules are met. It
// returns false as soon as a transition that is barred would have to be in it.
func (x *stubborn) close() bool {
	for len(x.todo) > 0 {
		t := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		if !x.enabled[t] {
			x.enable(int(t))
			continue
		}
		if x.barred != nil && x.barred[t] {
			x.todo = x.todo[:0]
			return false
		}
		x.disable(int(t))
		for e := range x.Net.Net().Transitions[t].Effects() {
			switch {
			case e.Delta > 0:
				x.addAll(inhibited, e.Place)
			case e.Delta < 0:
				x.addAll(asks, e.Place)
			}
		}
	}
	return true
}

// enable adds transitions of which one has to fire before t, which is disabled, can: the fewest.
func (x *stubborn) enable(t int) {
	tr, best, at := &x.Net.Net().Transitions[t], users, 0
	better := func(r role, place int) {
		if best == users || x.more(r, place) < x.more(best, at) {
			best, at = r, place
		}
	}
	for _, a := range tr.Pre {
		if x.m[a.Place] < a.Weight {
			better(adds, a.Place)
		}
	}
	for _, a := range tr.Inhibit {
		if x.m[a.Place] >= a.Weight {
			better(takes, a.Place)
		}
	}
	x.addAll(best, at)
}

// more returns how many transitions addAll would add at most.
func (x *stubborn) more(r role, place int) int {
	if x.whole[r][place] {
		return 0
	}
	return len(x.users[r][place])
}

// disable adds all that can disable t.
func (x *stubborn) disable(t int) {
	tr := &x.Net.Net().Transitions[t]
	for _, a := range tr.Pre {
		x.addAll(takes, a.Place)
	}
	for _, a := range tr.Inhibit {
		x.addAll(adds, a.Place)
	}
}

// changing adds all that make a sum larger (sign 1) or smaller (sign −1).
func (x *stubborn) changing(terms []syntax.Term, sign int64) {
	for _, t := range terms {
		if (t.Weight > 0) == (sign > 0) { // who makes the sum larger raises such a place or lowers another one
			x.addAll(adds, t.Place.Index)
		} else {
			x.addAll(takes, t.Place.Index)
		}
	}
}

// above reports whether the sum of a comparison, which fails, is above what it should be.
func (x *stubborn) above(f *syntax.Formula) bool {
	switch f.Rel {
	case syntax.Less, syntax.LessEqual:
		return true
	case syntax.Greater, syntax.GreaterEqual:
		return false
	}
	above := syntax.Formula{Op: syntax.Compare, Terms: f.Terms, Rel: syntax.Greater, Const: f.Const}
	return engine.Eval(x.Net.Net(), &above, x.m)
}

// towards adds transitions to the set such that each path from m to a marking where f holds has one of them. f fails in
// m. A conjunction needs this for one operand that fails; a disjunction for all operands.
func (x *stubborn) towards(f *syntax.Formula) {
	net := x.Net.Net()
	switch f.Op {
	case syntax.And:
		for _, g := range f.Args {
			if !engine.Eval(net, g, x.m) {
				x.towards(g)
				return
			}
		}
	case syntax.Or:
		for _, g := range f.Args {
			x.towards(g)
		}
	case syntax.Compare:
		if f.Rel == syntax.NotEqual || x.above(f) {
			x.changing(f.Terms, -1)
		}
		if f.Rel == syntax.NotEqual || !x.above(f) {
			x.changing(f.Terms, 1)
		}
	case syntax.Enabled:
		for _, t := range f.Transitions {
			x.enable(t.Index)
		}
	case syntax.Deadlock:
		x.disable(x.all.Label(0))
	case syntax.Not:
		for _, t := range f.Args[0].Transitions { // of enabled; a dead marking has nothing after it
			if x.enabled[t.Index] {
				x.disable(t.Index)
				return
			}
		}
	}
}
