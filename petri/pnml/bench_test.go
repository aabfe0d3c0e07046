package pnml

import (
	"bytes"
	"fmt"
	"testing"

	"brim/petri"
)

// BenchmarkRead reads a net of 5000 places and transitions and 30 000 arcs.
func BenchmarkRead(b *testing.B) {
	nb := petri.NewBuilder("big")
	const n = 5000
	for i := range n {
		nb.Place(fmt.Sprint("place", i), int64(i%2))
	}
	for i := range n {
		t := nb.Transition(fmt.Sprint("transition", i))
		for k := 1; k <= 3; k++ {
			nb.In(t, (i*k)%n, int64(k))
			nb.Out(t, (i*k+1)%n, 1)
		}
	}
	net, err := nb.Net()
	if err != nil {
		b.Fatal(err)
	}
	var buf bytes.Buffer
	if err := Write(&buf, net); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(buf.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(bytes.NewReader(buf.Bytes()), "big.pnml"); err != nil {
			b.Fatal(err)
		}
	}
}
