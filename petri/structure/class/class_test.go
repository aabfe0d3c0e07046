package class_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
	"brim/petri/structure/class"
	"brim/petri/structure/component"
	"brim/petri/structure/siphon"
)

var classNets = flag.Int("nets", 1500, "random nets on which findings are compared with all markings")

// free returns a random net of extended free choice: in each cluster all places have arcs to all transitions. Some of
// these nets are made of state machines with one token each, so that many are bounded.
func free(t *testing.T, rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder("free")
	var transitions [][]int // by cluster
	var places [][]int
	var all []int
	for c := range 2 + rng.IntN(4) {
		var ps, ts []int
		for i := range 1 + rng.IntN(2) {
			tokens := int64(0)
			if rng.IntN(2) == 0 {
				tokens = 1 + rng.Int64N(2)
			}
			ps = append(ps, b.Place(fmt.Sprintf("p%d_%d", c, i), tokens))
		}
		for i := range 1 + rng.IntN(2) {
			ts = append(ts, b.Transition(fmt.Sprintf("t%d_%d", c, i)))
			for _, p := range ps {
				b.In(ts[i], p, 1)
			}
		}
		places, transitions, all = append(places, ps), append(transitions, ts), append(all, ps...)
	}
	same := rng.IntN(3) > 0 // as many tokens are given as taken
	for c, ts := range transitions {
		for _, x := range ts {
			n := rng.IntN(3)
			if same {
				n = len(places[c])
			}
			for _, i := range rng.Perm(len(all))[:min(n, len(all))] {
				b.Out(x, all[i], 1)
			}
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// marked returns a random marked graph, of which some have circuits without tokens, and some are unbounded.
func marked(t *testing.T, rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder("marked")
	n := 2 + rng.IntN(4)
	for i := range n {
		b.Transition(fmt.Sprint("t", i))
	}
	open := rng.IntN(4) == 0
	for i := range n + rng.IntN(5) {
		from, to := i%n, (i+1)%n
		if i >= n || open {
			from, to = rng.IntN(n), rng.IntN(n)
		}
		tokens := int64(0)
		if rng.IntN(3) == 0 {
			tokens = 1 + rng.Int64N(2)
		}
		p := b.Place(fmt.Sprint("p", i), tokens)
		b.Out(from, p, 1)
		b.In(to, p, 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// some returns a random net: of extended free choice, or any.
func some(t *testing.T, seed uint64) *petri.Net {
	rng := rand.New(rand.NewPCG(seed, 17))
	switch seed % 7 {
	case 0:
		return randnet.Loose(rng)
	case 1:
		return randnet.Generate(rng, randnet.Config{Safe: true, NoInhibitors: true, States: 300})
	case 2:
		return randnet.Generate(rng, randnet.Config{States: 300, Open: true})
	case 3:
		return marked(t, rng)
	}
	return free(t, rng)
}

// live reports whether each transition can fire again from each marking on: whether each marking can reach one that
// enables it.
func live(s *oracle.Space) bool {
	before := make([][]int, len(s.States))
	for m, list := range s.Succ {
		for _, e := range list {
			before[e.To] = append(before[e.To], m)
		}
	}
	for t := range s.Net.Transitions {
		seen, list := make([]bool, len(s.States)), []int{}
		for m := range s.States {
			if s.Net.Enabled(s.States[m], t) {
				seen[m] = true
				list = append(list, m)
			}
		}
		for i := 0; i < len(list); i++ {
			for _, m := range before[list[i]] {
				if !seen[m] {
					seen[m] = true
					list = append(list, m)
				}
			}
		}
		if len(list) < len(s.States) {
			return false
		}
	}
	return true
}

// home reports whether a marking can be reached from all.
func home(s *oracle.Space, m petri.Marking) bool {
	before, list := make([][]int, len(s.States)), []int{}
	seen := make([]bool, len(s.States))
	for i, edges := range s.Succ {
		if s.States[i].Equal(m) {
			list, seen[i] = append(list, i), true
		}
		for _, e := range edges {
			before[e.To] = append(before[e.To], i)
		}
	}
	for i := 0; i < len(list); i++ {
		for _, k := range before[list[i]] {
			if !seen[k] {
				seen[k] = true
				list = append(list, k)
			}
		}
	}
	return len(list) == len(s.States)
}

// What is found to be live or free of deadlocks is so in all markings, and extended free choice nets are decided.
// Nets that are bounded by their structure have finitely many markings. A large run is -nets 200000.
func TestAgainstAllMarkings(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(*classNets) {
		net := some(t, seed)
		s := class.New(structure.NewProfile(net))
		bounded := s.Bounded(t.Context())
		space, err := oracle.Explore(net, 400)
		if err != nil {
			if bounded.Answer == class.Yes {
				if space, err = oracle.Explore(net, 100_000); err != nil {
					t.Errorf("seed %d: said to be bounded: %v\n%s", seed, err, randnet.Text(net))
				}
			}
			if err != nil {
				continue
			}
		}
		c := s.Classes()
		for what, f := range map[string]struct {
			class.Finding
			want bool
		}{
			"live":          {s.Live(t.Context()), live(space)},
			"deadlock-free": {s.DeadlockFree(t.Context()), len(space.Dead) == 0},
		} {
			if f.Answer != class.Unknown && (f.Answer == class.Yes) != f.want {
				t.Errorf("seed %d: %s: %v, since %s; want %t\n%s", seed, what, f.Answer, f.Reason, f.want,
					randnet.Text(net))
			}
			count[fmt.Sprint(what, " ", f.Answer, " ", strings.Fields(f.Reason)[0])]++
			if what == "live" && c.ExtendedFreeChoice && c.Ordinary && f.Answer == class.Unknown {
				t.Errorf("seed %d: %s is unknown: %s\n%s", seed, what, f.Reason, randnet.Text(net))
			}
			for _, trap := range f.Traps {
				for _, m := range space.States {
					sum := int64(0)
					for _, p := range trap {
						sum += m[p]
					}
					if sum == 0 {
						t.Errorf("seed %d: trap %v has no token in %v", seed, trap, m)
					}
				}
			}
		}
		for _, m := range space.States {
			f := s.Home(t.Context(), m)
			count[fmt.Sprint("home ", f.Answer)]++
			if f.Answer != class.Unknown && (f.Answer == class.Yes) != home(space, m) {
				t.Errorf("seed %d: %v is a home marking: %v, since %s\n%s", seed, m, f.Answer, f.Reason,
					randnet.Text(net))
			}
			if f.Answer == class.Unknown && c.ExtendedFreeChoice && c.Ordinary && live(space) &&
				bounded.Answer == class.Yes {
				t.Errorf("seed %d: home marking unknown: %s\n%s", seed, f.Reason, randnet.Text(net))
			}
		}
		if live(space) && s.WellFormed(t.Context()).Answer == class.No {
			t.Errorf("seed %d: live and bounded, but not well-formed\n%s", seed, randnet.Text(net))
		}
	}
	t.Log(count)
}

// Commoner's condition decides extended free choice nets, and where it holds asymmetric choice nets are live.
func TestCommoner(t *testing.T) {
	yes, no, asymmetric := 0, 0, 0
	for seed := range uint64(*classNets) {
		net := some(t, seed)
		f := structure.Describe(net, nil)
		if !f.Ordinary || !f.AsymmetricChoice {
			continue
		}
		space, err := oracle.Explore(net, 400)
		if err != nil {
			continue
		}
		c, err := siphon.Commoner(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		want := live(space)
		switch {
		case !f.ExtendedFreeChoice && !c.Holds:
		case c.Holds != want:
			t.Errorf("seed %d: the condition is %t, live is %t\n%s", seed, c.Holds, want, randnet.Text(net))
		case !f.ExtendedFreeChoice:
			asymmetric++
		case want:
			yes++
		default:
			no++
		}
	}
	t.Logf("%d live and %d other nets of free choice, %d live ones of asymmetric choice", yes, no, asymmetric)
	if yes < *classNets/50 || no < *classNets/50 || asymmetric == 0 {
		t.Error("the nets hardly test anything")
	}
}

// Commoner's condition decides free choice nets that are unbounded, too: where it holds, each transition can fire again
// from the first markings on; where it does not, some siphon can lose all tokens, and its transitions are dead then.
func TestUnbounded(t *testing.T) {
	yes, no := 0, 0
	for seed := range uint64(*classNets) {
		net := free(t, rand.New(rand.NewPCG(seed, 19)))
		if _, err := oracle.Explore(net, 500); err == nil {
			continue
		}
		c, err := siphon.Commoner(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		if !c.Holds {
			no++
			if !somewhere(net, net.Initial(), func(m petri.Marking) bool { return lost(net, m) }) {
				t.Errorf("seed %d: no siphon loses its tokens\n%s", seed, randnet.Text(net))
			}
			continue
		}
		yes++
		part, err := oracle.ExploreTo(net, 2, 500)
		if err != nil {
			continue
		}
		for _, m := range part.States {
			for x := range net.Transitions {
				if !somewhere(net, m, func(m petri.Marking) bool { return net.Enabled(m, x) }) {
					t.Errorf("seed %d: %s is dead in %v\n%s", seed, net.Transitions[x].Name, m, randnet.Text(net))
				}
			}
		}
	}
	t.Logf("%d live, %d not", yes, no)
	if yes < *classNets/100 || no < *classNets/50 {
		t.Error("the nets hardly test anything")
	}
}

// lost reports whether a transition takes from a siphon that has no token in m.
func lost(net *petri.Net, m petri.Marking) bool {
	var empty []int
	for p, n := range m {
		if n == 0 {
			empty = append(empty, p)
		}
	}
	set := siphon.Siphons.Largest(net, empty)
	return slices.ContainsFunc(net.Transitions, func(t petri.Transition) bool {
		return slices.ContainsFunc(t.Pre, func(a petri.Arc) bool { return slices.Contains(set, a.Place) })
	})
}

// somewhere reports whether one of the first markings from m on has a property, breadth-first.
func somewhere(net *petri.Net, m petri.Marking, has func(petri.Marking) bool) bool {
	seen, list := map[string]bool{}, []petri.Marking{m}
	for i := 0; i < len(list) && i < 20_000; i++ {
		if has(list[i]) {
			return true
		}
		for x := range net.EnabledTransitions(list[i]) {
			next := list[i].Clone()
			if net.Fire(next, x) == nil && !seen[fmt.Sprint(next)] {
				seen[fmt.Sprint(next)] = true
				list = append(list, next)
			}
		}
	}
	return false
}

// A well-formed free choice net is live and bounded with a token in each place; one that is not well-formed but
// bounded by its structure is not live, whatever the marking.
func TestWellFormed(t *testing.T) {
	yes, no := 0, 0
	for seed := range uint64(*classNets) {
		net := free(t, rand.New(rand.NewPCG(seed, 18)))
		s := class.New(structure.NewProfile(net))
		f := s.WellFormed(t.Context())
		if f.Answer == class.Unknown {
			t.Fatalf("seed %d: %s", seed, f.Reason)
		}
		m := net.Initial()
		for p := range m {
			m[p] = 1
		}
		space, err := oracle.Explore(net.WithInitial(m), 2000)
		if f.Answer == class.Yes {
			if yes++; err != nil || !live(space) {
				t.Errorf("seed %d: well-formed, %v\n%s", seed, err, randnet.Text(net))
			}
			for _, k := range []component.Kind{component.S, component.T} {
				if c, covers, err := k.Chosen(t.Context(), net); err != nil || !covers {
					t.Errorf("seed %d: well-formed, but the %v chosen are only %v\n%s", seed, k, c, randnet.Text(net))
				}
			}
		} else if err == nil {
			if no++; live(space) {
				t.Errorf("seed %d: not well-formed, but live and bounded\n%s", seed, randnet.Text(net))
			}
		}
	}
	if yes < *classNets/50 || no < *classNets/50 {
		t.Errorf("%d well-formed, %d not: the nets hardly test anything", yes, no)
	}
}

// The home markings of live and bounded free choice nets are those with a token in each trap [BDE92].
func TestHome(t *testing.T) {
	count := map[class.Answer]int{}
	for seed := range uint64(*classNets) {
		rng := rand.New(rand.NewPCG(seed, 18))
		net := free(t, rng)
		if class.New(structure.NewProfile(net)).WellFormed(t.Context()).Answer != class.Yes {
			continue
		}
		for range 20 {
			m := net.Initial()
			for p := range m {
				m[p] = rng.Int64N(3) / 2
			}
			begun := net.WithInitial(m)
			s := class.New(structure.NewProfile(begun))
			f := s.Home(t.Context(), m)
			space, err := oracle.Explore(begun, 1000)
			if err != nil {
				continue
			}
			if f.Answer == class.Unknown && live(space) || f.Answer != class.Unknown &&
				(f.Answer == class.Yes) != home(space, m) {
				t.Errorf("seed %d: the initial marking is a home marking: %v, since %s\n%s", seed, f.Answer, f.Reason,
					randnet.Text(begun))
			}
			count[f.Answer]++
		}
	}
	t.Log(count)
	if count[class.Yes] < *classNets/50 {
		t.Error("the nets hardly test anything")
	}
	away, err := randnet.ParseText("away", `
p a 1
p b 1
p c 0
p d 0
t begin pre: a 1 post: c 1 inh:
t wait pre: b 1 post: b 1 inh:
t go pre: b 1 post: d 1 inh:
t left pre: c 1 d 1 post: b 1 c 1 inh:
t right pre: c 1 d 1 post: a 1 d 1 inh:
`)
	if err != nil {
		t.Fatal(err)
	}
	f := class.New(structure.NewProfile(away)).Home(t.Context(), away.Initial())
	if f.Answer != class.No || !slices.Equal(f.Places, []int{2, 3}) {
		t.Errorf("%+v, want that the trap c, d has no token", f)
	}
	for _, m := range []petri.Marking{{1, 0, 0, 1}, {0, 1, 1, 0}} { // reachable
		if f := class.New(structure.NewProfile(away)).Home(t.Context(), m); f.Answer != class.Yes {
			t.Errorf("%v: %+v, want a home marking", m, f)
		}
	}
}

// Where the search for minimal invariants ends early, linear programs say the same.
func TestPrograms(t *testing.T) {
	known := 0
	for seed := range uint64(*classNets) {
		net := some(t, seed)
		s := class.New(structure.NewProfile(net))
		conservative, consistent := s.ByPrograms(t.Context())
		for what, pair := range map[string][2]class.Answer{
			"conservative": {conservative, s.Conservative(t.Context()).Answer},
			"consistent":   {consistent, s.Consistent(t.Context()).Answer},
		} {
			if pair[0] != class.Unknown {
				known++
			}
			if pair[0] != pair[1] && pair[0] != class.Unknown {
				t.Errorf("seed %d: %s: %v by linear programs, %v by invariants\n%s", seed, what, pair[0], pair[1],
					randnet.Text(net))
			}
		}
	}
	if known < *classNets {
		t.Errorf("%d answers of linear programs", known)
	}
}
