package mdd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

// Tests of the index of a set: ranks, samples, marginals and limits.

var background = context.Background()

// someWeights has weights 0, 1, small and long ones; on level 3 all are 1.
func someWeights(level, value int) *big.Int {
	switch {
	case level%3 == 0:
		return big.NewInt(1)
	case value == 3:
		return power(7, 30)
	}
	return big.NewInt(int64((level*5 + value*3) % 4))
}

// checkIndex compares the results of an index of s, whose tuples are given in order, with the definitions. Others are
// tuples that may be in s or not.
func checkIndex(s Set, list, others [][]int, weight func(level, value int) *big.Int) error {
	x, err := s.Index(background, Indexing{Weight: weight})
	if err != nil {
		return err
	}
	if weight == nil {
		weight = func(int, int) *big.Int { return one }
	}
	total := new(big.Int)
	marginals := make([]map[int]*big.Int, s.f.levels)
	for k := range marginals {
		marginals[k] = map[int]*big.Int{}
	}
	before := map[string]*big.Int{}
	for _, values := range list {
		w := big.NewInt(1)
		for k, v := range values {
			w.Mul(w, weight(k+1, v))
		}
		for k, v := range values {
			marginals[k][v] = new(big.Int).Add(w, cmp.Or(marginals[k][v], new(big.Int)))
		}
		before[key(values)] = new(big.Int).Set(total)
		total.Add(total, w)
		if w.Sign() == 0 {
			continue
		}
		last := new(big.Int).Sub(total, one)
		if first := x.Nth(before[key(values)]); !slices.Equal(first, values) {
			return fmt.Errorf("tuple %v: got %v, want %v", before[key(values)], first, values)
		}
		if got := x.Nth(last); !slices.Equal(got, values) {
			return fmt.Errorf("tuple %v: got %v, want %v", last, got, values)
		}
	}
	if x.Total().Cmp(total) != 0 {
		return fmt.Errorf("total %v, want %v", x.Total(), total)
	}
	for _, values := range slices.Concat(list, others) {
		want, found := before[key(values)]
		if !found {
			want = total
			if i := slices.IndexFunc(list, func(t []int) bool { return fromTop(t, values) > 0 }); i >= 0 {
				want = before[key(list[i])]
			}
		}
		if got, ok := x.Rank(values...); got.Cmp(want) != 0 || ok != found {
			return fmt.Errorf("rank of %v: got %v, %v, want %v, %v", values, got, ok, want, found)
		}
	}
	got, err := x.Marginals(background)
	if err != nil {
		return err
	}
	for k, want := range marginals {
		text := ""
		for _, v := range slices.Sorted(maps.Keys(want)) {
			text += fmt.Sprintf("%d: %v ", v, want[v])
		}
		have := ""
		for _, m := range got[k] {
			have += fmt.Sprintf("%d: %v ", m.Value, m.Weight)
		}
		if text != have {
			return fmt.Errorf("marginals of level %d: got %s, want %s", k+1, have, text)
		}
	}
	return nil
}

// The index of all small sets, with weights and without.
func TestIndexExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		beyond := make([]int, w.f.levels)
		for k := range beyond {
			beyond[k] = 4
		}
		for m, s := range w.sets {
			for i, weight := range []func(int, int) *big.Int{nil, someWeights} {
				if err := checkIndex(s, w.list(m), append(slices.Clone(w.tuples), beyond), weight); err != nil {
					t.Fatalf("%v, weights %d: %v", w.list(m), i, err)
				}
			}
		}
	})
}

// Nodes with enough arcs to have partial sums, and edges that skip many levels.
func TestIndexOfWideSets(t *testing.T) {
	for seed := range uint64(80) {
		rng := rand.New(rand.NewPCG(seed, 31))
		f := New(1+rng.IntN(4), everyOption[seed%4])
		s, tuples := randomSet(f, rng, rng.IntN(400), 1+rng.IntN(60))
		_, others := randomSet(f, rng, 40, 60)
		for i, weight := range []func(int, int) *big.Int{nil, someWeights} {
			if err := checkIndex(s, tuples.Sorted(), others.Sorted(), weight); err != nil {
				t.Fatalf("seed %d, weights %d: %v", seed, i, err)
			}
		}
		f.Close()
	}
}

// The tuples of bits without two adjacent 1s, in order, are the Zeckendorf representations of the numbers: the bit of
// level k stands for the k-th of 1, 2, 3, 5, 8, …, and the greedy algorithm finds them.
func TestIndexOfLongNumbers(t *testing.T) {
	if MaxLevels < 2000 {
		t.Skip("fields are narrow")
	}
	const levels = 2000
	fibonacci := []*big.Int{big.NewInt(1), big.NewInt(2)}
	for k := 2; k <= levels; k++ {
		fibonacci = append(fibonacci, new(big.Int).Add(fibonacci[k-1], fibonacci[k-2]))
	}
	for _, o := range everyOption[:2] {
		f := New(levels, Options{Rule: o.Rule})
		x, err := noTwoOnes(f).Index(background, Indexing{})
		f.Close() // an index needs no forest
		if err != nil || x.Total().Cmp(fibonacci[levels]) != 0 {
			t.Fatalf("total %v, %v", x.Total(), err)
		}
		rng := rand.New(rand.NewPCG(5, 5))
		for range 20 {
			i := below(rng, x.Total())
			values := make([]int, levels)
			rest := new(big.Int).Set(i)
			for k := levels; k >= 1; k-- {
				if rest.Cmp(fibonacci[k-1]) >= 0 {
					rest.Sub(rest, fibonacci[k-1])
					values[k-1] = 1
				}
			}
			if got := x.Nth(i); !slices.Equal(got, values) {
				t.Fatalf("tuple %v: got %v", i, got)
			}
			if got, ok := x.Rank(values...); !ok || got.Cmp(i) != 0 {
				t.Fatalf("rank of tuple %v: got %v, %v", i, got, ok)
			}
		}
		marginals, err := x.Marginals(background)
		if err != nil {
			t.Fatal(err)
		}
		// what is left of the levels below and above a 1 on level k, its neighbours 0
		for k := 3; k <= levels-2; k++ {
			want := new(big.Int).Mul(fibonacci[k-2], fibonacci[levels-k-1])
			if got := marginals[k-1][1]; got.Value != 1 || got.Weight.Cmp(want) != 0 {
				t.Fatalf("level %d is 1 in %v, want %v", k, got.Weight, want)
			}
		}
	}
}

// bitsInTurn is a source whose words are 0, 1, 2, …
type bitsInTurn uint64

func (b *bitsInTurn) Uint64() uint64 {
	*b++
	return uint64(*b - 1)
}

// Each tuple is drawn with a probability of exactly its weight: among all words of as many random bits as the total
// has, each leads to one tuple or to a new draw.
func TestSampleIsExact(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 41))
		f := New(3, everyOption[seed%4])
		s, tuples := randomSet(f, rng, 1+rng.IntN(60), 4)
		weight := func(level, value int) *big.Int { return big.NewInt(int64((level + value) % 3)) }
		if seed%2 == 0 {
			weight = nil
		}
		x, err := s.Index(background, Indexing{Weight: weight})
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[string]int64{}
		source := new(bitsInTurn)
		in := rand.New(source)
		for range x.Total().Int64() { // the words below the total lead to a tuple, and all of them come first
			drawn[key(x.Sample(in))]++
		}
		if n := x.Total().Int64(); n > 1 && int64(*source) != n {
			t.Errorf("seed %d: %d draws for %v tuples", seed, *source, x.Total())
		}
		for _, values := range tuples {
			want := int64(1)
			for k, v := range values {
				if weight != nil {
					want *= weight(k+1, v).Int64()
				}
			}
			if drawn[key(values)] != want {
				t.Errorf("seed %d: %v is drawn %d times, want %d", seed, values, drawn[key(values)], want)
			}
		}
		f.Close()
	}
}

// Numbers drawn below a bound of any length are below it, and both halves of the range occur.
func TestBelow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []*big.Int{one, big.NewInt(2), big.NewInt(3), power(2, 64), new(big.Int).Add(power(2, 64), one),
		power(10, 60), power(2, 300)} {
		low := 0
		const draws = 200
		for range draws {
			i := below(rng, n)
			if i.Sign() < 0 || i.Cmp(n) >= 0 {
				t.Fatalf("%v drawn below %v", i, n)
			}
			if i.Lsh(i, 1).Cmp(n) < 0 {
				low++
			}
		}
		if n.Cmp(one) > 0 && (low < draws/4 || low > 3*draws/4) { // the seed is fixed
			t.Errorf("%d of %d draws in the lower half of %v", low, draws, n)
		}
	}
}

// An index ends by its bound of memory and by its context.
func TestIndexLimits(t *testing.T) {
	f := New(60, Options{})
	defer f.Close()
	s := compositions(f, 60)
	x, err := s.Index(background, Indexing{Memory: 1 << 22})
	if err != nil || x.Total().Cmp(s.Count()) != 0 {
		t.Fatalf("got %v, %v, want %v", x.Total(), err, s.Count())
	}
	var limit *LimitError
	if _, err := s.Index(background, Indexing{Memory: 1 << 10}); !errors.As(err, &limit) || limit.Kind != "memory" {
		t.Errorf("with little memory: %v", err)
	}
	ended, cancel := context.WithCancel(background)
	cancel()
	if _, err := s.Index(ended, Indexing{}); !errors.As(err, &limit) || limit.Kind != "canceled" {
		t.Errorf("canceled: %v", err)
	}
	if _, err := x.Marginals(ended); !errors.As(err, &limit) || limit.Kind != "canceled" {
		t.Errorf("Marginals canceled: %v", err)
	}
	tight, err := s.Index(background, Indexing{Memory: x.bytes + 100})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tight.Marginals(background); !errors.As(err, &limit) || limit.Kind != "memory" {
		t.Errorf("Marginals with little memory: %v", err)
	}
}

// Misuse of an index panics with a message.
func TestIndexPanicsInWords(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	s := f.Tuples([][]int{{1, 2}, {0, 3}})
	x, _ := s.Index(background, Indexing{})
	none, _ := f.Empty().Index(background, Indexing{Weight: func(int, int) *big.Int { panic("no value occurs") }})
	for _, c := range []struct {
		want string
		call func()
	}{
		//lint:ignore SA1012 that is what is tested
		{"Index: the context is nil", func() { _, _ = s.Index(nil, Indexing{}) }},
		{"Index: the weight is nil", func() {
			_, _ = s.Index(background, Indexing{Weight: func(int, int) *big.Int { return nil }})
		}},
		{"Index: weight -1 of value 0 on level 1, expected 0 or more", func() {
			_, _ = s.Index(background, Indexing{Weight: func(_, v int) *big.Int { return big.NewInt(int64(v - 1)) }})
		}},
		{"Index.Nth: rank 2, expected 0 to 1", func() { x.Nth(big.NewInt(2)) }},
		{"Index.Nth: rank -1, expected 0 to 1", func() { x.Nth(big.NewInt(-1)) }},
		{"Index.Nth: rank 0, but there is none", func() { none.Nth(new(big.Int)) }},
		{"Index.Nth: the rank is nil", func() { x.Nth(nil) }},
		{"Index.Rank: 1 values for 2 levels", func() { x.Rank(1) }},
		{fmt.Sprintf("Index.Rank: value -1 on level 2, expected 0 to %d", MaxValue), func() { x.Rank(0, -1) }},
		{"Index.Sample: the generator is nil", func() { x.Sample(nil) }},
		//lint:ignore SA1012 that is what is tested
		{"Index.Marginals: the context is nil", func() { _, _ = x.Marginals(nil) }},
		{"Index.Total: the index is nil", func() { new(Index).Total() }},
		{"Index.Nth: the index is nil", func() { (*Index)(nil).Nth(one) }},
	} {
		if got := panicOf(c.call); got != "mdd: "+c.want {
			t.Errorf("got the panic %q, want %q", got, "mdd: "+c.want)
		}
	}
	if got := none.Sample(rand.New(rand.NewPCG(1, 1))); got != nil {
		t.Errorf("%v drawn from nothing", got)
	}
}

func BenchmarkIndex(b *testing.B) {
	for _, c := range []struct{ levels, tokens int }{{20, 100}, {1000, 3}} {
		f := New(c.levels, Options{})
		s := compositions(f, c.tokens)
		x, err := s.Index(background, Indexing{})
		if err != nil {
			b.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(1, 1))
		tuple := x.Sample(rng)
		name := fmt.Sprintf("levels=%d/tokens=%d", c.levels, c.tokens)
		b.Run("do=make/"+name, func(b *testing.B) {
			for b.Loop() {
				_, _ = s.Index(background, Indexing{})
			}
			b.ReportMetric(float64(s.Arcs()), "arcs")
		})
		b.Run("do=sample/"+name, func(b *testing.B) {
			for b.Loop() {
				x.Sample(rng)
			}
		})
		b.Run("do=rank/"+name, func(b *testing.B) {
			for b.Loop() {
				x.Rank(tuple...)
			}
		})
		b.Run("do=marginals/"+name, func(b *testing.B) {
			for b.Loop() {
				_, _ = x.Marginals(background)
			}
		})
		f.Close()
	}
}

// Sums over sets with values that are far apart are right.
func TestCountsOfFarValues(t *testing.T) {
	list := [][]int{{0, 0, 3}, {MaxValue, 0, 3}, {0, MaxValue, 3}, {7, MaxValue, 3}, {5, 5, MaxValue - 1},
		{MaxValue, MaxValue, MaxValue}}
	for _, o := range everyOption {
		f := New(3, o)
		s := f.Tuples(list)
		for i, weight := range []func(int, int) *big.Int{nil, someWeights} {
			if err := checkIndex(s, list, [][]int{{0, 0, 0}, {1, 0, 3}, {0, 0, MaxValue}, {9, 9, 9}},
				weight); err != nil {
				t.Errorf("weights %d: %v", i, err)
			}
		}
		values, sum, _ := s.Heaviest(func(level, v int) int64 { return int64(level) * int64(v) })
		if want := 6 * int64(MaxValue); sum != want || !slices.Equal(values, list[5]) {
			t.Errorf("heaviest %v with %d, want %d", values, sum, want)
		}
		odd := 0 // tuples of odd values alone
		for _, values := range list {
			odd += values[0] % 2 * (values[1] % 2) * (values[2] % 2)
		}
		if got := s.Probability(func(_, v int) float64 { return float64(v % 2) }); got != float64(odd) {
			t.Errorf("%v odd tuples, want %d", got, odd)
		}
		if got, _ := folded(s); !slices.EqualFunc(got, list, slices.Equal) {
			t.Errorf("folded to %v", got)
		}
		if level, parts := s.Split(); !f.Assemble(level, parts).Equal(s) {
			t.Error("another set is assembled")
		}
		f.Close()
	}
}
