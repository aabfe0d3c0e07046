package polytope

import (
	"context"
	"errors"
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"
)

var polytopes = flag.Int("polytopes", 1000, "random polytopes")

// Random polytopes have as many points as are found in a box around them.
func TestRandom(t *testing.T) {
	failed := map[string]int{}
	empty := 0
	for seed := range uint64(*polytopes) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := random(rng)
		want := slow(p)
		n, err := p.Points(t.Context(), Limits{})
		if err != nil {
			failed[err.Error()]++
			continue
		}
		if n.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("seed %d: %v has %d points, not %v", seed, p, want, n)
		}
		if want == 0 {
			empty++
		}
	}
	t.Log(failed, empty)
	if len(failed) > 0 || empty < *polytopes/100 || empty > *polytopes/2 {
		t.Errorf("%d polytopes are empty, and there are errors: %v", empty, failed)
	}
}

// A simplex of dimension d with n points along each edge has the binomial coefficient of n+d−1 over d as its number.
func TestSimplex(t *testing.T) {
	for d := 1; d <= 12; d++ {
		for _, n := range []int64{1, 2, 7, 1000, 1_000_000_000} {
			got, err := simplexOf(d, n-1).Points(t.Context(), Limits{})
			if want := new(big.Int).Binomial(n+int64(d)-1, int64(d)); err != nil || got.Cmp(want) != 0 {
				t.Errorf("dimension %d, %d along edges: %v, want %v (%v)", d, n, got, want, err)
			}
		}
	}
}

// simplexOf returns the simplex of all y ≥ 0 with a sum of at most n.
func simplexOf(dim int, n int64) *Polytope {
	p := &Polytope{Dim: dim, Rows: []Row{{Of: make([]int64, dim), Plus: n}}}
	for i := range dim {
		p.Rows[0].Of[i] = -1
		r := Row{Of: make([]int64, dim)}
		r.Of[i] = 1
		p.Rows = append(p.Rows, r)
	}
	return p
}

// What is not counted has an error that says why.
func TestErrors(t *testing.T) {
	many := simplexOf(3, 5)
	for i := range 300 { // rows that differ
		many.Rows = append(many.Rows, Row{Of: []int64{-1, -int64(i) - 2, -1}, Plus: 5000})
	}
	// 0 ≤ y₁ ≤ 1000·y₂, y₂ ≤ 1
	thin := &Polytope{2, []Row{{[]int64{1, 0}, 0}, {[]int64{-1, 1000}, 0}, {[]int64{0, -1}, 1}}}
	for _, c := range []struct {
		p      *Polytope
		limits Limits
		want   error
	}{
		{&Polytope{2, []Row{{[]int64{1, 0}, 0}, {[]int64{0, 1}, 0}}}, Limits{}, ErrUnbounded},
		{&Polytope{2, []Row{{[]int64{1, -1}, 3}, {[]int64{-1, 1}, 3}}}, Limits{}, ErrUnbounded},
		{&Polytope{1, []Row{{[]int64{1}, 0}, {[]int64{-3 << 40}, 1 << 50}}}, Limits{}, nil}, // divided by 2^40
		{&Polytope{2, []Row{{[]int64{1, 0}, 0}, {[]int64{1, 3 << 40}, 1}, {[]int64{0, -1}, 1}}}, Limits{}, ErrRange},
		{simplexOf(2, 1<<62), Limits{}, ErrRange},
		{many, Limits{}, ErrRange},
		{simplexOf(3, 5), Limits{Vertices: 4}, nil},
		{simplexOf(3, 5), Limits{Vertices: 3}, ErrLimit},
		{thin, Limits{Index: 1000}, nil},
		{thin, Limits{Index: 999}, ErrLimit},
	} {
		if n, err := c.p.Points(t.Context(), c.limits); !errors.Is(err, c.want) {
			t.Errorf("%v %v: %v, %v, want %v", c.p, c.limits, n, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := simplexOf(3, 5).Points(ctx, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v after the end of the context", n, err)
	}
}

// Remainders of a number beyond its bound are a fault.
func TestFault(t *testing.T) {
	g := &guess{dim: 1}
	for range 3 {
		p := g.next()
		g.add(p, p-1)
	}
	var fault *Fault
	if n, err := g.number(big.NewInt(1000)); !errors.As(err, &fault) {
		t.Errorf("got %v, %v", n, err)
	}
}

// box is the size of the box around random polytopes.
const box = 6

func random(rng *rand.Rand) *Polytope {
	p := &Polytope{Dim: 1 + rng.IntN(4)}
	for i := range p.Dim {
		for _, sign := range []int64{1, -1} {
			r := Row{Of: make([]int64, p.Dim), Plus: rng.Int64N(box)}
			r.Of[i] = sign
			p.Rows = append(p.Rows, r)
		}
	}
	for range rng.IntN(5) {
		r := Row{Of: make([]int64, p.Dim), Plus: rng.Int64N(9) - 2}
		for i := range r.Of {
			r.Of[i] = rng.Int64N(7) - 3
		}
		p.Rows = append(p.Rows, r)
	}
	if rng.IntN(3) == 0 && p.Dim > 1 { // unimodular change
		i, j := rng.IntN(p.Dim), rng.IntN(p.Dim)
		if i != j {
			for _, r := range p.Rows {
				r.Of[i] += r.Of[j]
			}
		}
	}
	return p
}

// slow counts the points in a box.
func slow(p *Polytope) (n int64) {
	y := make([]int64, p.Dim)
	var from func(i int)
	from = func(i int) {
		if i == p.Dim {
			for _, r := range p.Rows {
				sum := r.Plus
				for k, c := range r.Of {
					sum += c * y[k]
				}
				if sum < 0 {
					return
				}
			}
			n++
			return
		}
		for y[i] = -3 * box; y[i] <= 3*box; y[i]++ {
			from(i + 1)
		}
	}
	from(0)
	return n
}
