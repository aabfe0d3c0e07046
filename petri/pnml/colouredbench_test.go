package pnml

import (
	"bytes"
	"fmt"
	"testing"

	"brim/petri/coloured"
)

// BenchmarkReadColoured reads a coloured net of 3000 places and transitions, 18 000 arcs and 10 000 constants.
func BenchmarkReadColoured(b *testing.B) {
	nb := coloured.NewBuilder("big")
	var constants []coloured.Constant
	for i := range 10_000 {
		constants = append(constants, coloured.Constant{ID: fmt.Sprint("constant", i), Name: fmt.Sprint(i)})
	}
	ring := nb.Cyclic("Ring", "", constants)
	pair := nb.Product("Pair", "", ring, ring)
	x, y := nb.Variable("x", "", ring), nb.Variable("y", "", ring)
	bound := func(v int) *coloured.Term { return &coloured.Term{Op: coloured.Bound, Value: int64(v)} }
	next := &coloured.Term{Op: coloured.Successor, Args: []*coloured.Term{bound(x)}}
	const n = 3000
	for i := range n {
		p := nb.Place(fmt.Sprint("place", i), pair)
		one := &coloured.Term{Op: coloured.Colour, Sort: pair, Value: int64(i)}
		nb.Initial(p, &coloured.Term{Op: coloured.Times, Value: 2, Args: []*coloured.Term{one}})
	}
	for i := range n {
		t := nb.Transition(fmt.Sprint("transition", i))
		nb.Guard(t, &coloured.Guard{Test: coloured.Unequal, Left: bound(x), Right: bound(y)})
		for k := 1; k <= 3; k++ {
			nb.Input((i*k)%n, t, &coloured.Term{Op: coloured.Tuple, Args: []*coloured.Term{bound(x), bound(y)}})
			nb.Output(t, (i*k+1)%n, &coloured.Term{Op: coloured.Tuple, Args: []*coloured.Term{next, bound(y)}})
		}
	}
	net, err := nb.Net()
	if err != nil {
		b.Fatal(err)
	}
	var buf bytes.Buffer
	if err := WriteColoured(&buf, net); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := ReadAny(bytes.NewReader(buf.Bytes()), "big.pnml"); err != nil {
			b.Fatal(err)
		}
	}
}
