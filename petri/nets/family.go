package nets

import (
	"math/big"
	"slices"

	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/timed"
)

// What a family may build at most, so that a slip of the finger ends in an error
// and not in a full memory. A net of the largest size takes about 3 GB.
const (
	maxPlaces = 10_000_000
	maxArcs   = 40_000_000
	maxTokens = 1_000_000_000 // for families whose size is a number of tokens
)

// A Family is a set of nets, one for each size: a number N or, in some families, several
// numbers, each within a range of its own.
type Family struct {
	Name      string   // as written before the colon of a spec
	Title     string   // one line for lists
	Parameter string   // what N counts, or what the numbers of a size do
	Numbers   []Number // of a size, in their order, one at least
	Sizes     []Size   // those with a name

	// Build returns the net of the given size, in time linear in its arcs. It
	// panics if there is no such size; Parse gives an error instead. It is nil if the nets
	// are coloured or have time. Just one of this and the next two is not nil.
	Build func(size ...int) *petri.Net

	// Coloured is Build for families of coloured nets, and nil for others.
	Coloured func(size ...int) *coloured.Net

	// Timed is Build for families of nets with time, and nil for others.
	Timed func(size ...int) *timed.Document

	// States returns the number of reachable markings of the net of the given size by a
	// closed form. It is nil if none is known or the net is unbounded. The result is fresh.
	States func(size ...int) *big.Int

	// Depth returns the largest distance of a reachable marking from the
	// initial one, in firings. It is nil if no closed form is known.
	Depth func(size ...int) *big.Int

	// Propositions lists what formulas over the family's nets may use beside
	// places and transitions.
	Propositions []Proposition
}

// A named family is made when it is asked for.
type named struct {
	name string
	make func() Family
}

// plain lists the families of place/transition nets by name.
func plain() []named {
	return []named{
		{"abp", abp},
		{"brp", brp},
		{"brp2", brp2},
		{"cabp", cabp},
		{"ccp", ccp},
		{"dphil", dphil},
		{"fms", fms},
		{"hanoi", hanoi},
		{"irq", irq},
		{"kanban", kanban},
		{"motor", motorControl},
		{"prise", prise},
		{"prodcons", prodcons},
		{"rr", rr},
		{"sr", sr},
		{"tpc", tpc},
		{"unbounded", unbounded},
	}
}

// All returns the families of place/transition nets sorted by name, in a slice that the caller
// may change. Coloured returns those of coloured nets, Timed those of nets with time.
func All() []Family { return made(plain()) }

// every lists the families of all kinds.
func every() []named { return slices.Concat(plain(), twins(), timedList()) }

// made returns the families of a list.
func made(list []named) (families []Family) {
	for _, f := range list {
		families = append(families, f.make())
	}
	return families
}
