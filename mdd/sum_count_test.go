package mdd

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Tests of counting, and of the numbers of any size that it uses.

// power returns b to the power of n.
func power(b, n int64) *big.Int { return new(big.Int).Exp(big.NewInt(b), big.NewInt(n), nil) }

// The number of tuples of a box is a product.
func TestCountOfBoxes(t *testing.T) {
	if MaxLevels < 3000 {
		t.Skip("fields are narrow")
	}
	for _, rule := range []Rule{QuasiReduced, ZeroSuppressed} {
		for _, levels := range []int{1, 39, 40, 41, 79, 80, 81, 82, 3000} {
			f := New(levels, Options{Rule: rule})
			box := make([][]int, levels)
			for k := range box {
				box[k] = []int{0, 3, 7}
			}
			if got := f.Box(box).Count(); got.Cmp(power(3, int64(levels))) != 0 {
				t.Errorf("%v, %d levels: got %v", rule, levels, got)
			}
			f.Close()
		}
	}
}

// noTwoOnes returns the set of 0-1 tuples without two adjacent ones.
func noTwoOnes(f *Forest) Set {
	s := f.s
	any, zero := unit, unit // what may follow a 0, and what may follow a 1
	for k := 1; k <= f.levels; k++ {
		mark := s.Mark()
		s.Push(any)
		s.Push(zero)
		nextZero := f.oneArc(k, 0, any)
		s.Push(nextZero)
		p := s.Push(any)
		s.Push(zero)
		any, zero = f.make(k, 0, p), nextZero
		s.Release(mark)
	}
	return f.set(any)
}

// Fibonacci numbers: each node has two uses, and long numbers change length at different levels.
func TestCountOfFibonacci(t *testing.T) {
	for _, o := range everyOption {
		a, b := big.NewInt(1), big.NewInt(2)
		for levels := 1; levels <= 400; levels++ {
			if levels < 180 || levels%20 == 0 {
				f := New(levels, o)
				if got := noTwoOnes(f).Count(); got.Cmp(b) != 0 {
					t.Fatalf("%v, %d levels: got %v, want %v", o.Rule, levels, got, b)
				}
				f.Close()
			}
			a.Add(a, b)
			a, b = b, a
		}
	}
}

// listed is a system in list form.
type listed [][]uint32

func (s listed) size() uint32            { return uint32(len(s)) }
func (s listed) terms(i uint32) []uint32 { return s[i] }

// Short and long evaluation agree on random systems, and long numbers are right where short ones end.
func TestSums(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 9))
		s := listed{nil, nil}
		want := []*big.Int{big.NewInt(0), big.NewInt(1)}
		for range 60 {
			var terms []uint32
			v := new(big.Int)
			for range rng.IntN(4 + int(seed)%40) {
				t := rng.IntN(len(want))
				terms = append(terms, uint32(t))
				v.Add(v, want[t])
			}
			s, want = append(s, terms), append(want, v)
		}
		for root := range uint32(len(want)) {
			if got := fromLimbs(evaluateLong(s, root)); got.Cmp(want[root]) != 0 {
				t.Errorf("seed %d, long: got %v, want %v", seed, got, want[root])
			}
			if got := evaluate(s, root); got.Cmp(want[root]) != 0 {
				t.Errorf("seed %d: got %v, want %v", seed, got, want[root])
			}
			lo, hi, ok := evaluateShort(s, root)
			if ok && fromLimbs([]uint64{lo, hi}).Cmp(want[root]) != 0 {
				t.Errorf("seed %d, short: got %d, %d, want %v", seed, lo, hi, want[root])
			}
			if fits := !slices.ContainsFunc(want, func(v *big.Int) bool { return v.BitLen() > 128 }); ok != fits {
				t.Errorf("seed %d: short is %v, numbers fit: %v", seed, ok, fits)
			}
		}
	}
}

// Slices of limbs are given back and used again.
func TestLimbPool(t *testing.T) {
	for n := 1; n < 5000; n++ {
		class, size := limbClass(n)
		if again, same := limbClass(size); size < n || size > n+n/2+1 || again != class || same != size {
			t.Fatalf("%d limbs: class %d of size %d, whose own is class %d of size %d", n, class, size, again, same)
		}
	}
	var p limbPool
	a := p.get(5)
	p.put(a[:2])
	if b := p.get(6); &b[0] != &a[0] {
		t.Error("a slice that was given back is not used again")
	}
	if c := p.get(6); &c[0] == &a[0] {
		t.Error("a slice is used twice")
	}
}

// Sums of limbs agree with math/big.
func TestAddLimbs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for range 2000 {
		z, x := make([]uint64, 1+rng.IntN(12)), []uint64(nil)
		for i := range z[:len(z)-1] {
			z[i] = -uint64(rng.IntN(2)) ^ uint64(rng.IntN(3)) // mostly carries
		}
		for range rng.IntN(len(z)) {
			x = append(x, -uint64(rng.IntN(2)))
		}
		want := new(big.Int).Add(fromLimbs(z), fromLimbs(x))
		addLimbs(z, x)
		if got := fromLimbs(z); got.Cmp(want) != 0 {
			t.Fatalf("got %x, want %x", got, want)
		}
	}
}

// The numbers of nodes and arcs of a set, under both rules.
func TestSize(t *testing.T) {
	for _, c := range []struct {
		rule        Rule
		nodes, arcs int
	}{{QuasiReduced, 5, 8}, {ZeroSuppressed, 2, 5}} {
		f := New(3, Options{Rule: c.rule})
		s := f.Tuples([][]int{{0, 0, 0}, {0, 0, 5}, {1, 0, 0}, {1, 0, 5}, {0, 0, 9}})
		nodes, arcs := s.Size()
		if nodes != s.Nodes() || arcs != s.Arcs() {
			t.Errorf("%v: size %d, %d, nodes %d, arcs %d", c.rule, nodes, arcs, s.Nodes(), s.Arcs())
		}
		if nodes != c.nodes || arcs != c.arcs {
			t.Errorf("%v: %d nodes, %d arcs, want %d and %d", c.rule, nodes, arcs, c.nodes, c.arcs)
		}
		if nodes, arcs := f.Empty().Size(); nodes != 0 || arcs != 0 {
			t.Errorf("the empty set has %d nodes, %d arcs", nodes, arcs)
		}
		f.Close()
	}
}

// Equal events count separately.
func TestCountEnabledRepeats(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	r := f.NewRelation()
	for i := range 10 {
		r.Add(Step{2, Shift{Min: 1, Delta: -1}})
		if i < 3 {
			r.Add(Step{1, Shift{Delta: 1}})
			r.Add()
		}
	}
	s := f.Tuples([][]int{{0, 0}, {0, 1}, {5, 1}})
	if got := r.CountEnabled(s); got.Int64() != 10*2+3*3+3*3 {
		t.Errorf("got %v, want 38", got)
	}
}
