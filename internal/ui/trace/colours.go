package trace

import (
	"fmt"
	"slices"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
	"brim/petri/coloured/unfold"
)

// Markings and changes of coloured nets as text.

// longColours is how many columns the colours in one place have.
const longColours = 60

// NamesOf returns what the places and transitions of a model are called.
func NamesOf(m *check.Model) naming.Names {
	return naming.Names{Net: m.Outline(), Unfolding: m.Unfolding}
}

// held lists what the marked places hold, those of an unfolding by the places of the coloured net: Fork: 2'3 + 5.
func (x *witnessText) held(m petri.Marking) (list []string) {
	u := x.names.Unfolding
	if u == nil {
		for p, tokens := range m {
			if tokens > 0 {
				list = append(list, x.names.Place(p)+": "+quantity.Int(tokens))
			}
		}
		return list
	}
	for place := range u.Coloured.Places {
		held := Colours(u, m, naming.PlacesOf(u, place))
		if len(held) == 0 {
			continue
		}
		text := quantity.Int(held[0])
		if !plain(u, place) {
			text = x.colours(notation.MultisetTerms(u.Coloured, u.Coloured.Places[place].Sort, held), " + ")
		}
		list = append(list, syntax.NameText(u.Coloured.PlaceAlias(place))+": "+text)
	}
	return list
}

// changed lists what a step changed, in an unfolding by the places of the coloured net: Fork: − 2'3 + 5.
func (x *witnessText) changed(s Step) (list []string) {
	u := x.names.Unfolding
	if u == nil {
		for _, c := range s.Changes {
			list = append(list, x.names.Place(c.Place)+": "+arrow(c))
		}
		return list
	}
	for _, g := range ByPlace(u, s.Changes) {
		text := ""
		if plain(u, g.Place) {
			text = arrow(g.Changes[0])
		} else {
			text = x.colours(g.Terms(u), " ")
		}
		list = append(list, syntax.NameText(u.Coloured.PlaceAlias(g.Place))+": "+text)
	}
	return list
}

func arrow(c Change) string {
	return fmt.Sprintf("%s → %s", quantity.Int(c.From), quantity.Int(c.To))
}

// colours joins the colours in one place, as far as there is room for them.
func (x *witnessText) colours(terms []string, between string) string {
	text, all := fit(terms, between, longColours)
	x.short = x.short || !all
	return text
}

// plain reports whether the tokens of a place have no colours.
func plain(u *unfold.Unfolding, place int) bool {
	return u.Coloured.Sorts[u.Coloured.Places[place].Sort].Kind == coloured.Dot
}

// Colours returns what some places of an unfolding, all of one place of the coloured net, hold in m.
func Colours(u *unfold.Unfolding, m petri.Marking, places []int) coloured.Multiset {
	held := coloured.Multiset{}
	for _, p := range places {
		if m[p] > 0 {
			_, colour := u.PlaceOf(p)
			held[colour] = m[p]
		}
	}
	return held
}

// A Group is what a step changed in one place of a coloured net.
type Group struct {
	Place   int
	Changes []Change
}

// ByPlace groups changes by the places of the coloured net, in the order in which these come first.
func ByPlace(u *unfold.Unfolding, changes []Change) (groups []Group) {
	for _, c := range changes {
		place, _ := u.PlaceOf(c.Place)
		i := slices.IndexFunc(groups, func(g Group) bool { return g.Place == place })
		if i < 0 {
			i = len(groups)
			groups = append(groups, Group{Place: place})
		}
		groups[i].Changes = append(groups[i].Changes, c)
	}
	return groups
}

// Terms writes what went, each with a minus before it, and what came, with a plus.
func (g Group) Terms(u *unfold.Unfolding) (list []string) {
	went, came := coloured.Multiset{}, coloured.Multiset{}
	for _, c := range g.Changes {
		_, colour := u.PlaceOf(c.Place)
		if c.To < c.From {
			went[colour] = c.From - c.To
		} else {
			came[colour] = c.To - c.From
		}
	}
	sort := u.Coloured.Places[g.Place].Sort
	for _, x := range notation.MultisetTerms(u.Coloured, sort, went) {
		list = append(list, "− "+x)
	}
	for _, x := range notation.MultisetTerms(u.Coloured, sort, came) {
		list = append(list, "+ "+x)
	}
	return list
}
