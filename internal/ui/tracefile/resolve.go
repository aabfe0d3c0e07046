package tracefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/ui/trace"
	"brim/petri"
)

// How the names in a trace are looked up in a net.

// An index finds places and transitions of a net by all names that they have: their own, what people call them, those
// of formulas, and of an unfolding the coloured name with its colours by their names or ids.
type index struct {
	names       naming.Names
	transitions map[string]int // -1 stands for several
	places      map[string]int
}

func newIndex(m *check.Model) *index {
	x := &index{names: trace.NamesOf(m), transitions: map[string]int{}, places: map[string]int{}}
	net := x.names.Net
	for t := range net.Transitions {
		own := net.Transitions[t].Name
		list := []string{x.names.Transition(t), x.names.TransitionCall(t)}
		if u := m.Unfolding; u != nil {
			coloured, values := naming.ValuesOf(u, t)
			list = append(list, call(coloured, naming.Binding(values)), call(coloured, naming.IDs(u, t)))
		}
		enter(x.transitions, t, own, list)
	}
	for p := range net.Places {
		enter(x.places, p, net.Places[p].Name, []string{x.names.Place(p), x.names.PlaceCall(p)})
	}
	// names of their own come first, whatever others are called
	for t := range net.Transitions {
		x.transitions[net.Transitions[t].Name] = t
	}
	for p := range net.Places {
		x.places[net.Places[p].Name] = p
	}
	return x
}

// enter notes the names of one.
func enter(index map[string]int, i int, own string, others []string) {
	for _, name := range append(others, own) {
		if before, ok := index[name]; ok && before != i {
			index[name] = -1
		} else {
			index[name] = i
		}
	}
}

// call writes a transition with the colours of its variables, by their names.
func call(transition string, binding map[string]string) string {
	if len(binding) == 0 {
		return transition
	}
	var list []string
	for _, v := range slices.Sorted(maps.Keys(binding)) {
		list = append(list, v+"="+binding[v])
	}
	return transition + "(" + strings.Join(list, ", ") + ")"
}

// transition finds the one that a step names.
func (x *index) transition(f trace.Firing) (int, error) {
	if f.Delay > 0 {
		return 0, fmt.Errorf("the step is a delay of %d, and the net has no time", f.Delay)
	}
	name := f.Transition
	if f.Coloured != "" && (name == "" || len(f.Binding) > 0) {
		name = call(f.Coloured, f.Binding)
	}
	t, ok := x.transitions[name]
	if !ok && strings.HasSuffix(name, ")") { // as Eat(y=2,x=1), in any sequence
		t, ok = x.transitions[arranged(name)]
	}
	switch {
	case !ok:
		return 0, fmt.Errorf("there is no transition %q", name)
	case t < 0:
		return 0, fmt.Errorf("%q means several transitions", name)
	}
	return t, nil
}

// arranged writes a call with its variables in the sequence of their names.
func arranged(name string) string {
	transition, inside, ok := strings.Cut(strings.TrimSuffix(name, ")"), "(")
	if !ok {
		return name
	}
	binding := map[string]string{}
	for _, part := range apart(inside) {
		variable, colour, ok := strings.Cut(strings.TrimSpace(part), "=")
		variable = strings.TrimSpace(variable)
		if _, twice := binding[variable]; !ok || twice {
			return name
		}
		binding[variable] = strings.TrimSpace(colour)
	}
	return call(transition, binding)
}

// marking reads a start.
func (x *index) marking(start map[string]int64) (petri.Marking, error) {
	m := make(petri.Marking, len(x.names.Net.Places))
	for _, name := range slices.Sorted(maps.Keys(start)) {
		p, ok := x.places[name]
		switch {
		case !ok || p < 0:
			return nil, fmt.Errorf("the start names place %q, which the net has not", name)
		case start[name] < 0:
			return nil, fmt.Errorf("the start has %d tokens on place %q", start[name], name)
		}
		m[p] = start[name]
	}
	return m, nil
}

// apart splits a text at commas that stand in no brackets, as tuples have them.
func apart(text string) (parts []string) {
	depth, begin := 0, 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts, begin = append(parts, text[begin:i]), i+1
		}
	}
	return append(parts, text[begin:])
}
