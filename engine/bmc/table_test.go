package bmc

import (
	"math/rand/v2"
	"testing"
)

// at returns the value of t where variable i is bit i of m.
func (t table) at(m int) bool { return t>>m&1 == 1 }

// Each operation on tables has the result of its definition, on all points.
func TestTables(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	exchange := func(m, i int) int { // bits i and i + 1
		low, high := m>>i&1, m>>(i+1)&1
		return m&^(3<<i) | low<<(i+1) | high<<i
	}
	for range 3000 {
		f, i := table(rng.Uint32()), rng.IntN(arity)
		if rng.IntN(2) == 0 {
			f = f.with(rng.IntN(arity), true).with(rng.IntN(arity), false)
		}
		depends := false
		for m := range 16 {
			depends = depends || f.at(m) != f.at(m^1<<i)
			for _, c := range []struct {
				what string
				got  bool
				want bool
			}{
				{"with 0", f.with(i, false).at(m), f.at(m &^ (1 << i))},
				{"with 1", f.with(i, true).at(m), f.at(m | 1<<i)}, {"flipped", f.flipped(i).at(m), f.at(m ^ 1<<i)},
			} {
				if c.got != c.want {
					t.Fatalf("%04x %s of variable %d, at %04b: %v", f, c.what, i, m, c.got)
				}
			}
			if i == arity-1 {
				continue
			}
			if got := f.swapped(i).at(m); got != f.at(exchange(m, i)) {
				t.Fatalf("%04x swapped at %d, at %04b: %v", f, i, m, got)
			}
			if got := f.merged(i).at(m); got != f.at(m&^(2<<i)|m&(1<<i)<<1) {
				t.Fatalf("%04x merged at %d, at %04b: %v", f, i, m, got)
			}
		}
		if f.dependsOn(i) != depends {
			t.Fatalf("%04x depends on %d: %v", f, i, f.dependsOn(i))
		}
		if g := f.with(i, true).dropped(i); g.dependsOn(arity-1) || g.at(5) != f.at(5&(1<<i-1)|1<<i|5>>i<<(i+1)&15) {
			t.Fatalf("%04x without variable %d is %04x", f, i, g)
		}
	}
}

// The cubes of a cover are true exactly where the function is, and none of them can be left out.
func TestCovers(t *testing.T) {
	x := covers{}
	for f := range 1 << 16 {
		for value, list := range x.of(table(f)) {
			want := table(f)
			if value == 0 {
				want = ^want
			}
			var once, twice table // by how many cubes
			for _, c := range list {
				p := c.table()
				once, twice = once|p, twice|once&p
			}
			if once != want {
				t.Fatalf("%04x, value %d: the cubes are %04x", f, value, once)
			}
			for _, c := range list {
				if c.table()&^twice == 0 {
					t.Fatalf("%04x, value %d: cube %+v is in the others", f, value, c)
				}
			}
		}
	}
}

// table returns c as a function, by definition.
func (c cube) table() (t table) {
	for m := range 16 {
		if uint8(m)&c.on == c.on && uint8(m)&c.off == 0 {
			t |= 1 << m
		}
	}
	return t
}

// A lookup has the value of its table, whether its inputs are free, constant, equal or opposite. Equal functions are
// one literal.
func TestLookup(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 12))
	g := newGates(t.Context())
	x := variables(g, 5)
	s := newIncremental()
	for range 400 {
		f := table(rng.Uint32())
		in := make([]Lit, rng.IntN(arity+1))
		for i := range in {
			in[i] = []Lit{yes, x[0], x[1], x[2], x[3], x[4]}[rng.IntN(6)]
			if rng.IntN(2) == 0 {
				in[i] = -in[i]
			}
		}
		for i := len(in); i < arity; i++ {
			f = f.with(i, false)
		}
		out := g.lookup(f, in)
		for value := range uint64(32) {
			at := 0
			for i, l := range in {
				k := max(l, -l) - x[0] // the variables of x follow one another
				if set := max(l, -l) == yes || value>>max(k, 0)&1 == 1; set == (l > 0) {
					at |= 1 << i
				}
			}
			if sat, err := s.solve(t.Context(), g.ask("", given(x, value)...)); err != nil || !sat {
				t.Fatal(sat, err)
			}
			if got := valueOf(s, number{out}) == 1; got != f.at(at) {
				t.Fatalf("%04x of %v at %05b: %v", f, in, value, got)
			}
		}
		if n := len(in); n > 1 {
			i := rng.IntN(n - 1)
			in[i], in[i+1] = in[i+1], -in[i]
			if again := g.lookup(f.flipped(i).swapped(i), in); again != out {
				t.Fatalf("%04x of %v with two inputs exchanged: %d and %d", f, in, out, again)
			}
		}
	}
}
