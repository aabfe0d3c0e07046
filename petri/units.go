package petri

import (
	"fmt"
	"slices"
)

// Units is the tree of nested units that an NUPN (Nested-Unit Petri Net) puts
// over the places. A place may be in no unit.
type Units struct {
	Root int    // index into List
	Safe bool   // the net is unit-safe: see UnitSafe
	List []Unit // the units, in the order of the file

	// Doubt says what the file of the net has wrong about the units, for people; then Safe is not believed. "" is
	// nothing.
	Doubt string
}

// A Unit is a group of places. In a unit-safe net at most one place of a unit
// holds a token, it holds at most one, and then no unit below has any.
type Unit struct {
	Name   string
	Places []int // the unit's own places
	Sub    []int // the units directly below, as indices into Units.List
}

// Below tells for every unit whether it is the given one or anywhere below it.
func (u *Units) Below(unit int) []bool {
	below := make([]bool, len(u.List))
	below[unit] = true
	for todo := []int{unit}; len(todo) > 0; {
		last := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, sub := range u.List[last].Sub {
			if !below[sub] {
				below[sub] = true
				todo = append(todo, sub)
			}
		}
	}
	return below
}

// UnitSafe reports whether m fits a unit-safe net: every place of a unit holds at
// most one token, at most one place of a unit is marked, and on every path from
// the root down at most one unit is marked. The field Safe promises this of all
// reachable markings; only then may it be used. The cost is linear in the number
// of units and places.
func (u *Units) UnitSafe(m Marking) bool {
	type item struct {
		unit  int
		above bool // a unit above is marked
	}
	for todo := []item{{unit: u.Root}}; len(todo) > 0; {
		it := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		marked := 0
		for _, p := range u.List[it.unit].Places {
			switch {
			case m[p] > 1:
				return false
			case m[p] == 1:
				marked++
			}
		}
		if marked > 1 || marked == 1 && it.above {
			return false
		}
		for _, sub := range u.List[it.unit].Sub {
			todo = append(todo, item{sub, it.above || marked == 1})
		}
	}
	return true
}

// Equal reports whether u and o are the same units in the same order; both may be
// nil. Doubt does not count.
func (u *Units) Equal(o *Units) bool {
	if u == nil || o == nil {
		return u == o
	}
	return u.Root == o.Root && u.Safe == o.Safe && slices.EqualFunc(u.List, o.List, func(a, b Unit) bool {
		return a.Name == b.Name && slices.Equal(a.Places, b.Places) && slices.Equal(a.Sub, b.Sub)
	})
}

// fault says what is wrong with u over the given number of places, or "". Once no
// unit has two parents and the root has none, the units are a tree exactly if the
// root reaches all of them, and the walk that counts them ends.
func (u *Units) fault(places int) string {
	if u.Root < 0 || u.Root >= len(u.List) {
		return fmt.Sprintf("units: the root is %d, of %d units", u.Root, len(u.List))
	}
	owner := make([]int, places) // 1 + the unit that has the place
	parent := make([]int, len(u.List))
	for i := range u.List {
		unit := &u.List[i]
		for _, p := range unit.Places {
			if p < 0 || p >= places {
				return fmt.Sprintf("unit %q: no place %d", unit.Name, p)
			}
			if owner[p] != 0 {
				return fmt.Sprintf("units %q and %q have the same place %d", u.List[owner[p]-1].Name, unit.Name, p)
			}
			owner[p] = i + 1
		}
		for _, sub := range unit.Sub {
			if sub < 0 || sub >= len(u.List) {
				return fmt.Sprintf("unit %q: no unit %d", unit.Name, sub)
			}
			if parent[sub] != 0 || sub == u.Root {
				return fmt.Sprintf("unit %q is below %q and elsewhere", u.List[sub].Name, unit.Name)
			}
			parent[sub] = i + 1
		}
	}
	for i, below := range u.Below(u.Root) {
		if !below {
			return fmt.Sprintf("unit %q is not below the root", u.List[i].Name)
		}
	}
	return ""
}
