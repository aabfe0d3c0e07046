package counting

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func naive(x, y []*big.Int) []*big.Int {
	list := make([]*big.Int, len(x))
	for v := range list {
		list[v] = new(big.Int)
		for a := range v + 1 {
			list[v].Add(list[v], new(big.Int).Mul(x[a], y[v-a]))
		}
	}
	return list
}

// Products as one product of long numbers, and by running sums, are those by the definition.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	draw := func(n int) (list []*big.Int) {
		bits := 1 + rng.IntN(200)
		for range n {
			x := new(big.Int)
			if rng.IntN(4) > 0 {
				x.Sub(new(big.Int).Lsh(one, uint(bits)), big.NewInt(int64(1+rng.IntN(2))))
			}
			list = append(list, x)
		}
		return list
	}
	f := &Forest{ctx: context.Background()}
	for i := range 200 {
		n := 1 + rng.IntN(150)
		x := ways{list: draw(n)}
		y := ways{list: draw(n)}
		if i%2 == 0 {
			y = ways{n: int64(1 + rng.IntN(100)), least: int64(rng.IntN(5))}
		}
		listed := make([]*big.Int, n)
		for v := range listed {
			listed[v] = y.at(int64(v))
		}
		want := naive(x.list, listed)
		for _, got := range []ways{f.fuse(&x, &y, int64(n)-1), f.fuse(&y, &x, int64(n)-1)} {
			for v := range want {
				if got.list[v].Cmp(want[v]) != 0 {
					t.Fatalf("round %d, %d tokens: got %v, want %v", i, v, got.list[v], want[v])
				}
			}
		}
	}
	if f.err != nil {
		t.Error(f.err)
	}
}

// Plain fusions have closed forms with any number of tokens.
func TestBinomial(t *testing.T) {
	w := ways{n: 3, least: 2} // C(v, 2)
	for _, v := range []int64{0, 1, 2, 3, 1000, 1 << 40, math.MaxInt64} {
		want := new(big.Int).Mul(big.NewInt(v), new(big.Int).Sub(big.NewInt(v), one))
		if want.Rsh(want, 1); w.at(v).Cmp(want) != 0 && v > 0 {
			t.Errorf("%d tokens: got %v, want %v", v, w.at(v), want)
		}
	}
	if got := binomial(math.MaxInt64, 2); got.Cmp(new(big.Int).Rsh(new(big.Int).Mul(
		new(big.Int).Lsh(one, 63), new(big.Int).Add(new(big.Int).Lsh(one, 63), one)), 1)) != 0 {
		t.Errorf("C(2^63+1, 2) = %v", got)
	}
}
