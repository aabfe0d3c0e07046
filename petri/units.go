package petri

// Units is the tree of nested units that an NUPN (Nested-Unit Petri Net) puts
// over the places.
type Units struct {
	Root int    // index into List
	Safe bool   // the net is unit-safe: see Unit
	List []Unit // the units, in the order of the file
}

// A Unit is a group of places. In a unit-safe net at most one place of a unit
// holds a token, it holds at most one, and then no unit below has any.
type Unit struct {
	Name   string
	Places []int // the unit's own places
	Sub    []int // the units directly below, as indices into Units.List
}
