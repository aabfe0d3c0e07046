package home_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/home"
)

var homeNets = flag.Int("home", 400, "random nets of TestDescentsLeadHome")

// returning draws a net with few markings, half of them made such that they can often return: with a reverse for some
// transitions.
func returning(rng *rand.Rand) (*petri.Net, *oracle.Space) {
	for {
		net := randnet.Loose(rng)
		if rng.IntN(2) == 0 {
			net = randnet.Generate(rng, randnet.Config{States: 300, Safe: rng.IntN(2) == 0, Blocks: 3})
		}
		if space, err := oracle.Explore(net, 400); err == nil {
			return net, space
		}
	}
}

// atLeast is the target of all markings with so many tokens in a place. It finds near ones by a random walk.
type atLeast struct {
	net    *petri.Net
	place  int
	tokens int64
	rng    *rand.Rand
}

func (x atLeast) Has(m petri.Marking) bool { return m[x.place] >= x.tokens }

func (x atLeast) Near(m petri.Marking) (near petri.Marking, path []int) {
	for near = m.Clone(); len(path) < 12 && !x.Has(near); {
		enabled := slices.Collect(x.net.EnabledTransitions(near))
		if len(enabled) == 0 {
			return nil, nil
		}
		path = append(path, enabled[x.rng.IntN(len(enabled))])
		if x.net.Fire(near, path[len(path)-1]) != nil {
			return nil, nil
		}
	}
	if !x.Has(near) {
		return nil, nil
	}
	return near, path
}

// reaches tells of each marking of a space whether a target can be reached from it.
func reaches(s *oracle.Space, target home.Target) []bool {
	yes := make([]bool, len(s.States))
	for i, m := range s.States {
		yes[i] = target.Has(m)
	}
	for again := true; again; {
		again = false
		for i, edges := range s.Succ {
			if !yes[i] && slices.ContainsFunc(edges, func(e oracle.Edge) bool { return yes[e.To] }) {
				yes[i], again = true, true
			}
		}
	}
	return yes
}

// If each marking outside of the target enables some step of a descent, the target can be reached from all markings, in
// the graph of all markings; and where the first descents leave markings stuck, these lead to better ones. Targets are
// single markings and, as often, those with tokens in a place.
func TestDescentsLeadHome(t *testing.T) {
	found, is, words := 0, 0, 0
	for seed := range uint64(*homeNets) {
		rng := rand.New(rand.NewPCG(seed, 71))
		net, space := returning(rng)
		target := home.At(space.States[0])
		switch rng.IntN(8) {
		case 0:
			target = home.At(space.States[rng.IntN(len(space.States))])
		case 1, 2, 3, 4:
			target = atLeast{net, rng.IntN(len(net.Places)), 1 + rng.Int64N(2), rng}
		}
		returns := !slices.Contains(reaches(space, target), false)
		if returns && len(space.States) > 1 {
			is++
		}
		s := home.NewSearch(net, target)
		for i := range 10 {
			s.Sample(i)
		}
		for range 100 {
			d, err := s.Find(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if d == nil {
				break
			}
			if err := d.Check(net); err != nil {
				t.Fatal(err)
			}
			stuck := slices.IndexFunc(space.States,
				func(m petri.Marking) bool { return !target.Has(m) && !takesPart(net, d, m) })
			if stuck >= 0 {
				s.Add(space.States[stuck], rng.IntN(4) == 0)
				continue
			}
			if !returns {
				t.Fatalf("seed %d: a descent to %v, which cannot always be reached\n%s", seed, target,
					randnet.Text(net))
			}
			if len(space.States) > 1 {
				found++
				if slices.ContainsFunc(d.Steps, func(x home.Step) bool { return len(x.Word) > 1 }) {
					words++
				}
			}
			break
		}
	}
	t.Logf("%d home markings, %d descents, %d of them with sequences", is, found, words)
	if is < *homeNets/10 || found < is*3/4 || words == 0 {
		t.Error("there is too little to see")
	}
}

// takesPart reports whether a marking enables a step, by firing it.
func takesPart(net *petri.Net, d *home.Descent, m petri.Marking) bool {
	return slices.ContainsFunc(d.Steps, func(x home.Step) bool {
		_, err := net.WithInitial(m).Replay(x.Word)
		if needs := !slices.ContainsFunc(x.Needs,
			func(a petri.Arc) bool { return m[a.Place] < a.Weight }); len(x.Word) > 1 && needs != (err == nil) {
			panic("the sequence needs something else")
		}
		return err == nil
	})
}

// What does not descend is refused.
func TestCheck(t *testing.T) {
	net, err := randnet.ParseText("net", "p p 1\np q 0\nt t pre: p 1 post: q 1\nt u pre: q 1 post: p 1\n")
	if err != nil {
		t.Fatal(err)
	}
	down, up := petri.Arc{Place: 1, Weight: 1}, petri.Arc{Place: 0, Weight: 1}
	for _, c := range []struct {
		d    home.Descent
		fine bool
	}{
		{home.Descent{Weights: []int64{0, 1}, Steps: []home.Step{{Word: []int{1}, Needs: []petri.Arc{down}}}}, true},
		{home.Descent{Weights: []int64{0, 1}, Steps: []home.Step{{Word: []int{0}, Needs: []petri.Arc{up}}}}, false},
		{home.Descent{Weights: []int64{0, 0}, Steps: []home.Step{{Word: []int{1}, Needs: []petri.Arc{down}}}}, false},
		{home.Descent{Weights: []int64{-1, 0}, Steps: []home.Step{{Word: []int{1}, Needs: []petri.Arc{down}}}}, false},
		{home.Descent{Weights: []int64{0, 1}, Steps: []home.Step{{Word: []int{1}}}}, false},
	} {
		if err := c.d.Check(net); (err == nil) != c.fine {
			t.Errorf("%v: %v", c.d, err)
		}
	}
}
