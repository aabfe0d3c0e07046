package system

import (
	"math"
	"slices"

	"brim/dd"
	"brim/engine/kripke"
	"brim/mdd"
)

// Single states of systems: packed ones for engines, and step by step for those who check these.

// States returns the system as a structure of packed states, which has so many bits for the values of a variable that
// no promise of Most bounds; see kripke.NewSystem. It starts in the tuple that Starts returns. Events that somebody
// else made as matrices are looked up in the forest, one search at a time.
func (s *System) States(unknown int) *kripke.System {
	d := &kripke.Description{Name: s.name, Format: func(values []int64) string { return s.Format(ints(values)) }}
	for i, name := range s.variables {
		v := kripke.Variable{Name: name, Most: int64(s.most[i]), Starts: []int64{int64(s.first[i])}}
		for _, n := range s.begin[i] {
			v.Starts = append(v.Starts, int64(n))
		}
		d.Variables = append(d.Variables, v)
	}
	for _, n := range s.numbers {
		d.Derived = append(d.Derived, kripke.Derived{Variable: n.variable, Of: n.of})
	}
	for e, name := range s.events {
		event := kripke.Event{Name: name}
		for _, stage := range s.stages[e] {
			var list []kripke.Product
			for _, steps := range stage {
				if p, ok := packed(steps); ok {
					list = append(list, p)
				}
			}
			event.Stages = append(event.Stages, list)
		}
		if s.stages[e] == nil {
			event.Leads = func(values []int64, visit func(to []int64)) error {
				return s.lookUp(e, ints(values), func(to []int) { visit(wide(to)) })
			}
		}
		d.Events = append(d.Events, event)
	}
	return kripke.NewSystem(d, unknown)
}

// packed returns steps as packed states have them; ok is false if one is never possible.
func packed(steps []mdd.Step) (p kripke.Product, ok bool) {
	for _, step := range steps {
		x := kripke.Step{Variable: step.Level - 1}
		switch e := step.Effect.(type) {
		case mdd.Shift:
			x.Least, x.Most, x.Delta = int64(e.Min), math.MaxInt64, int64(e.Delta)
			if e.Below > 0 {
				x.Most = int64(e.Below) - 1
			}
			if e.Min > mdd.MaxValue {
				return nil, false
			}
		case *mdd.Map:
			x.Map = e.Next
		case *mdd.Pairs:
			if x.Pairs = e.List(); len(x.Pairs) == 0 {
				return nil, false
			}
		}
		p = append(p, x)
	}
	return p, true
}

// Successors calls visit with each event that is enabled in values, by number, and where it leads, event after event.
// It asks what the events do step by step and makes no diagrams. The error is an *mdd.LimitError: a value is too large.
//
// Of a system that New made, events that are matrices are looked up in the forest: then it waits as Use does, so who
// uses the forest must not call it; nor must visit.
func (s *System) Successors(values []int, visit func(event int, to []int)) error {
	for e, stages := range s.stages {
		if stages == nil {
			if err := s.lookUp(e, values, func(to []int) { visit(e, to) }); err != nil {
				return err
			}
			continue
		}
		from := [][]int{values}
		for _, stage := range stages {
			var next [][]int
			for _, v := range from {
				for _, steps := range stage {
					next = spread(next, v, steps)
				}
			}
			from = each(next)
		}
		for _, to := range from {
			for _, v := range to {
				if v > mdd.MaxValue {
					return &mdd.LimitError{Kind: "values", At: int64(v), Max: mdd.MaxValue}
				}
			}
			visit(e, to)
		}
	}
	return nil
}

// spread adds to list the tuples to which steps lead from v.
func spread(list [][]int, v []int, steps []mdd.Step) [][]int {
	tuples := [][]int{slices.Clone(v)}
	for _, step := range steps {
		to := leads(step.Effect, v[step.Level-1])
		var more [][]int
		for _, t := range tuples {
			for _, n := range to {
				t = slices.Clone(t)
				t[step.Level-1] = n
				more = append(more, t)
			}
		}
		tuples = more
	}
	return append(list, tuples...)
}

// leads returns the values to which an effect leads from v.
func leads(e mdd.Effect, v int) (list []int) {
	switch e := e.(type) {
	case mdd.Shift:
		if v >= e.Min && (e.Below <= 0 || v < e.Below) {
			list = []int{v + e.Delta}
		}
	case *mdd.Map:
		if to, ok := e.Next(v); ok {
			list = []int{to}
		}
	case *mdd.Pairs:
		for _, pair := range e.At(v) {
			list = append(list, pair[1])
		}
	}
	return list
}

// each returns a list of tuples, each once.
func each(list [][]int) (different [][]int) {
	for _, t := range list {
		if !slices.ContainsFunc(different, func(x []int) bool { return slices.Equal(x, t) }) {
			different = append(different, t)
		}
	}
	return different
}

// lookUp calls visit with the tuples to which an event leads, as the forest has it.
func (s *System) lookUp(event int, values []int, visit func(to []int)) (err error) {
	s.take()
	defer func() { <-s.turn }()
	defer dd.Recover(&err)
	for to := range s.moves.Successors(event, s.Tuple(values)...) {
		visit(s.Values(to))
	}
	return nil
}

func ints(values []int64) []int {
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list
}

func wide(values []int) []int64 {
	list := make([]int64, len(values))
	for i, v := range values {
		list[i] = int64(v)
	}
	return list
}
