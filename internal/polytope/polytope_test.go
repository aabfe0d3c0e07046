package polytope

import (
	"flag"
	"math/big"
	"math/rand/v2"
	"testing"
)

var polytopes = flag.Int("polytopes", 3000, "random polytopes")

// Random polytopes have as many points as are found in a box around them.
func TestRandom(t *testing.T) {
	failed := map[string]int{}
	classes, empty := 0, 0
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
	t.Log(failed, classes, empty)
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
