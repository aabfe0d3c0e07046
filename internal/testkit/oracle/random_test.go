package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// A matrix net is the same net as dense integer matrices, transition by place:
// another way to say what a firing is. No arc limits to nothing: 0 tokens needed,
// and no inhibitor is −1.
type matrixNet struct{ need, gain, limit [][]int64 }

func matrices(net *petri.Net) matrixNet {
	var m matrixNet
	for _, t := range net.Transitions {
		need, gain, limit := make([]int64, len(net.Places)), make([]int64, len(net.Places)),
			make([]int64, len(net.Places))
		for p := range limit {
			limit[p] = -1
		}
		for _, a := range t.Pre {
			need[a.Place] = a.Weight
			gain[a.Place] -= a.Weight
		}
		for _, a := range t.Post {
			gain[a.Place] += a.Weight
		}
		for _, a := range t.Inhibit {
			limit[a.Place] = a.Weight
		}
		m.need, m.gain, m.limit = append(m.need, need), append(m.gain, gain), append(m.limit, limit)
	}
	return m
}

// next returns the marking after transition t, if it may fire in m.
func (n matrixNet) next(t int, m petri.Marking) (petri.Marking, bool) {
	to := make(petri.Marking, len(m))
	for p := range m {
		if m[p] < n.need[t][p] || n.limit[t][p] >= 0 && m[p] >= n.limit[t][p] {
			return nil, false
		}
		to[p] = m[p] + n.gain[t][p]
	}
	return to, true
}

// A space is right if and only if it has the initial marking at distance 0, each
// marking once, all firings of each marking, and each marking but the first at one
// more than the least distance before it.
func TestSpacesOfRandomNets(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		net := randnet.Generate(rng, randnet.Config{Open: seed%2 == 0, Safe: seed%5 == 0})
		s, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := check(s, matrices(net)); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, randnet.Text(net))
		}
	}
}

func check(s *oracle.Space, m matrixNet) error {
	if !slices.Equal(s.States[0], s.Net.Initial()) || s.Dist[0] != 0 || !s.Complete {
		return fmt.Errorf("first marking %v at distance %d, complete %v", s.States[0], s.Dist[0], s.Complete)
	}
	number := map[string]int{}
	for i, marking := range s.States {
		number[fmt.Sprint(marking)] = i
		if j, ok := s.Number(marking); !ok || j != i {
			return fmt.Errorf("marking %d has number %d", i, j)
		}
	}
	if len(number) != len(s.States) {
		return fmt.Errorf("%d markings, %d different", len(s.States), len(number))
	}
	before := make([]int, len(s.States)) // least distance of a marking one firing before
	for i := range before {
		before[i] = len(s.States)
	}
	firings, dead := 0, []int{}
	pairs := map[[2]int]bool{}
	for i, marking := range s.States {
		var edges []oracle.Edge
		for t := range s.Net.Transitions {
			if to, ok := m.next(t, marking); ok {
				j, known := number[fmt.Sprint(to)]
				if !known {
					return fmt.Errorf("marking %v after %v is missing", to, marking)
				}
				edges = append(edges, oracle.Edge{Transition: t, To: j})
				pairs[[2]int{i, j}] = true
				before[j] = min(before[j], s.Dist[i])
			}
		}
		if !slices.Equal(edges, s.Succ[i]) {
			return fmt.Errorf("marking %v: edges %v, want %v", marking, s.Succ[i], edges)
		}
		firings += len(edges)
		if len(edges) == 0 {
			dead = append(dead, i)
		}
	}
	for i := 1; i < len(s.States); i++ {
		if s.Dist[i] != before[i]+1 {
			return fmt.Errorf("marking %d at distance %d, the least before it is %d", i, s.Dist[i], before[i])
		}
	}
	if s.Firings != firings || s.Edges != len(pairs) || !slices.Equal(s.Dead, dead) || s.Depth != slices.Max(s.Dist) {
		return fmt.Errorf("firings %d, edges %d, deadlocks %v, depth %d; want %d, %d, %v, %d",
			s.Firings, s.Edges, s.Dead, s.Depth, firings, len(pairs), dead, slices.Max(s.Dist))
	}
	return nil
}

// Cut at a depth, a space is the beginning of the whole one.
func TestExploreToIsPrefix(t *testing.T) {
	for seed := range uint64(100) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 3)), randnet.Config{})
		whole, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		layers := whole.Layers()
		for depth := 0; depth <= whole.Depth+1; depth++ {
			s, err := oracle.ExploreTo(net, depth, 1000)
			if err != nil {
				t.Fatalf("seed %d, depth %d: %v", seed, depth, err)
			}
			n := whole.Within(depth)
			sum := 0
			for _, layer := range layers[:min(depth+1, len(layers))] {
				sum += layer
			}
			if len(s.States) != n || n != sum || s.Complete != (depth >= whole.Depth) {
				t.Errorf("seed %d, depth %d: %d markings, complete %v; Within gives %d, Layers %d, whole depth %d",
					seed, depth, len(s.States), s.Complete, n, sum, whole.Depth)
				continue
			}
			for i := range s.States {
				inside := slices.DeleteFunc(slices.Clone(whole.Succ[i]), func(e oracle.Edge) bool { return e.To >= n })
				if !slices.Equal(s.States[i], whole.States[i]) || !slices.Equal(s.Succ[i], inside) {
					t.Errorf("seed %d, depth %d: marking %d differs", seed, depth, i)
				}
			}
		}
	}
}

// A path has as many firings as the distance says and ends where it should.
func TestPathTo(t *testing.T) {
	for seed := range uint64(60) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 4)), randnet.Config{States: 200})
		s, err := oracle.Explore(net, 200)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		m := matrices(net)
		for i := range s.States {
			at := net.Initial()
			path := s.PathTo(i)
			for _, tr := range path {
				next, ok := m.next(tr, at)
				if !ok {
					t.Fatalf("seed %d: path %v to marking %d: transition %d cannot fire", seed, path, i, tr)
				}
				at = next
			}
			if !slices.Equal(at, s.States[i]) || len(path) != s.Dist[i] {
				t.Errorf("seed %d: path %v leads to %v, want %v at distance %d", seed, path, at, s.States[i], s.Dist[i])
			}
		}
	}
}

func TestNumberOfStrangers(t *testing.T) {
	s, err := oracle.Explore(parse(t, "p a 1\np b 0\nt t pre: a 1 post: b 1"), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []petri.Marking{nil, {1}, {1, 1}, {1, 0, 0}, {-1, 0}} {
		if i, ok := s.Number(m); ok {
			t.Errorf("%v has number %d", m, i)
		}
	}
	if got := s.Within(-1); got != 0 {
		t.Errorf("%d markings within −1", got)
	}
}
