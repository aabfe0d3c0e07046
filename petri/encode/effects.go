package encode

import (
	"encoding/binary"
	"math"
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

// effects sorts the arcs of every transition by level.
func (m *Model) effects() *effects {
	e := &effects{}
	number := map[string]int32{}
	var touched []touch
	var id []byte
	for t := range m.Net.Transitions {
		touched = m.touches(&m.Net.Transitions[t], touched[:0])
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

// A change is what a transition does to one place of a component.
type change struct {
	place int32 // index within the component
	min   int64 // tokens needed
	below int64 // tokens that disable; 0 if none do
	delta int64
}

// enabled tells whether x tokens allow the change.
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

// touches lists what t does, by level and place.
func (m *Model) touches(t *petri.Transition, out []touch) []touch {
	at := func(p int) *change {
		for i := range out {
			if out[i].level == m.levelOf[p] && out[i].place == m.indexOf[p] {
				return &out[i].change
			}
		}
		out = append(out, touch{m.levelOf[p], change{place: m.indexOf[p]}})
		return &out[len(out)-1].change
	}
	for _, a := range t.Pre {
		c := at(a.Place)
		c.min, c.delta = a.Weight, -a.Weight
	}
	for _, a := range t.Post {
		at(a.Place).delta += a.Weight
	}
	for _, a := range t.Inhibit {
		at(a.Place).below = a.Weight
	}
	slices.SortFunc(out, func(a, b touch) int {
		if a.level != b.level {
			return int(a.level - b.level)
		}
		return int(a.place - b.place)
	})
	return out
}

// numberedAt is the token count from which even a single place gets numbered values.
const numberedAt = 1 << 30

// makeSpaces gives a space to every component of several places, and to single places whose numbers are too large to be local values.
func (m *Model) makeSpaces(e *effects) {
	on := make([][]int32, len(m.spaces)) // effects on each level
	for _, u := range e.uses {
		on[u.level-1] = append(on[u.level-1], u.effect)
	}
	shared := map[string]*space{}
	var initial []int64
	var id []byte
	for i, places := range m.Order.Levels {
		initial = initial[:0]
		for _, p := range places {
			initial = append(initial, m.Net.Places[p].Initial)
		}
		if len(places) == 1 && !e.large(initial[0], on[i]) {
			continue
		}
		slices.Sort(on[i])
		id = binary.AppendVarint(id[:0], int64(len(initial)))
		for _, x := range initial {
			id = binary.AppendVarint(id, x)
		}
		for _, x := range slices.Compact(on[i]) {
			id = binary.AppendVarint(id, int64(x))
		}
		s, ok := shared[string(id)]
		if !ok {
			s = newSpace(initial)
			shared[string(id)] = s
		}
		m.spaces[i] = s
	}
}

// large tells whether a place with these initial tokens and effects has numbers too large to be local values.
func (e *effects) large(initial int64, on []int32) bool {
	if initial >= numberedAt {
		return true
	}
	for _, n := range on {
		c := e.changes[n][0]
		if max(c.min, c.below, c.delta, -c.delta) >= math.MaxInt32/2 {
			return true
		}
	}
	return false
}
