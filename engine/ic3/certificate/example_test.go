package certificate_test

import (
	"context"
	"fmt"
	"os"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/ic3/certificate"
)

// Two latches that change places, one of them set at first: never are both.
func Example() {
	b := circuit.NewBuilder("swap", nil, []string{"x", "y"})
	b.SetReset(0, circuit.True)
	b.SetNext(0, b.Latch(1))
	b.SetNext(1, b.Latch(0))
	c, err := b.Circuit()
	if err != nil {
		panic(err)
	}
	bad, err := syntax.Parse("x = 1 & y = 1", "example", c.Names())
	if err != nil {
		panic(err)
	}
	inv := &certificate.Invariant{Bits: []certificate.Bit{{Place: 0, AtLeast: 1}, {Place: 1, AtLeast: 1}},
		Clauses: [][]int32{{-1, -2}}}
	fmt.Println(certificate.Circuit(context.Background(), c, bad, inv))
	if err := inv.WriteDIMACS(os.Stdout, c.Name, func(i int) string { return c.Latches[i].Name }); err != nil {
		panic(err)
	}
	inv.Clauses = [][]int32{{-2}}
	fmt.Println(certificate.Circuit(context.Background(), c, bad, inv))
	// Output:
	// <nil>
	// c an invariant of "swap"
	// c variable 1 is "x" >= 1
	// c variable 2 is "y" >= 1
	// p cnf 2 1
	// -1 -2 0
	// no invariant: clause 1 does not hold after each step
}
