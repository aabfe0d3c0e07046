package simplex

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// fractions returns the coefficients of a row as fractions, by column.
func (r *row) fractions() map[int32]*big.Rat {
	w := r.exact()
	m := map[int32]*big.Rat{}
	for i, c := range r.cols {
		m[c] = new(big.Rat).SetFrac(w.vals[i], w.den)
	}
	return m
}

// randomRow returns a row over some of so many columns, with numbers of any size that fits.
func randomRow(rng *rand.Rand, columns int) *row {
	r := &row{den: 1 + rng.Int64N(1<<rng.IntN(62))}
	for c := range columns {
		if x := rng.Int64N(1<<(1+rng.IntN(61))) - rng.Int64N(1<<(1+rng.IntN(61))); x != 0 && rng.IntN(2) == 0 {
			r.cols, r.vals = append(r.cols, int32(c)), append(r.vals, x)
		}
	}
	r.reduce()
	return r
}

// Rows are combined and solved as fractions are, whether their numbers fit 63 bits or not.
func TestRowsAgreeWithFractions(t *testing.T) {
	const columns, v = 8, 8
	wide := 0
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var m merger
		r := randomRow(rng, columns)
		for range 4 {
			p := randomRow(rng, columns)
			if len(r.cols) == 0 {
				break
			}
			i := rng.IntN(len(r.cols))
			j := r.cols[i]
			if k, ok := p.find(j); ok { // a row has no column of its own variable
				p.cols, p.vals = slices.Delete(p.cols, k, k+1), slices.Delete(p.vals, k, k+1)
				p.reduce()
			}
			want := r.fractions()
			factor := want[j]
			delete(want, j)
			for c, x := range p.fractions() {
				if want[c] == nil {
					want[c] = new(big.Rat)
				}
				want[c].Add(want[c], new(big.Rat).Mul(factor, x))
			}
			m.replace(r, i, p)
			compareRow(t, seed, r, want)
			if r.wide != nil {
				wide++
			}
			if len(r.cols) == 0 {
				break
			}
			i = rng.IntN(len(r.cols))
			j = r.cols[i]
			s := r.solved(v, i) // v = Σ c·x ⇒ x_j = v/c_j − Σ c/c_j·x
			want = r.fractions()
			inverse := new(big.Rat).Inv(want[j])
			for c, x := range want {
				x.Neg(x.Mul(x, inverse))
				if c == j {
					delete(want, c)
				}
			}
			want[v] = inverse
			compareRow(t, seed, s, want)
		}
	}
	if wide < 100 {
		t.Errorf("%d rows with large numbers", wide)
	}
}

func compareRow(t *testing.T, seed uint64, r *row, want map[int32]*big.Rat) {
	t.Helper()
	have := r.fractions()
	n := 0
	for c, x := range want {
		if x.Sign() == 0 {
			continue
		}
		n++
		if have[c] == nil || have[c].Cmp(x) != 0 {
			t.Fatalf("seed %d: column %d is %v, expected %v", seed, c, have[c], x)
		}
	}
	if n != len(have) || !slices.IsSorted(r.cols) {
		t.Fatalf("seed %d: columns %v, expected %d", seed, r.cols, n)
	}
}
