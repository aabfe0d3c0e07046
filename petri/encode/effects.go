package encode

import (
	"cmp"
	"encoding/binary"
	"slices"

	"brim/petri"
)

// effects are the effects of all transitions, level by level, equal ones numbered alike.
type effects struct {
	uses    []use
	end     []int // by transition: end of its part of uses
	changes [][]change
	moves   []bool // by transition: some place changes
}

// A use is what a transition does to one level.
type use struct {
	level  int32
	effect int32 // index into changes
}

// effects sorts the arcs of every transition in the list by level.
func (m *Model) effects(list []petri.Transition) *effects {
	e := &effects{}
	number := map[string]int32{}
	var touched []touch
	var id []byte
	for t := range list {
		touched = m.touches(&list[t], touched[:0])
		moves := false
		for from := 0; from < len(touched); {
			id = id[:0]
			to := from
			for to < len(touched) && touched[to].level == touched[from].level {
				id = touched[to].append(id)
				moves = moves || touched[to].delta != 0
				to++
			}
			n, ok := number[string(id)]
			if !ok {
				n = int32(len(e.changes))
				number[string(id)] = n
				changes := make([]change, 0, to-from)
				for _, x := range touched[from:to] {
					changes = append(changes, x.change)
				}
				e.changes = append(e.changes, changes)
			}
			e.uses = append(e.uses, use{touched[from].level, n})
			from = to
		}
		e.end = append(e.end, len(e.uses))
		e.moves = append(e.moves, moves)
	}
	return e
}

// of returns what transition t does.
func (e *effects) of(t int) []use {
	from := 0
	if t > 0 {
		from = e.end[t-1]
	}
	return e.uses[from:e.end[t]]
}

// byLevel returns the different effects on each level, ascending.
func (e *effects) byLevel(levels int) [][]int32 {
	on := make([][]int32, levels)
	for _, u := range e.uses {
		on[u.level-1] = append(on[u.level-1], u.effect)
	}
	for i := range on {
		slices.Sort(on[i])
		on[i] = slices.Compact(on[i])
	}
	return on
}

// A change is what a transition does to one place of a component.
type change struct {
	place int32 // index within the component
	min   int64 // tokens needed
	below int64 // tokens that disable; 0 if none do
	delta int64
}

// enabled reports whether x tokens allow the change.
func (ch change) enabled(x int64) bool { return x >= ch.min && (ch.below == 0 || x < ch.below) }

func (ch change) append(id []byte) []byte {
	id = binary.AppendVarint(id, int64(ch.place))
	id = binary.AppendVarint(id, ch.min)
	id = binary.AppendVarint(id, ch.below)
	return binary.AppendVarint(id, ch.delta)
}

// A touch is a change and the level of its component.
type touch struct {
	level int32
	change
}

// touches lists what t does, by level and place, each place once.
func (m *Model) touches(t *petri.Transition, out []touch) []touch {
	for e := range t.Effects() {
		out = append(out, touch{m.levelOf[e.Place], change{m.indexOf[e.Place], e.Min, e.Below, e.Delta}})
	}
	slices.SortFunc(out, func(a, b touch) int {
		return cmp.Or(cmp.Compare(a.level, b.level), cmp.Compare(a.place, b.place))
	})
	return out
}
