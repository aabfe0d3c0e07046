package sketch

import "brim/petri/coloured"

// Sorts and variables of all kinds, for tests of terms and guards.

// The sorts of Seats, by index.
const (
	Seat  = iota // cyclic: ada, bob, eve
	Step         // 1..4
	Pair         // Seat × Step
	Dot          //
	Sides        // a partition of Step: low = 1, 2, high = 3, 4
)

// The variables of Seats, by index.
const (
	X = iota // of sort Seat
	Y
	I // of sort Step
	J // of sort Step, and with the same name as I
)

// Seats returns a builder with these sorts and variables, one sort of nearly each kind, but no places or transitions.
func Seats() *coloured.Builder {
	b := coloured.NewBuilder("terms")
	b.Cyclic("seat", "", []coloured.Constant{{ID: "ada"}, {ID: "bob"}, {ID: "eve"}})
	b.Range("step", "", 1, 4)
	b.Product("pair", "", Seat, Step)
	b.Dot("dot", "dot")
	b.Partition("sides", "side", Step, []coloured.Constant{{ID: "low", Members: []int64{0, 1}},
		{ID: "high", Members: []int64{2, 3}}})
	b.Variable("x", "x", Seat)
	b.Variable("y", "y", Seat)
	b.Variable("i", "i", Step)
	b.Variable("j", "i", Step)
	return b
}
