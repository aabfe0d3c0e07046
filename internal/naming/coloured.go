package naming

import (
	"strings"

	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// Names of what the places and transitions of an unfolding stand for in the coloured net.

// A Value is a variable of a coloured transition and the colour bound to it, by their names in the file.
type Value struct{ Variable, Colour string }

// ColourOf returns the coloured place and the colour that place p of the unfolding stands for, by their names in the
// file.
func ColourOf(u *unfold.Unfolding, p int) (place, colour string) {
	i, c := u.PlaceOf(p)
	x := &u.Coloured.Places[i]
	return x.Name, u.Coloured.ColourText(x.Sort, c)
}

// ValuesOf returns the coloured transition and the binding that transition t of the unfolding stands for, by their
// names in the file.
func ValuesOf(u *unfold.Unfolding, t int) (transition string, values []Value) {
	i, binding := u.TransitionOf(t)
	x := &u.Coloured.Transitions[i]
	for k, v := range x.Variables {
		variable := &u.Coloured.Variables[v]
		values = append(values, Value{variable.ID, u.Coloured.ColourText(variable.Sort, binding[k])})
	}
	return x.Name, values
}

// IDs returns the colours of the variables of transition t of the unfolding by their ids, as TAPAAL writes them.
func IDs(u *unfold.Unfolding, t int) map[string]string {
	i, binding := u.TransitionOf(t)
	m := map[string]string{}
	for k, v := range u.Coloured.Transitions[i].Variables {
		variable := &u.Coloured.Variables[v]
		m[variable.ID] = colourID(u.Coloured, variable.Sort, binding[k])
	}
	return m
}

// colourID returns the id of a colour: that of its constant or, for a tuple, those of its components.
func colourID(n *coloured.Net, sort int, colour int64) string {
	switch s := &n.Sorts[sort]; s.Kind {
	case coloured.Finite, coloured.Cyclic:
		return s.Constants[colour].ID
	case coloured.Product:
		parts := make([]string, len(s.Parts))
		for i := len(s.Parts) - 1; i >= 0; i-- {
			size := n.Sorts[s.Parts[i]].Size
			parts[i] = colourID(n, s.Parts[i], colour%size)
			colour /= size
		}
		return "(" + strings.Join(parts, ",") + ")"
	}
	return n.ColourText(sort, colour)
}

// Binding returns the colours by variable.
func Binding(values []Value) map[string]string {
	m := map[string]string{}
	for _, v := range values {
		m[v.Variable] = v.Colour
	}
	return m
}

// PlacesOf returns the places of an unfolding that stand for one coloured place.
func PlacesOf(u *unfold.Unfolding, place int) (places []int) {
	for p, end := u.Places(place); p < end; p++ {
		places = append(places, p)
	}
	return places
}
