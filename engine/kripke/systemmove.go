package kripke

import "math"

// Events of systems, compiled for packed states.

// A leads calls visit with the values to which an event leads.
type leads = func(values []int64, visit func(to []int64)) error

// A happening is an event.
type happening struct {
	label  int
	stages [][]action
	simple *action // the only one, if there is one stage with one product that leads to one state; else nil
	leads  leads   // in place of stages
}

// An action is a product.
type action struct {
	move             // tests and sums
	assigns []assign //
	tables  []values //
	several bool     // a table leads to several values from one
}

// An assign gives a field the same value whatever it was.
type assign struct {
	word       int
	mask, bits uint64
}

// A values is a step that is no sum: where it leads from each value.
type values struct {
	field    field
	variable int
	one      []int32   // by value, −1 if it is impossible; nil if it may lead to several values, or if there is a map
	many     [][]int32 // by value
	next     func(v int) (to int, ok bool)
}

// from returns the values that v leads to. one is true if that is at most one, which is to or, if it is impossible, −1.
func (t *values) from(v int64) (to int64, many []int32, one bool) {
	switch {
	case t.next != nil:
		n, ok := t.next(int(v))
		if !ok {
			return -1, nil, true
		}
		return int64(n), nil, true
	case t.one != nil && v < int64(len(t.one)):
		return int64(t.one[v]), nil, true
	case t.one == nil && v < int64(len(t.many)):
		return 0, t.many[v], false
	}
	return -1, nil, true
}

// enabled reports whether all steps are possible.
func (a *action) enabled(s State) bool {
	if !a.move.enabled(s) {
		return false
	}
	for i := range a.tables {
		t := &a.tables[i]
		if to, many, one := t.from(t.field.get(s)); one && to < 0 || !one && len(many) == 0 {
			return false
		}
	}
	return true
}

// compile compiles an event. It is not possible if no state of these fields enables it.
func (x *System) compile(e *Event, label int) (h happening, possible bool) {
	h.label, h.leads = label, e.Leads
	if h.leads != nil {
		return h, true
	}
	for _, stage := range e.Stages {
		var list []action
		for _, p := range stage {
			if a, possible := x.action(p); possible {
				a.label = label
				list = append(list, a)
			}
		}
		if list == nil {
			return h, false
		}
		h.stages = append(h.stages, list)
	}
	if len(h.stages) == 1 && len(h.stages[0]) == 1 && !h.stages[0][0].several {
		h.simple = &h.stages[0][0]
	}
	return h, true
}

// action compiles a product.
func (x *System) action(p Product) (a action, possible bool) {
	for i := range p {
		step, f := &p[i], &x.fields[p[i].Variable]
		lo, hi, to, kind := step.shape()
		if hi = min(hi, f.most()); kind != irregular && (lo > hi || f.bits == 0 && (f.fixed < lo || f.fixed > hi)) {
			return a, false
		}
		switch {
		case kind == irregular:
			a.table(f, step)
		case f.bits == 0: // the test is always true
		case kind == constant && to > f.most(): // it leads where there is no room
			a.table(f, step)
		case kind == constant:
			a.test(f, lo, hi)
			a.assigns = append(a.assigns, assign{f.word, f.mask() << f.shift, uint64(to) << f.shift})
		default:
			a.test(f, lo, hi)
			free := *f
			free.sure = to > 0 && hi <= f.most()-to // the test leaves room
			a.change(&free, step.Variable, to)
		}
	}
	return a, true
}

// What a step does to values in an interval.
type kind uint8

const (
	addition kind = iota
	constant
	irregular
)

// shape returns for which values a step is possible, and what it adds, or the value to which it leads from all of them.
func (s *Step) shape() (lo, hi, to int64, k kind) {
	switch {
	case s.Map != nil:
		return 0, math.MaxInt64, 0, irregular
	case s.Pairs == nil:
		return s.Least, s.Most, s.Delta, addition
	case len(s.Pairs) == 0:
		return 1, 0, 0, constant
	}
	first := s.Pairs[0]
	sum, same := true, true
	for i, pair := range s.Pairs {
		if pair[0] != first[0]+i {
			return 0, math.MaxInt64, 0, irregular
		}
		sum, same = sum && pair[1]-pair[0] == first[1]-first[0], same && pair[1] == first[1]
	}
	lo, hi = int64(first[0]), int64(first[0]+len(s.Pairs)-1)
	switch {
	case sum:
		return lo, hi, int64(first[1] - first[0]), addition
	case same:
		return lo, hi, int64(first[1]), constant
	}
	return 0, math.MaxInt64, 0, irregular
}

// table adds a step that is no sum.
func (a *action) table(f *field, s *Step) {
	t := values{field: *f, variable: s.Variable, next: s.Map}
	if s.Map == nil {
		t.many = make([][]int32, s.Pairs[len(s.Pairs)-1][0]+1)
		several := false
		for _, pair := range s.Pairs {
			t.many[pair[0]] = append(t.many[pair[0]], int32(pair[1]))
			several = several || len(t.many[pair[0]]) > 1
		}
		if a.several = a.several || several; !several {
			t.one = make([]int32, len(t.many))
			for v, to := range t.many {
				if t.one[v] = -1; len(to) > 0 {
					t.one[v] = to[0]
				}
			}
			t.many = nil
		}
	}
	a.tables = append(a.tables, t)
}

// Successors makes the enabled events happen, by index. Cost: a test or more for each event, and for those of several
// stages and products the ways through them. Nothing is allocated but what out needs for a larger state than all
// before.
func (x *System) Successors(s State, out *Successors) error {
	out.Reset(x.words)
	for i := range x.events {
		h := &x.events[i]
		a := h.simple
		if a == nil {
			if err := x.happen(h, s, out); err != nil {
				return err
			}
			continue
		}
		if !a.enabled(s) {
			continue
		}
		to := out.Add(h.label, s)
		if variable := a.apply(s, to); variable >= 0 {
			return x.overflow(s, h.label, variable)
		}
		for k := range a.tables {
			t := &a.tables[k]
			n, _, _ := t.from(t.field.get(s))
			if !t.put(to, n) {
				return x.overflow(s, h.label, t.variable)
			}
		}
	}
	return nil
}

// put gives the field a value. It reports false if there is no room for it.
func (t *values) put(s State, n int64) bool {
	if n > t.field.most() || t.field.bits == 0 && n != t.field.fixed {
		return false
	}
	if t.field.bits > 0 {
		t.field.set(s, n)
	}
	return true
}

// apply makes the sums and assignments of an action in to, which is a copy of s. It returns the number of a variable
// for whose value there is no room, else −1.
func (a *action) apply(s, to State) int {
	for i := range a.room {
		if !a.room[i].holds(s) {
			return a.crowded[i]
		}
	}
	for _, d := range a.additive {
		to[d.word] += d.delta
	}
	for _, v := range a.assigns {
		to[v.word] = to[v.word]&^v.mask | v.bits
	}
	return -1
}

// happen adds the states that an event leads to from s.
func (x *System) happen(h *happening, s State, out *Successors) error {
	if h.leads != nil {
		return x.ask(h, s, out)
	}
	if need := (x.stages + 1) * x.words; len(out.scratch) < need {
		out.scratch = make([]uint64, need)
	}
	copy(out.scratch, s)
	w := way{System: x, happening: h, out: out, before: out.Len(), from: s}
	return w.stage(0)
}

// ask is happen for an event that is asked.
func (x *System) ask(h *happening, s State, out *Successors) (err error) {
	values := make([]int64, len(x.fields))
	x.Marking(values, s)
	wrong := h.leads(values, func(to []int64) {
		if packed, ok := x.Pack(to); ok {
			copy(out.Add(h.label, s), packed)
			return
		}
		for i, v := range to {
			if v > x.fields[i].most() {
				err = x.overflow(s, h.label, i)
			}
		}
	})
	if wrong != nil {
		return wrong
	}
	return err
}

// A way is an event that goes through its stages. The state before stage i is the i-th in the scratch of out.
type way struct {
	*System
	*happening
	out    *Successors
	before int // transitions of other events
	from   State
}

func (w *way) at(stage int) State {
	return w.out.scratch[stage*w.words : (stage+1)*w.words : (stage+1)*w.words]
}

// stage goes on with a stage.
func (w *way) stage(i int) error {
	s := w.at(i)
	if i == len(w.happening.stages) {
		for k := w.before; k < w.out.Len(); k++ {
			if equal(w.out.State(k), s) {
				return nil
			}
		}
		w.out.Add(w.label, s)
		return nil
	}
	list := w.happening.stages[i]
	for k := range list {
		a := &list[k]
		if !a.enabled(s) {
			continue
		}
		to := w.at(i + 1)
		copy(to, s)
		if variable := a.apply(s, to); variable >= 0 {
			return w.overflow(w.from, w.label, variable)
		}
		if err := w.spread(i, a, 0); err != nil {
			return err
		}
	}
	return nil
}

// spread makes the steps of an action from table k on, in all ways, and goes on after each.
func (w *way) spread(stage int, a *action, k int) error {
	if k == len(a.tables) {
		return w.stage(stage + 1)
	}
	t := &a.tables[k]
	n, many, one := t.from(t.field.get(w.at(stage)))
	if one {
		if !t.put(w.at(stage+1), n) {
			return w.overflow(w.from, w.label, t.variable)
		}
		return w.spread(stage, a, k+1)
	}
	for _, n := range many {
		if !t.put(w.at(stage+1), int64(n)) {
			return w.overflow(w.from, w.label, t.variable)
		}
		if err := w.spread(stage, a, k+1); err != nil {
			return err
		}
	}
	return nil
}

func equal(a, b State) bool {
	for i, w := range a {
		if b[i] != w {
			return false
		}
	}
	return true
}
