package encode_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// markings collects markings by their text.
type markings map[string]petri.Marking

func (set markings) add(m petri.Marking) bool {
	key := fmt.Sprint(m)
	if _, ok := set[key]; ok {
		return false
	}
	set[key] = m.Clone()
	return true
}

// search collects what is reached from the initial marking by next, which yields the successors of a marking; false if
// that is more than limit markings.
func search(start petri.Marking, limit int, next func(m petri.Marking, visit func(petri.Marking))) (markings, bool) {
	found := markings{}
	found.add(start)
	for todo := []petri.Marking{start}; len(todo) > 0; {
		m := todo[0]
		todo = todo[1:]
		next(m, func(to petri.Marking) {
			if found.add(to) {
				todo = append(todo, to.Clone())
			}
		})
		if len(found) > limit {
			return found, false
		}
	}
	return found, true
}

// tuples collects the markings of a set.
func tuples(m *encode.Model, s mdd.Set) markings {
	found := markings{}
	for values := range s.All() {
		found.add(m.Marking(values))
	}
	return found
}

func sameMarkings(a, b markings) error {
	for key := range a {
		if _, ok := b[key]; !ok {
			return fmt.Errorf("%s is missing", key)
		}
	}
	for key := range b {
		if _, ok := a[key]; !ok {
			return fmt.Errorf("%s is too much", key)
		}
	}
	return nil
}

// randomBounds bounds most places.
func randomBounds(net *petri.Net, rng *rand.Rand) []int64 {
	most := make([]int64, len(net.Places))
	for p := range most {
		most[p] = petri.Omega
		if rng.IntN(8) > 0 {
			most[p] = rng.Int64N(5)
		}
	}
	return most
}

// bound is what the bounds mean for a place.
func bound(net *petri.Net, most []int64, p int) int64 { return max(most[p], net.Places[p].Initial) }

// Bounded models reach the markings that a plain search finds, and leave where it leaves.
func TestWithin(t *testing.T) {
	compared, left := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 21))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: seed%2 == 0, Open: true, States: 200, Tokens: 3,
			Weight: 2})
		if len(net.Places) == 0 {
			continue
		}
		most := randomBounds(net, rng)
		leaving := markings{}
		want, ok := search(net.Initial(), 2000, func(m petri.Marking, visit func(petri.Marking)) {
			to := make(petri.Marking, len(m))
			for x := range net.EnabledTransitions(m) {
				net.FireInto(to, m, x)
				out := false
				for p := range to {
					out = out || to[p] > bound(net, most, p)
				}
				if out {
					leaving.add(m)
				} else {
					visit(to)
				}
			}
		})
		if !ok {
			continue
		}
		compared++
		if len(leaving) > 0 {
			left++
		}
		for _, d := range someOrders(net, rng) {
			m, err := encode.NewWithin(net, most, d, mdd.Options{})
			if err != nil {
				t.Fatal(err)
			}
			reached := m.Moves.Saturate(m.Init)
			if err := sameMarkings(want, tuples(m, reached)); err != nil {
				t.Fatalf("seed %d, bounds %v, order %v: %v\n%s", seed, most, d.Levels, err, randnet.Text(net))
			}
			if err := sameMarkings(leaving, tuples(m, m.Leaving(reached))); err != nil {
				t.Fatalf("seed %d, bounds %v, order %v: leaving: %v\n%s", seed, most, d.Levels, err, randnet.Text(net))
			}
			m.Close()
		}
	}
	t.Logf("%d nets compared, %d of them with markings that lead out", compared, left)
	if compared < 100 || left < 50 {
		t.Error("too few nets say anything")
	}
}

func someOrders(net *petri.Net, rng *rand.Rand) []order.Decomposition {
	list := decompositions(net, rng)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:3]
}

// Enlarged models reach what the definition says, and with it describe every marking that a plain search finds.
func TestEnlarged(t *testing.T) {
	compared, omegas := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 22))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: seed%4 > 0, Open: true, States: 200, Tokens: 3,
			Weight: 2})
		if len(net.Places) == 0 {
			continue
		}
		most := randomBounds(net, rng)
		want, ok := search(net.Initial(), 1000, func(m petri.Marking, visit func(petri.Marking)) {
			for x := range net.Transitions {
				if to, ok := enlargedFiring(net, most, m, x); ok {
					visit(to)
				}
			}
		})
		if !ok {
			continue
		}
		compared++
		real, _ := search(net.Initial(), 300, func(m petri.Marking, visit func(petri.Marking)) {
			to := make(petri.Marking, len(m))
			for x := range net.EnabledTransitions(m) {
				net.FireInto(to, m, x)
				visit(to)
			}
		})
		sum, lo, hi := randomSum(net, rng)
		possible := markings{}
		largest := int64(math.MinInt64)
		for _, m := range want {
			least, most := sumRange(m, sum)
			if least <= hi && lo <= most {
				possible.add(m)
			}
			largest = max(largest, most)
		}
		if largest == math.MaxInt64 {
			omegas++
		}
		for _, d := range someOrders(net, rng) {
			m, err := encode.NewEnlarged(net, most, d, mdd.Options{})
			if err != nil {
				t.Fatal(err)
			}
			reached := m.Moves.Saturate(m.Init)
			got := tuples(m, reached)
			if err := sameMarkings(want, got); err != nil {
				t.Fatalf("seed %d, bounds %v, order %v: %v\n%s", seed, most, d.Levels, err, randnet.Text(net))
			}
			for _, x := range real {
				if !described(x, got) {
					t.Fatalf("seed %d, bounds %v: %v is not described\n%s", seed, most, x, randnet.Text(net))
				}
			}
			set, err := m.Possible(reached, sum, lo, hi)
			if err != nil {
				t.Fatal(err)
			}
			if err := sameMarkings(possible, tuples(m, set)); err != nil {
				t.Fatalf("seed %d, bounds %v: sum %v from %d to %d: %v\n%s", seed, most, sum, lo, hi, err,
					randnet.Text(net))
			}
			if x, err := m.MostPossible(reached, sum); err != nil || x != largest {
				t.Fatalf("seed %d, bounds %v: sum %v: largest %d, %v; want %d\n%s", seed, most, sum, x, err, largest,
					randnet.Text(net))
			}
			m.Close()
		}
	}
	t.Logf("%d nets compared, %d of them with sums without bound", compared, omegas)
	if compared < 100 || omegas < 20 {
		t.Error("too few nets say anything")
	}
}

// enlargedFiring fires transition t in m in the words of NewEnlarged.
func enlargedFiring(net *petri.Net, most []int64, m petri.Marking, t int) (petri.Marking, bool) {
	x := &net.Transitions[t]
	for _, a := range x.Pre {
		if m[a.Place] < a.Weight {
			return nil, false
		}
	}
	for _, a := range x.Inhibit {
		if m[a.Place] >= a.Weight && m[a.Place] != petri.Omega {
			return nil, false
		}
	}
	gain := make([]int64, len(m))
	for _, a := range x.Pre {
		gain[a.Place] -= a.Weight
	}
	for _, a := range x.Post {
		gain[a.Place] += a.Weight
	}
	to := m.Clone()
	for p := range to {
		if to[p] == petri.Omega {
			continue
		}
		if to[p] += gain[p]; gain[p] != 0 && to[p] > bound(net, most, p) {
			to[p] = petri.Omega
		}
	}
	return to, true
}

func described(x petri.Marking, by markings) bool {
	for _, m := range by {
		ok := true
		for p := range m {
			ok = ok && (m[p] == x[p] || m[p] == petri.Omega)
		}
		if ok {
			return true
		}
	}
	return false
}

func randomSum(net *petri.Net, rng *rand.Rand) (sum []encode.Weighted, lo, hi int64) {
	for _, p := range rng.Perm(len(net.Places))[:1+rng.IntN(min(3, len(net.Places)))] {
		sum = append(sum, encode.Weighted{Place: p, Weight: []int64{1, 1, 1, 2, -1, -3}[rng.IntN(6)]})
	}
	lo, hi = int64(math.MinInt64), int64(math.MaxInt64)
	for rng.IntN(4) > 0 && lo == math.MinInt64 && hi == math.MaxInt64 {
		if rng.IntN(2) == 0 {
			lo = rng.Int64N(12) - 4
		}
		if rng.IntN(2) == 0 {
			hi = rng.Int64N(12) - 4
		}
	}
	return sum, lo, hi
}

// sumRange returns the least and the largest value of the sum in m, where Omega is any number.
func sumRange(m petri.Marking, sum []encode.Weighted) (least, most int64) {
	for _, w := range sum {
		switch {
		case m[w.Place] != petri.Omega:
			least, most = plus(least, w.Weight*m[w.Place]), plus(most, w.Weight*m[w.Place])
		case w.Weight > 0:
			most = math.MaxInt64
		default:
			least = math.MinInt64
		}
	}
	return least, most
}

func plus(x, y int64) int64 {
	if x == math.MaxInt64 || x == math.MinInt64 {
		return x
	}
	return x + y
}
