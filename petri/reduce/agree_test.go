package reduce_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/reduce"
)

var nets = flag.Int("nets", 3000, "random nets of TestRandom")

const (
	mostMarkings = 1500
	mostSmaller  = 20000 // of the smaller net, which may have more markings, even without end
)

// A drawn is a random question for a random net.
type drawn struct {
	net     *petri.Net
	space   *oracle.Space
	options reduce.Options
}

func (d *drawn) String() string {
	var rules []string
	for _, r := range d.options.Rules {
		rules = append(rules, r.Name())
	}
	return fmt.Sprintf("class %v, observed %v, goal %v, growing %t, rules %v\n%s",
		d.options.Class, d.options.Observed, d.options.Goal, d.options.Growing, rules, randnet.Text(d.net))
}

// draw returns a random net that is bounded with a class, observed places and rules, nil if it has too many markings.
func draw(rng *rand.Rand) *drawn {
	net := generate(rng)
	space, err := oracle.Explore(net, mostMarkings)
	if err != nil {
		return nil
	}
	if rng.IntN(12) == 0 {
		if net, space = huge(rng, net, space); space == nil {
			return nil
		}
	}
	d := &drawn{net: net, space: space}
	d.options.Class = reduce.Class(rng.IntN(len(reduce.ClassNames())))
	switch rng.IntN(8) {
	case 0, 1:
		d.options.Class = reduce.Reach
	case 2:
		d.options.Class = reduce.Dead
	}
	d.options.Growing, d.options.Programs = rng.IntN(2) == 0, true
	if rng.IntN(4) == 0 {
		d.options.Never = silent(space)
	}
	if d.options.Class != reduce.Count && d.options.Class != reduce.Live {
		for p := range net.Places {
			if rng.IntN(5) == 0 {
				d.options.Observed = append(d.options.Observed, p)
			}
		}
	}
	if d.options.Class == reduce.Reach && rng.IntN(3) == 0 {
		d.options.Goal = &reduce.Goal{Place: rng.IntN(len(net.Places)), AtLeast: 1 + rng.Int64N(4)}
		d.options.Observed = nil
	}
	switch rare := []reduce.Rule{reduce.Free, reduce.Free, reduce.OneConsumer, reduce.PastGoal}; rng.IntN(4) {
	case 0: // one rule
		if d.options.Class == reduce.Reach && rng.IntN(3) > 0 {
			d.options.Rules = []reduce.Rule{rare[rng.IntN(len(rare))]}
			break
		}
		if d.options.Class == reduce.Count && rng.IntN(2) == 0 {
			d.options.Rules = []reduce.Rule{reduce.WordCircle}
			break
		}
		for d.options.Rules = []reduce.Rule{0}; ; {
			d.options.Rules[0] = reduce.Rule(rng.IntN(int(reduce.Rules)))
			if d.options.Rules[0].Keeps(d.options.Class) {
				break
			}
		}
	case 1: // some
		for r := range reduce.Rules {
			if rng.IntN(2) == 0 {
				d.options.Rules = append(d.options.Rules, r)
			}
		}
	case 2: // those that have little to do when others were there before
		for r := range reduce.Rules {
			if !slices.Contains([]reduce.Rule{reduce.DeadParts, reduce.Sink, reduce.Cone, reduce.Circle, reduce.FireNow,
				reduce.Post}, r) {
				d.options.Rules = append(d.options.Rules, r)
			}
		}
	}
	return d
}

// silent lists the transitions that fire nowhere.
func silent(s *oracle.Space) (list []int) {
	fires := make([]bool, len(s.Net.Transitions))
	for _, edges := range s.Succ {
		for _, e := range edges {
			fires[e.Transition] = true
		}
	}
	for t, f := range fires {
		if !f {
			list = append(list, t)
		}
	}
	return list
}

// huge multiplies all that has to do with a place by a number that leaves little room in 64 bits.
func huge(rng *rand.Rand, net *petri.Net, space *oracle.Space) (*petri.Net, *oracle.Space) {
	p, k := rng.IntN(len(net.Places)), int64(1)<<(55+rng.IntN(5))
	if space.MaxTokens[p] > 15 || net.Places[p].Initial > 15 {
		return nil, nil
	}
	b := petri.NewBuilder(net.Name)
	times := func(a petri.Arc) int64 {
		if a.Place == p {
			return min(a.Weight, 15) * k
		}
		return a.Weight
	}
	for _, place := range net.Places {
		b.Place(place.Name, place.Initial)
	}
	for _, tr := range net.Transitions {
		t := b.Transition(tr.Name)
		for _, a := range tr.Pre {
			b.In(t, a.Place, times(a))
		}
		for _, a := range tr.Post {
			b.Out(t, a.Place, times(a))
		}
		for _, a := range tr.Inhibit {
			b.Inhibit(t, a.Place, times(a))
		}
	}
	large, err := b.Net()
	if err != nil {
		return nil, nil
	}
	m := large.Initial()
	m[p] *= k
	large = large.WithInitial(m)
	if space, err = oracle.Explore(large, mostMarkings); err != nil {
		return nil, nil
	}
	return large, space
}

// A countdown is a context that ends after it was asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func generate(rng *rand.Rand) *petri.Net {
	switch d := rng.IntN(10); {
	case d == 0:
		return randnet.Generate(rng, randnet.Config{Open: true, States: mostMarkings / 5})
	case d == 1:
		return randnet.Generate(rng, randnet.Config{Open: true, Arbitrary: true})
	case d < 4:
		return randnet.Loose(rng)
	}
	return randnet.Redundant(rng)
}

// Smaller nets keep what their class says, for random nets, classes, observed places and rules.
func TestRandom(t *testing.T) {
	var times [reduce.Rules][]int
	for r := range times {
		times[r] = make([]int, len(reduce.ClassNames()))
	}
	left, stopped := map[reduce.Class]int{}, 0
	for seed := range *nets {
		rng := rand.New(rand.NewPCG(uint64(seed), 15))
		d := draw(rng)
		if d == nil {
			continue
		}
		left[d.options.Class]++
		ctx := t.Context()
		if seed%8 == 0 {
			ctx = &countdown{ctx, rng.IntN(60)}
		}
		r := reduce.Net(ctx, d.net, d.options)
		if r.Stopped != nil {
			stopped++
		}
		if err := judge(d, r, rng); err != nil {
			small := shrink(d, uint64(seed))
			r := reduce.Net(t.Context(), small.net, small.options)
			t.Fatalf("seed %d: %v\n%v\nshrunk: %v\n%v\nsmaller:\n%s", seed, err, d, judge(small, r, rng), small,
				randnet.Text(r.Net))
		}
		for rule, hit := range r.Hits {
			times[rule][d.options.Class] += hit.Times
		}
	}
	var b strings.Builder
	for rule := range times {
		sum := 0
		for _, n := range times[rule] {
			sum += n
		}
		fmt.Fprintf(&b, "\n%-5s %8d %8d", reduce.Rule(rule).Name(), sum, times[rule])
	}
	t.Logf("nets by class %v, %d stopped early; hits of each rule, by class:%s", left, stopped, b.String())
	if stopped < *nets/50 {
		t.Errorf("only %d of %d reductions were stopped early", stopped, *nets)
	}
}

// shrink makes a failure smaller.
func shrink(d *drawn, seed uint64) *drawn {
	rules := d.options.Rules
	if rules == nil {
		for r := range reduce.Rules {
			rules = append(rules, r)
		}
	}
	fails := func(net *petri.Net, o reduce.Options) bool {
		space, err := oracle.Explore(net, mostMarkings)
		if err != nil {
			return false
		}
		o.Observed = names(d.net, net, o.Observed)
		if o.Goal != nil {
			p := names(d.net, net, []int{o.Goal.Place})
			if p == nil {
				return false
			}
			o.Goal = &reduce.Goal{Place: p[0], AtLeast: o.Goal.AtLeast}
		}
		r := reduce.Net(context.Background(), net, o)
		return judge(&drawn{net, space, o}, r, rand.New(rand.NewPCG(seed, 99))) != nil
	}
	o := d.options
	o.Rules = rules
	for again := true; again; {
		again = false
		for i := range o.Rules {
			fewer := o
			fewer.Rules = slices.Delete(slices.Clone(o.Rules), i, i+1)
			if len(fewer.Rules) > 0 && fails(d.net, fewer) {
				o, again = fewer, true
				break
			}
		}
	}
	net := randnet.Shrink(d.net, func(n *petri.Net) bool { return fails(n, o) })
	out := &drawn{net: net, options: o}
	out.space, _ = oracle.Explore(net, mostMarkings)
	out.options.Observed = names(d.net, net, o.Observed)
	if o.Goal != nil {
		out.options.Goal = &reduce.Goal{Place: names(d.net, net, []int{o.Goal.Place})[0], AtLeast: o.Goal.AtLeast}
	}
	return out
}

// names finds places of one net in another.
func names(from, to *petri.Net, places []int) (out []int) {
	for _, p := range places {
		if q, ok := to.PlaceIndex(from.Places[p].Name); ok {
			out = append(out, q)
		}
	}
	return out
}

// judge returns what the smaller net has not kept.
func judge(d *drawn, r *reduce.Result, rng *rand.Rand) error {
	small, err := oracle.Explore(r.Net, mostSmaller)
	complete := err == nil
	if !complete {
		if small, err = oracle.ExploreTo(r.Net, 4, 10*mostSmaller); err != nil {
			return nil // it does not matter
		}
	}
	view := d.view(r)
	switch class := d.options.Class; class {
	case reduce.Count:
		if !complete {
			return fmt.Errorf("more markings than the original")
		}
		return counts(d, r, small)
	case reduce.Reach:
		return view.projections(small, complete, rng)
	case reduce.Dead, reduce.ReachDead:
		if !complete {
			return nil
		}
		if err := view.deadlocks(small, class == reduce.ReachDead); err != nil || class == reduce.Dead {
			return err
		}
		return view.projections(small, complete, rng)
	case reduce.Live:
		if complete && len(r.Net.Transitions) > 0 {
			return live(d, r, small)
		}
		return nil
	default:
		if !complete || len(d.space.States) > 400 || len(small.States) > 1000 {
			return nil
		}
		return view.behaves(small, class)
	}
}

// live compares whether all transitions are live.
func live(d *drawn, r *reduce.Result, small *oracle.Space) error {
	if was, is := allLive(d.space), !r.NeverLive && allLive(small); was != is {
		return fmt.Errorf("all live: %t, of the smaller net %t", was, is)
	}
	return nil
}

// allLive reports whether from each marking each transition can become enabled.
func allLive(s *oracle.Space) bool {
	into := make([][]int, len(s.States))
	for i, edges := range s.Succ {
		for _, e := range edges {
			into[e.To] = append(into[e.To], i)
		}
	}
	for t := range s.Net.Transitions {
		can := make([]bool, len(s.States))
		var todo []int
		for i, edges := range s.Succ {
			if slices.ContainsFunc(edges, func(e oracle.Edge) bool { return e.Transition == t }) {
				can[i], todo = true, append(todo, i)
			}
		}
		for len(todo) > 0 {
			i := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, j := range into[i] {
				if !can[j] {
					can[j], todo = true, append(todo, j)
				}
			}
		}
		if slices.Contains(can, false) {
			return false
		}
	}
	return true
}

// A view compares what the observed places show.
type view struct {
	*drawn
	small    *reduce.Result
	observed []int // of the original
	places   []int // the same of the smaller net
}

func (d *drawn) view(r *reduce.Result) *view {
	v := &view{drawn: d, small: r, observed: d.options.Observed}
	if d.options.Goal != nil {
		v.observed = []int{d.options.Goal.Place}
	}
	for _, p := range v.observed {
		v.places = append(v.places, slices.Index(r.Places, p))
	}
	return v
}

// show returns what places hold. Of a goal only whether it is reached counts.
func (v *view) show(m petri.Marking, places []int) string {
	if g := v.options.Goal; g != nil {
		return fmt.Sprint(m[places[0]] >= g.AtLeast)
	}
	var b []byte
	for _, p := range places {
		b = fmt.Appendf(b, "%d ", m[p])
	}
	return string(b)
}

func (v *view) set(s *oracle.Space, places []int, list []int) map[string]int {
	set := map[string]int{}
	for _, i := range list {
		if k := v.show(s.States[i], places); k != "false" {
			set[k] = i
		}
	}
	return set
}

func all(s *oracle.Space) []int {
	list := make([]int, len(s.States))
	for i := range list {
		list[i] = i
	}
	return list
}

// projections compares what is reached, and lifts a trace to each.
func (v *view) projections(small *oracle.Space, complete bool, rng *rand.Rand) error {
	was, is := v.set(v.space, v.observed, all(v.space)), v.set(small, v.places, all(small))
	for k := range was {
		if _, ok := is[k]; !ok && complete {
			return fmt.Errorf("the smaller net does not reach %s", k)
		}
	}
	for k, i := range is {
		if _, ok := was[k]; !ok {
			return fmt.Errorf("the smaller net reaches %s, the original does not", k)
		}
		if rng.IntN(len(is)) > 4 {
			continue
		}
		m, err := v.lift(small.PathTo(i))
		if err != nil {
			return err
		}
		if got := v.show(m, v.observed); got != k {
			return fmt.Errorf("a trace to %s is lifted to one to %s", k, got)
		}
	}
	return nil
}

func (v *view) lift(path []int) (petri.Marking, error) {
	trace, err := v.small.Lift(path)
	if err != nil {
		return nil, fmt.Errorf("%v is not lifted: %w", path, err)
	}
	m, err := v.net.Replay(trace)
	if err != nil {
		return nil, fmt.Errorf("%v is lifted to %v, which is none of the original: %w", path, trace, err)
	}
	return m, nil
}

// deadlocks compares whether dead markings are reached, and which if they are observed.
func (v *view) deadlocks(small *oracle.Space, observed bool) error {
	if v.small.NeverDead && len(v.space.Dead) > 0 {
		return fmt.Errorf("said never to be dead, but %d markings are", len(v.space.Dead))
	}
	if (len(v.space.Dead) > 0) != (len(small.Dead) > 0) {
		return fmt.Errorf("%d dead markings, %d of the smaller net", len(v.space.Dead), len(small.Dead))
	}
	if observed {
		was, is := v.set(v.space, v.observed, v.space.Dead), v.set(small, v.places, small.Dead)
		if len(was) != len(is) {
			return fmt.Errorf("dead markings show %v, those of the smaller net %v", was, is)
		}
		for k := range was {
			if _, ok := is[k]; !ok {
				return fmt.Errorf("no dead marking of the smaller net shows %s", k)
			}
		}
	}
	for _, i := range small.Dead[:min(len(small.Dead), 5)] {
		m, err := v.lift(small.PathTo(i))
		if err != nil {
			return err
		}
		for range v.net.EnabledTransitions(m) {
			return fmt.Errorf("a trace to a dead marking is lifted to one that is not dead")
		}
		if observed && v.show(m, v.observed) != v.show(small.States[i], v.places) {
			return fmt.Errorf("a trace to a dead marking is lifted to another one")
		}
	}
	return nil
}
