package circuit_test

import (
	"fmt"
	"os"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/circuit"
)

// A latch that flips where the input is true, and a bad state where it is set.
const toggle = `aag 5 1 1 0 3 1
2
4 10
4
6 2 4
8 3 5
10 7 9
i0 flip
l0 on
b0 lit
`

func Example() {
	c, err := circuit.Read(strings.NewReader(toggle), "toggle.aag")
	if err != nil {
		panic(err)
	}
	bad, err := syntax.Parse("lit", "formula", c.Names())
	if err != nil {
		panic(err)
	}
	t := &circuit.Trace{Latches: []bool{false}, Inputs: [][]bool{{false}, {true}, {false}}, Loop: circuit.NoLoop}
	fmt.Println(t.Steps(), "steps:", t.Check(c, bad))
	t.Inputs[1][0] = false
	fmt.Println(t.Check(c, bad))
	// Output:
	// 2 steps: <nil>
	// lit >= 1 does not hold after step 2
}

func ExampleBuilder() {
	b := circuit.NewBuilder("toggle", []string{"flip"}, []string{"on"})
	flip, on := b.Input(0), b.Latch(0)
	b.SetNext(0, b.Or(b.And(flip, on.Not()), b.And(flip.Not(), on)))
	b.Bad("lit", on)
	c, err := b.Circuit()
	if err != nil {
		panic(err)
	}
	_ = c.WriteASCII(os.Stdout)
	// Output:
	// aag 5 1 1 0 3 1 0
	// 2
	// 4 11
	// 4
	// 6 5 2
	// 8 4 3
	// 10 9 7
	// i0 flip
	// l0 on
	// b0 lit
}
