package cover

import (
	"context"
	"fmt"
	"strconv"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri"
)

// A sight is how a view sees the tokens of a place: n ≥ 0 tells numbers up to n apart. Then n+1 in the net of the view
// stands for all numbers above n, and n+2 for any number.
type sight int64

const (
	exactly sight = -1
	hidden  sight = -2
)

// above is the number in the net of the view that stands for all numbers above n, anyhow the one for any number.
func (n sight) above() int64  { return int64(n) + 1 }
func (n sight) anyhow() int64 { return int64(n) + 2 }

// see returns the number in the net of the view that stands for the given tokens. The place is not hidden.
func (n sight) see(tokens int64) int64 {
	if n == exactly {
		return tokens
	}
	return min(tokens, n.above())
}

// span returns what the number x in the net of the view stands for.
func (n sight) span(x int64) span {
	switch {
	case n == hidden || n != exactly && x == n.anyhow():
		return span{0, endless}
	case n != exactly && x == n.above():
		return span{x, endless}
	}
	return span{x, x}
}

// A view is a smaller net, of which each marking stands for many of the net, and that has the firings of both kinds
// that ctl.Modal needs. [GHJ01] So verdicts on temporal formulas are certain for nets with infinitely many markings,
// too.
//
// A transition of the net is one of the view for each case of what its firing does to the places that are not seen
// exactly. Taking tokens from more than n leads to each of the numbers that may be left, and surely to any number.
type view struct {
	sights []sight
	at     []int // by place of the net: its place in the view, −1 if it is hidden
	of     []int // by transition of the view: that of the net
	sure   []bool
	may    []bool
	space  *race.Outcome
	modal  map[syntax.Paths]*ctl.Modal
	reach  mdd.Set // by the firings of may: one of its markings stands for each reachable marking
	surely *mdd.Relation
	maybe  *mdd.Relation
}

// A viewCase is what a transition does to a place of the view that has from ≤ x < below: it changes it by change.
type viewCase struct {
	from, below, change int64
	may, sure           bool
}

// cases returns, for one place of a view, the cases of a firing that takes in tokens from it and gives out tokens to
// it; inhibit > 0 tokens disable the firing. A case is a range of numbers as the view shows them, the change there, and
// whether the firing may or must be possible. n ≥ 0.
func (n sight) cases(in, out, inhibit int64) (list []viewCase) {
	add := func(c viewCase) {
		if c.from < c.below {
			list = append(list, c)
		}
	}
	if inhibit == 0 {
		inhibit = endless
	}
	above, anyhow, delta := n.above(), n.anyhow(), out-in
	top := min(int64(n), inhibit-1) // of the numbers that are told apart
	stays := top                    // up to here the result is told apart, too
	if delta > 0 {
		stays = min(top, int64(n)-delta)
	}
	add(viewCase{in, stays + 1, delta, true, true})
	for x := max(in, stays+1); x <= top; x++ {
		add(viewCase{x, x + 1, above - x, true, true})
	}
	if least := max(above, in); least < inhibit {
		sure := in <= above && inhibit == endless
		lo, ok := plus(least-in, out, endless)
		if !ok || lo >= above {
			add(viewCase{above, anyhow, 0, true, sure})
		} else {
			most := int64(endless)
			if inhibit != endless {
				most = inhibit - 1 + delta // delta < 0, as lo < above
			}
			for x := lo; x <= min(int64(n), most); x++ {
				add(viewCase{above, anyhow, x - above, true, false})
			}
			if most >= above {
				add(viewCase{above, anyhow, 0, true, false})
			}
			if sure {
				add(viewCase{above, anyhow, 1, false, true})
			}
		}
	}
	if in < inhibit {
		change := int64(0)
		if out >= above {
			change = -1
		}
		add(viewCase{anyhow, anyhow + 1, change, true, in == 0 && inhibit == endless})
	}
	return list
}

// mostCases is how many transitions of a view one of the net may become.
const mostCases = 256

// newView explores the view of a net with such sights. What bounds the places seen exactly must be invariants over such
// places alone. The error is a limit, or tells of too many cases.
func newView(ctx context.Context, net *petri.Net, sights []sight, o race.Options) (*view, error) {
	v := &view{sights: sights, at: make([]int, len(net.Places)), modal: map[syntax.Paths]*ctl.Modal{}}
	b := petri.NewBuilder(net.Name)
	for p, place := range net.Places {
		v.at[p] = -1
		if sights[p] != hidden {
			v.at[p] = b.Place(place.Name, sights[p].see(place.Initial))
		}
	}
	for t := range net.Transitions {
		if err := v.addTransition(b, net, t); err != nil {
			return nil, err
		}
	}
	small, err := b.Net()
	if err != nil {
		return nil, err
	}
	o.Order, o.Method, o.Facts = nil, race.Saturation, nil
	x, err := race.NewExplorer(ctx, small, o)
	if err != nil {
		return nil, err
	}
	x.Flows = o.Invariants(ctx, small)
	if v.space, err = x.Explore(); err != nil {
		if v.space != nil {
			v.space.Close()
		}
		return nil, err
	}
	limits := mdd.Limits{Nodes: o.Nodes, Memory: o.Memory}
	if err := v.space.Model.Forest.Guard(ctx, limits, v.prepare); err != nil {
		v.space.Close()
		return nil, race.StoppedBy(err)
	}
	return v, nil
}

// prepare finds the two kinds of firings.
func (v *view) prepare() {
	m := v.space.Model
	v.surely = m.All.Only(func(t int) bool { return v.sure[t] })
	v.maybe = m.All.Only(func(t int) bool { return v.may[t] })
	v.reach = v.maybe.Saturate(m.Init)
}

// addTransition adds to the view one transition for each combination of the cases of its places that are not seen
// exactly. Each tells what such a firing needs and changes in the view, and whether it may or must be possible in the
// net. The error says that there are too many combinations.
func (v *view) addTransition(b *petri.Builder, net *petri.Net, t int) error {
	x := &net.Transitions[t]
	seen, count := true, 1 // whether its being enabled can be seen
	var exact, coarse []petri.Effect
	var cases [][]viewCase // by index in coarse
	for e := range x.Effects() {
		switch v.sights[e.Place] {
		case exactly:
			exact = append(exact, e)
		case hidden:
			seen = seen && e.Min == 0 && e.Below == 0
		default:
			list := v.sights[e.Place].cases(e.Min, e.Min+e.Delta, e.Below)
			coarse, cases = append(coarse, e), append(cases, list)
			if count *= len(list); count > mostCases {
				return fmt.Errorf("transition %s of net %s has more than %d cases in a view", x.Name, net.Name,
					mostCases)
			}
		}
	}
	for i := range count {
		may, sure, rest := true, seen, i
		chosen := make([]viewCase, len(coarse))
		for j := range coarse {
			c := cases[j][rest%len(cases[j])]
			rest /= len(cases[j])
			chosen[j], may, sure = c, may && c.may, sure && c.sure
		}
		if !may && !sure {
			continue
		}
		n := b.Transition(x.Name + "/" + strconv.Itoa(i))
		v.of, v.may, v.sure = append(v.of, t), append(v.may, may), append(v.sure, sure)
		for _, e := range exact {
			v.arcs(b, n, e)
		}
		for j, e := range coarse {
			c := chosen[j]
			e = petri.Effect{Place: e.Place, Min: c.from, Delta: c.change}
			if c.below <= v.sights[e.Place].anyhow() {
				e.Below = c.below
			}
			v.arcs(b, n, e)
		}
	}
	return nil
}

// arcs gives transition t of the view the arcs for an effect on a place of the net.
func (v *view) arcs(b *petri.Builder, t int, e petri.Effect) {
	p := v.at[e.Place]
	if e.Min > 0 {
		b.In(t, p, e.Min)
	}
	if out := e.Min + e.Delta; out > 0 {
		b.Out(t, p, out)
	}
	if e.Below > 0 {
		b.Inhibit(t, p, e.Below)
	}
}

func (v *view) close() { v.space.Close() }
