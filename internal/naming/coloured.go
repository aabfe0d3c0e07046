package naming

import "brim/petri/coloured"

// A Value is the colour that a variable is bound to, for programs.
type Value struct{ Variable, Colour string }

// ColourOf returns, for programs, the place of the coloured net that place p of its unfolding stands for, and the
// colour.
func ColourOf(u *coloured.Unfolding, p int) (place, colour string) {
	i, c := u.PlaceOf(p)
	x := &u.Coloured.Places[i]
	return x.Name, u.Coloured.ColourText(x.Sort, c)
}

// ValuesOf returns, for programs, the transition of the coloured net that transition t of its unfolding stands for, and
// the colours of its variables.
func ValuesOf(u *coloured.Unfolding, t int) (transition string, values []Value) {
	i, binding := u.TransitionOf(t)
	x := &u.Coloured.Transitions[i]
	for k, v := range x.Variables {
		variable := &u.Coloured.Variables[v]
		values = append(values, Value{variable.ID, u.Coloured.ColourText(variable.Sort, binding[k])})
	}
	return x.Name, values
}

// Binding returns values by variable.
func Binding(values []Value) map[string]string {
	m := map[string]string{}
	for _, v := range values {
		m[v.Variable] = v.Colour
	}
	return m
}

// PlacesOf returns the places of an unfolding that stand for one of the coloured net.
func PlacesOf(u *coloured.Unfolding, place int) (places []int) {
	for p, end := u.Places(place); p < end; p++ {
		places = append(places, p)
	}
	return places
}
