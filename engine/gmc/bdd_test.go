package gmc

import (
	"runtime"
	"testing"
)

// A node of which rudd has given out more handles than it counts stays as long as it is held: the first handle is the
// only one.
func TestManyHandles(t *testing.T) {
	d, err := newDiagrams(20)
	if err != nil {
		t.Fatal(err)
	}
	n := d.and(d.Ithvar(0), d.Ithvar(1))
	want := d.Satcount(n)
	for range 1500 {
		if again := d.and(d.Ithvar(0), d.Ithvar(1)); again != n {
			t.Fatal("a second handle of a node")
		}
	}
	d.keep()
	for i := range 100 {
		x := d.True()
		for v := 2; v < 20; v++ {
			x = d.and(x, d.or(d.literal(v, i>>(v%8)&1 == 1), d.Ithvar((v+i)%20)))
		}
		d.forget()
		if i%20 == 0 {
			runtime.GC()
		}
	}
	if got := d.Satcount(n); got.Cmp(want) != 0 {
		t.Errorf("%v values, before there were %v", got, want)
	}
	if err := d.err(); err != nil {
		t.Error(err)
	}
}
