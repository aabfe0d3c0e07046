package structure_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

// Ranges that follow from invariants by hand.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		net    string
		sum    map[string]int64
		want   string
		reason string
	}{
		{"p = 2147483648; p -> q; q -> p", map[string]int64{"p": 1, "q": 1}, "2147483648 2147483648", "the invariant"},
		{"p = 7; p -> q; q -> p", map[string]int64{"p": 3, "q": 3}, "21 21", "three times the invariant"},
		{"p = 7; p -> q; q -> p", map[string]int64{"p": 1}, "0 7", "part of the invariant"},
		{"p = 7; p -> q; q -> p", map[string]int64{"p": 1, "q": -1}, "-7 7", "2p − 7"},
		{"p = 7; p -> q; q -> p", map[string]int64{"p": 2, "q": 1}, "7 14", "p + 7"},
		{"p = 7; p -> q; q -> p", map[string]int64{"p": -2, "q": -1}, "-14 -7", "−p − 7"},
		{"p = 7; 2 p -> 3 q; 3 q -> 2 p", map[string]int64{"q": 1}, "0 10", "3p + 2q = 21, so q ≤ 10.5"},
		{"a = 5; a -> b; b -> a; c = 2; b + c -> b + d; d -> c", map[string]int64{"a": 1, "b": 1, "c": -1, "d": -1},
			"3 3", "5 − 2"},
		{"a = 3; c = 2; a + c -> b; b -> a + c", map[string]int64{"a": 1}, "1 3", "a + b = 3, b + c = 2, so b ≤ 2"},
		{"a = 3; c = 2; a + c -> b; b -> a + c", map[string]int64{"a": 1, "c": -1}, "1 1",
			"the difference of the invariants"},
		{"a -> a + b", map[string]int64{"b": 1}, "0 none", "nothing bounds b"},
		{"a -> a + b", map[string]int64{"b": -2}, "none 0", "nothing bounds b"},
		{"a = 4; a -> a + b", map[string]int64{"a": 1}, "4 4", "a never changes"},
		{"a = 4; a -> a + b", map[string]int64{}, "0 0", "no place"},
	} {
		net := parse(t, c.net)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		var places []int
		var weights []int64
		for name, w := range c.sum {
			p, _ := net.PlaceIndex(name)
			places, weights = append(places, p), append(weights, w)
		}
		ranges := structure.NewRanges(len(net.Places), flows)
		least, most := ranges.Least(places, weights), ranges.Most(places, weights)
		if got := end(least) + " " + end(most); got != c.want {
			t.Errorf("%s: %v is between %s, want %s: %s", c.net, c.sum, got, c.want, c.reason)
		}
	}
}

func end(n *big.Int) string {
	if n == nil {
		return "none"
	}
	return n.String()
}

// On random nets every reachable marking is within the range of every sum, a combination of invariants is known
// exactly, and no bound of a single place is worse than that of Bounds.
func TestRangesHoldEverywhere(t *testing.T) {
	nets, states, bounded, exact := 0, 0, 0, 0
	for seed := uint64(0); seed < 300; seed++ {
		rng := rand.New(rand.NewPCG(seed, 12))
		net := randnet.Generate(rng, randnet.Config{})
		s, err := oracle.Explore(net, 2000)
		if err != nil {
			continue
		}
		nets++
		states += len(s.States)
		flows, _ := structure.Semiflows(net, structure.Limit{})
		ranges := structure.NewRanges(len(net.Places), flows)
		for range 20 {
			weights := make([]int64, len(net.Places))
			constant := int64(0)
			combined := rng.IntN(3) == 0
			if combined {
				for _, f := range flows {
					k := rng.Int64N(7) - 3
					constant += k * f.Constant
					for i, p := range f.Places {
						weights[p] += k * f.Weights[i]
					}
				}
			} else {
				for p := range weights {
					weights[p] = max(rng.Int64N(9)-3, 0) * (rng.Int64N(3) - 1)
				}
			}
			least, most := ranges.Least(all(net), weights), ranges.Most(all(net), weights)
			if combined && (end(least) != fmt.Sprint(constant) || end(most) != fmt.Sprint(constant)) {
				t.Errorf("seed %d: the combination %v of invariants is between %s and %s, want %d", seed, weights,
					end(least), end(most), constant)
			}
			if combined {
				exact++
			}
			if least != nil && most != nil {
				bounded++
			}
			for _, m := range s.States {
				sum := new(big.Int)
				for p, w := range weights {
					sum.Add(sum, new(big.Int).Mul(big.NewInt(w), big.NewInt(m[p])))
				}
				if least != nil && sum.Cmp(least) < 0 || most != nil && sum.Cmp(most) > 0 {
					t.Fatalf("seed %d: %v·%v is %v, not between %s and %s", seed, weights, m, sum, end(least),
						end(most))
				}
			}
		}
		for p, b := range structure.Bounds(&petri.Net{Places: net.Places}, flows) { // by flows alone
			most := ranges.Most([]int{p}, []int64{1})
			if b != structure.NoBound && (most == nil || most.Cmp(big.NewInt(b)) > 0) {
				t.Errorf("seed %d: place %d has at most %s tokens, but %d by one invariant", seed, p, end(most), b)
			}
		}
	}
	if nets < 150 || bounded < 2000 || exact < 1000 {
		t.Errorf("%d nets, %d bounded sums, %d known ones: too few", nets, bounded, exact)
	}
	t.Logf("%d nets with %d markings, %d bounded sums, %d known ones", nets, states, bounded, exact)
}

func all(net *petri.Net) (list []int) {
	for p := range net.Places {
		list = append(list, p)
	}
	return list
}

// What is beyond 63 bits on the way to a bound is not believed.
func TestRangesOfLargeNumbers(t *testing.T) {
	const large = math.MaxInt64
	ranges := structure.NewRanges(2, []structure.Semiflow{{Places: []int{0, 1}, Weights: []int64{1, 1},
		Constant: large}})
	if least := ranges.Least([]int{0, 1}, []int64{1, 1}); end(least) != fmt.Sprint(int64(large)) {
		t.Errorf("p + q is %s at least", end(least))
	}
	for _, weights := range [][]int64{{large, large}, {large, large - 1}, {-large, large}, {large - 2, 3},
		{math.MinInt64, 1}, {1, math.MinInt64}} {
		least, most := ranges.Least([]int{0, 1}, weights), ranges.Most([]int{0, 1}, weights)
		for _, m := range []petri.Marking{{large, 0}, {0, large}, {large - 5, 5}} {
			sum := new(big.Int)
			for p, w := range weights {
				sum.Add(sum, new(big.Int).Mul(big.NewInt(w), big.NewInt(m[p])))
			}
			if least != nil && sum.Cmp(least) < 0 || most != nil && sum.Cmp(most) > 0 {
				t.Errorf("%v·%v is %v, not between %s and %s", weights, m, sum, end(least), end(most))
			}
		}
	}
}
