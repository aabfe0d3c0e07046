package home

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"brim/internal/simplex"
	"brim/petri"
)

// The search for a descent.

const (
	attempts    = 40    // of one call of Find
	longest     = 8     // sequence
	longestPath = 30    // to the target that is a step as a whole
	mostAdded   = 400   // sequences that one sample adds at once
	mostWords   = 4000  // sequences in all
	pivots      = 20000 // of one linear program
	scales      = 256   // factors that may make weights whole numbers
	falls       = 0.5   // a transition that descends by so much under the ideal weights is on a short way home
)

// A Search looks for a descent to a target.
type Search struct {
	net     *petri.Net
	target  Target
	steps   []*step // first the transitions, by index
	samples []*sample
	words   map[string]bool // sequences among the steps, as text
	effects map[string]*effect
	table   simplex.Tableau[int] // the weights are unknowns, what effects do to the weighted sum is a sum
	ideal   []float64            // by transition: how far it goes up under the ideal weights
	aimed   int                  // samples when ideal was computed
}

// A step is a firing sequence that a descent may use.
type step struct {
	Step
	*effect // of all steps that do the same
}

// An effect is what steps do to the marking.
type effect struct {
	entries []simplex.Entry // by place
	sum     int32           // of the table; −1 if nothing changes
	chosen  bool            // it has to descend
}

// A sample is a marking in which some step has to be enabled.
type sample struct {
	petri.Marking
	near   petri.Marking // in the target; nil if none is known
	path   []int         // to it; nil if none is known
	guess  bool
	hard   int // how often no choice was left for it
	length int // of its sequences that are among the steps
}

// NewSearch returns a search for a descent to a target. Cost: the arcs.
func NewSearch(net *petri.Net, target Target) *Search {
	s := &Search{net: net, target: target, words: map[string]bool{}, effects: map[string]*effect{}}
	for range net.Places {
		s.table.AddUnknown()
	}
	for t := range net.Transitions {
		s.steps = append(s.steps, s.newStep([]int{t}))
	}
	return s
}

// newStep returns the step of a firing sequence.
func (s *Search) newStep(word []int) *step {
	x := newStep(s.net, word)
	var entries []simplex.Entry
	for p, d := range x.delta {
		if d != 0 {
			entries = append(entries, simplex.Entry{V: int32(p), C: d})
		}
	}
	slices.SortFunc(entries, func(a, b simplex.Entry) int { return cmp.Compare(a.V, b.V) })
	key := fmt.Sprint(entries)
	e := s.effects[key]
	if e == nil {
		e = &effect{entries: entries, sum: -1}
		if len(entries) > 0 {
			e.sum = s.table.AddSum(entries, -simplex.Unlimited)
		}
		s.effects[key] = e
	}
	return &step{x, e}
}

// Add adds a marking outside of the target as a sample. A guess is a marking that may be unreachable: Find gives up on
// guesses rather than on the search.
func (s *Search) Add(m petri.Marking, guess bool) {
	if !s.target.Has(m) {
		x := &sample{Marking: m.Clone(), guess: guess}
		x.near, x.path = s.target.Near(x.Marking)
		s.samples = append(s.samples, x)
	}
}

// Sample adds a reachable marking as a sample, which a random walk ends in: that of number i has 1, 2, 4, …, 512
// firings.
func (s *Search) Sample(i int) {
	var enabled []int
	s.Add(s.walk(rand.New(rand.NewPCG(uint64(i), 1)), 1<<(i%10), &enabled), false)
}

// Find returns a descent such that each sample enables one of its steps, nil if it found none. If there is none for the
// guesses, it drops them. Without samples the descent has no steps. The error is that of ctx or of a linear program.
func (s *Search) Find(ctx context.Context) (*Descent, error) {
	if len(s.samples) == 0 {
		return &Descent{Weights: make([]int64, len(s.net.Places))}, nil
	}
	if err := s.aim(ctx); err != nil {
		return nil, err
	}
	for range attempts {
		ok, err := s.attempt(ctx)
		if err != nil {
			return nil, err
		}
		if ok {
			return s.descent(), nil
		}
	}
	before := len(s.samples)
	if s.samples = slices.DeleteFunc(s.samples, func(m *sample) bool { return m.guess }); len(s.samples) < before {
		return s.Find(ctx)
	}
	return nil, nil
}

// attempt chooses steps for all samples, and reports whether it could.
func (s *Search) attempt(ctx context.Context) (bool, error) {
	s.table.Back(0)
	for _, x := range s.effects {
		x.chosen = false
	}
	slices.SortStableFunc(s.samples, func(a, b *sample) int { return b.hard - a.hard })
	stuck := false
	for _, m := range s.samples {
		ok, err := s.serve(ctx, m)
		if err != nil {
			return false, err
		}
		if !ok {
			stuck = true
			m.hard++
			s.extend(m)
		}
	}
	if stuck {
		return false, nil
	}
	if err := s.widen(ctx); err != nil {
		return false, err
	}
	// the weights may be those of the last choice, which need not have been possible
	_, err := s.table.Solve(ctx, simplex.Limits{Pivots: pivots})
	return err == nil, err
}

// serve chooses a step that a sample enables, unless one is chosen already, and reports whether there is one.
func (s *Search) serve(ctx context.Context, m *sample) (bool, error) {
	var can []*step
	for _, x := range s.steps {
		if x.sum < 0 || !x.enabled(s.net, m.Marking) {
			continue
		}
		if x.chosen {
			return true, nil
		}
		can = append(can, x)
	}
	slices.SortStableFunc(can, func(a, b *step) int { return cmp.Compare(s.cost(a), s.cost(b)) })
	for _, x := range can {
		if ok, err := s.choose(ctx, x.effect); err != nil || ok {
			return ok, err
		}
	}
	return false, nil
}

// cost returns how little a step recommends itself: by what it goes up under the ideal weights, those first that
// descend under the present ones.
func (s *Search) cost(x *step) float64 {
	up, now := 0.0, 0.0
	for _, t := range x.Word {
		up += s.ideal[t]
	}
	for _, e := range x.entries {
		now += float64(e.C) * s.table.Value(e.V)
	}
	if now < -falls {
		up -= 2
	}
	return up + 0.1*float64(len(x.Word)-1)
}

// choose makes effects descend, if there are weights for them and all that are chosen, and reports whether there are.
func (s *Search) choose(ctx context.Context, list ...*effect) (bool, error) {
	mark, ok := s.table.Mark(), true
	for _, x := range list {
		ok = ok && s.table.Bound(x.sum, true, -1, nil)
	}
	if ok {
		conflict, err := s.table.Solve(ctx, simplex.Limits{Pivots: pivots})
		if err != nil {
			return false, err
		}
		ok = conflict == nil
	}
	if !ok {
		s.table.Back(mark)
		return false, nil
	}
	for _, x := range list {
		x.chosen = true
	}
	return true, nil
}

// widen chooses all further transitions that do not go up under the ideal weights, those that descend first, where that
// is possible: the more steps there are, the fewer markings enable none.
func (s *Search) widen(ctx context.Context) error {
	order := make([]int, len(s.ideal))
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.ideal[a], s.ideal[b]) })
	var list []*effect
	seen := map[*effect]bool{}
	for _, t := range order {
		if x := s.steps[t].effect; s.ideal[t] < falls && !x.chosen && x.sum >= 0 && !seen[x] {
			seen[x] = true
			list = append(list, x)
		}
	}
	return s.chooseMost(ctx, list)
}

// chooseMost chooses as many effects as it can: all at once or, if there are no weights for all, those of the first
// half and then those of the second.
func (s *Search) chooseMost(ctx context.Context, list []*effect) error {
	if len(list) == 0 {
		return nil
	}
	if ok, err := s.choose(ctx, list...); ok || err != nil || len(list) == 1 {
		return err
	}
	half := len(list) / 2
	if err := s.chooseMost(ctx, list[:half]); err != nil {
		return err
	}
	return s.chooseMost(ctx, list[half:])
}

// extend adds the sequences of transitions that a sample enables, of at most twice the length of those it added before,
// where each transition uses what the one before gives, and that begin its path to the target. They serve where one has
// to go up before the way down begins.
func (s *Search) extend(m *sample) {
	if m.length >= longest {
		return
	}
	m.length = max(2, 2*m.length)
	if len(m.path) > 1 {
		s.add(m.path[:min(m.length, len(m.path))])
		if len(m.path) <= longestPath {
			s.add(m.path)
		}
	}
	added := 0
	var from func(word []int, at petri.Marking)
	from = func(word []int, at petri.Marking) {
		next := at.Clone()
		for t := range s.net.EnabledTransitions(at) {
			if len(word) > 0 && !s.feeds(word[len(word)-1], t) || !s.net.FireInto(next, at, t) {
				continue
			}
			longer := append(slices.Clone(word), t)
			if len(longer) > 1 {
				if added >= mostAdded || len(s.steps) >= len(s.net.Transitions)+mostWords {
					return
				}
				if s.add(longer) {
					added++
				}
			}
			if len(longer) < m.length {
				from(longer, next)
			}
		}
	}
	from(nil, m.Marking)
}

// add adds a firing sequence of several transitions to the steps, unless it is there or one of them has inhibitor arcs,
// and reports whether it did.
func (s *Search) add(word []int) bool {
	key := fmt.Sprint(word)
	if s.words[key] || slices.ContainsFunc(word, func(t int) bool { return len(s.net.Transitions[t].Inhibit) > 0 }) {
		return false
	}
	s.words[key] = true
	s.steps = append(s.steps, s.newStep(word))
	return true
}

// feeds reports whether a transition adds to a place that another one takes from, and neither has inhibitor arcs.
func (s *Search) feeds(from, to int) bool {
	a, b := &s.net.Transitions[from], &s.net.Transitions[to]
	if len(a.Inhibit)+len(b.Inhibit) > 0 {
		return false
	}
	for e := range a.Effects() {
		if e.Delta > 0 && slices.ContainsFunc(b.Pre, func(p petri.Arc) bool { return p.Place == e.Place }) {
			return true
		}
	}
	return false
}

// descent returns the descent of the weights that were found: all steps that they make descend, chosen or not. It
// returns nil if the weights are too large.
func (s *Search) descent() *Descent {
	for k := 1; k <= scales; k++ {
		if d := s.scaled(float64(k)); d != nil {
			return d
		}
	}
	widest := int64(0)
	for _, x := range s.effects {
		width := int64(1)
		for _, e := range x.entries {
			width += max(e.C, -e.C)
		}
		if x.chosen {
			widest = max(widest, width)
		}
	}
	return s.scaled(float64(widest)) // by rounding, a step that goes down by widest goes up by less than its width
}

// scaled returns the descent of the weights times a factor, rounded, nil if a chosen step does not descend then.
func (s *Search) scaled(by float64) *Descent {
	d := &Descent{Weights: make([]int64, len(s.net.Places))}
	for p := range d.Weights {
		if d.Weights[p] = int64(math.Round(by * s.table.Value(int32(p)))); d.Weights[p] > 1<<40 {
			return nil
		}
	}
	for i, x := range s.steps {
		descends := d.descends(&x.Step)
		if x.chosen && !descends {
			return nil
		}
		if descends && (i < len(s.net.Transitions) || x.chosen) {
			d.Steps = append(d.Steps, x.Step)
		}
	}
	if d.Check(s.net) != nil {
		return nil
	}
	return d
}
