package symbolic_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic"
	"brim/engine/symbolic/cover"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// Parts and covers against the oracle: what they say of formulas and global properties of random nets is never wrong.

// verdicts counts answers.
type verdicts struct{ definite, unknown int }

func (c *verdicts) add(r engine.Result) {
	if r == engine.Unknown {
		c.unknown++
	} else {
		c.definite++
	}
}

// Whatever a part or a cover says of a bounded net is what the oracle says of all its markings, and a complete part
// says everything.
func TestPartsAgree(t *testing.T) {
	configs := []randnet.Config{{}, {Safe: true}, {States: 200, Tokens: 6, Weight: 4}, {NoInhibitors: true},
		{Open: true}}
	var parts, covers verdicts
	incomplete := 0
	for seed := range uint64(*formulas / 2) {
		rng := rand.New(rand.NewPCG(seed, 41))
		net := randnet.Generate(rng, configs[seed%uint64(len(configs))])
		want, err := oracle.Explore(net, 1500)
		if err != nil || len(net.Places) == 0 {
			continue
		}
		q := newQuestions(rng, net, 6)
		q.judge(want)
		explored := q.askParts(t, seed, 100, &parts)
		if explored.Complete {
			for i, r := range q.last {
				if r == engine.Unknown && !q.refused[i] {
					t.Fatalf("seed %d: %s: unknown on a complete part\n%s", seed, q.name(i), randnet.Text(net))
				}
			}
		} else {
			incomplete++
		}
		q.askCover(t, seed, &covers)
	}
	t.Logf("parts: %+v, covers: %+v; %d nets never complete", parts, covers, incomplete)
	if parts.unknown < parts.definite/20 || covers.definite < covers.unknown/10 || incomplete > 0 {
		t.Error("too few of the answers say anything")
	}
}

// Parts and covers of nets that are mostly unbounded never contradict each other, nor what a plain search finds.
func TestPartsOfUnboundedNets(t *testing.T) {
	var parts, covers verdicts
	settled := 0
	for seed := range uint64(*formulas / 4) {
		rng := rand.New(rand.NewPCG(seed, 42))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: true, Open: true, NoInhibitors: seed%3 > 0, Blocks: 3,
			Transitions: 8, Tokens: 3, Weight: 2})
		if len(net.Places) == 0 {
			continue
		}
		q := newQuestions(rng, net, 6)
		if want, err := oracle.Explore(net, 600); err == nil {
			q.judge(want)
		}
		q.askCover(t, seed, &covers)
		q.askParts(t, seed, 7, &parts)
		for _, r := range q.last {
			if r != engine.Unknown {
				settled++
			}
		}
	}
	t.Logf("parts: %+v, covers: %+v; %d questions settled", parts, covers, settled)
	if parts.definite < parts.unknown/4 || covers.definite < covers.unknown/10 {
		t.Error("too few of the answers say anything")
	}
}

// questions are formulas and the global properties, with the answers so far.
type questions struct {
	net      *petri.Net
	formulas []*syntax.Formula
	paths    syntax.Paths
	sum      syntax.Sum
	known    []engine.Result // by formula, and then by global property; Unknown if the answer is not known
	last     []engine.Result // of the last space
	refused  []bool          // by question: a sum beyond 64 bits
	least    int64           // largest value of the sum found
	most     int64           // no value is larger
}

var properties = []struct {
	name     string
	ofSpace  func(*symbolic.Space) engine.Result
	ofCover  func(*cover.Cover) engine.Result
	ofOracle func(*oracle.Space) bool
}{
	{"deadlock", (*symbolic.Space).HasDeadlock, (*cover.Cover).HasDeadlock,
		func(s *oracle.Space) bool { return len(s.Dead) > 0 }},
	{"quasi-live", (*symbolic.Space).QuasiLive, (*cover.Cover).QuasiLive, quasiLive},
	{"live", (*symbolic.Space).Live, (*cover.Cover).Live, live},
	{"one-safe", (*symbolic.Space).OneSafe, (*cover.Cover).OneSafe,
		func(s *oracle.Space) bool { return s.MaxInPlace <= 1 }},
	{"stable place", (*symbolic.Space).HasStablePlace, (*cover.Cover).HasStablePlace, hasStablePlace},
}

func newQuestions(rng *rand.Rand, net *petri.Net, n int) *questions {
	q := &questions{net: net, paths: syntax.Paths(rng.IntN(2)), least: -petri.Omega, most: petri.Omega}
	pool := syntax.NewPool()
	for range n {
		f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
		if rng.IntN(3) == 0 {
			f = pool.Make([]syntax.Op{syntax.EF, syntax.AG}[rng.IntN(2)],
				randformula.Generate(rng, net, rng.IntN(3), pool))
		}
		q.formulas = append(q.formulas, f)
	}
	for _, p := range rng.Perm(len(net.Places))[:1+rng.IntN(min(3, len(net.Places)))] {
		q.sum.Terms = append(q.sum.Terms, syntax.Term{Place: syntax.Ref{Index: p}, Weight: 1 + rng.Int64N(2)})
	}
	q.known = make([]engine.Result, n+len(properties))
	q.last = make([]engine.Result, n+len(properties))
	q.refused = make([]bool, n+len(properties))
	return q
}

// judge takes the answers of the oracle as known.
func (q *questions) judge(s *oracle.Space) {
	result := map[bool]engine.Result{true: engine.Holds, false: engine.Fails}
	for i, f := range q.formulas {
		q.known[i] = result[s.Sat(f, q.paths)[0]]
	}
	for i, g := range properties {
		q.known[len(q.formulas)+i] = result[g.ofOracle(s)]
	}
	for _, m := range s.States {
		q.least = max(q.least, q.valueIn(m))
	}
	q.most = q.least
}

func (q *questions) valueIn(m petri.Marking) (x int64) {
	for _, t := range q.sum.Terms {
		x += t.Weight * m[t.Place.Index]
	}
	return x
}

func (q *questions) name(i int) string {
	if i < len(q.formulas) {
		return q.formulas[i].String()
	}
	return properties[i-len(q.formulas)].name
}

// take notes an answer and fails the test if it contradicts another.
func (q *questions) take(t *testing.T, seed uint64, who string, i int, r engine.Result, c *verdicts) {
	t.Helper()
	c.add(r)
	q.last[i] = r
	if r == engine.Unknown {
		return
	}
	if q.known[i] != engine.Unknown && q.known[i] != r {
		t.Fatalf("seed %d, %s: %s, %v: %v, want %v\n%s", seed, who, q.name(i), q.paths, r, q.known[i],
			randnet.Text(q.net))
	}
	q.known[i] = r
}

// takeBounds notes numbers between which the least upper bound of the sum lies.
func (q *questions) takeBounds(t *testing.T, seed uint64, who string, least, most int64) {
	t.Helper()
	q.least, q.most = max(q.least, least), min(q.most, most)
	if q.least > q.most {
		t.Fatalf("seed %d, %s: the sum of %v is from %d to %d, known from %d to %d\n%s", seed, who, q.sum, least, most,
			q.least, q.most, randnet.Text(q.net))
	}
}

// askParts asks at most limit parts and returns the last one.
func (q *questions) askParts(t *testing.T, seed uint64, limit int, c *verdicts) *symbolic.Space {
	t.Helper()
	parts := symbolic.NewParts(q.net, symbolic.Options{Nodes: 20_000})
	defer parts.Close()
	var last *symbolic.Space
	for range limit {
		if !parts.More() {
			break
		}
		s, err := parts.Next(context.Background())
		var stopped *symbolic.Stopped
		if errors.As(err, &stopped) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, randnet.Text(q.net))
		}
		last = s
		q.ask(t, seed, fmt.Sprintf("part within %d steps, %d tokens", s.Steps, s.Most), s, c)
	}
	return last
}

// askCover asks the cover of a small coverability tree and of some enlarged state spaces.
func (q *questions) askCover(t *testing.T, seed uint64, c *verdicts) {
	t.Helper()
	o := symbolic.Options{Nodes: 20_000}
	invariants := cover.NewInvariants(context.Background(), q.net, o)
	defer invariants.Close()
	q.askOneCover(t, seed, "invariants", invariants, &verdicts{})
	cover := cover.New(context.Background(), q.net, []int{1, 10, 1000}[seed%3], o)
	defer cover.Close()
	for step := range 4 {
		if step > 0 && cover.Enlarge(context.Background()) != nil {
			return
		}
		who := fmt.Sprintf("cover, enlarged %d times", step)
		q.askOneCover(t, seed, who, cover, c)
	}
}

func (q *questions) askOneCover(t *testing.T, seed uint64, who string, cover *cover.Cover, c *verdicts) {
	t.Helper()
	for i, f := range q.formulas {
		q.take(t, seed, who, i, cover.Holds(f, q.paths), c)
		if q.known[i] != engine.Unknown { // equal formulas have equal answers
			q.formulas[i] = cover.Simplify(f, q.paths)
		}
	}
	for i, g := range properties {
		q.take(t, seed, who, len(q.formulas)+i, g.ofCover(cover), c)
	}
	least, most := cover.Bound(&q.sum)
	q.takeBounds(t, seed, who, least, most)
}

// quasiLive, live and hasStablePlace follow the definitions.
func quasiLive(s *oracle.Space) bool {
	seen := map[int]bool{}
	for _, edges := range s.Succ {
		for _, e := range edges {
			seen[e.Transition] = true
		}
	}
	return len(seen) == len(s.Net.Transitions)
}

func live(s *oracle.Space) bool {
	pool := syntax.NewPool()
	for t := range s.Net.Transitions {
		if !s.Sat(pool.Make(syntax.AG, pool.Make(syntax.EF, pool.Enabled(syntax.Ref{Index: t}))), syntax.Maximal)[0] {
			return false
		}
	}
	return true
}

func hasStablePlace(s *oracle.Space) bool {
	for p := range s.Net.Places {
		stable := true
		for _, m := range s.States {
			stable = stable && m[p] == s.States[0][p]
		}
		if stable {
			return true
		}
	}
	return false
}

// A producer with an unbounded store: what parts and a cover tell of it.
func TestPartsOfProducer(t *testing.T) {
	net, err := nets.Parse("unbounded:12")
	if err != nil {
		t.Fatal(err)
	}
	places := make([]string, len(net.Places))
	for p := range places {
		places[p] = net.Places[p].Name
	}
	names, pool := syntax.NewLists(places, nil, nil), syntax.NewPool()
	parse := func(text string) *syntax.Formula {
		f, err := pool.Parse(text, "test", names)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	allFull := "Full_1"
	for i := 2; i <= 12; i++ {
		allFull += fmt.Sprintf(" & Full_%d", i)
	}
	parts := symbolic.NewParts(net, symbolic.Options{})
	defer parts.Close()
	holds, deepest := map[string]bool{}, 0
	for len(holds) < 3 && parts.More() {
		s, err := parts.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		deepest = max(deepest, s.Steps)
		checker := s.Checker(syntax.Maximal)
		for text, want := range map[string]engine.Result{
			"EF(" + allFull + ")": engine.Holds, "AG Store <= 2": engine.Fails, "AX Prod.made": engine.Holds,
			"AG Store >= 0":  engine.Holds,
			"AG Full_1 <= 1": engine.Unknown, "EF Store >= 1000": engine.Unknown,
		} {
			switch r, err := s.Holds(checker, parse(text)); {
			case err != nil:
				t.Fatal(err)
			case r == want && r != engine.Unknown:
				holds[text] = true
			case r != engine.Unknown:
				t.Errorf("%s: %v", text, r)
			}
		}
	}
	t.Logf("within %d steps", deepest)
	for _, markings := range []int{1, 100_000} { // the second is a complete tree
		cover := cover.New(context.Background(), net, markings, symbolic.Options{})
		defer cover.Close()
		if err := cover.Enlarge(context.Background()); err != nil {
			t.Fatal(err)
		}
		if r := cover.Holds(parse("AG Full_1 <= 1"), syntax.Maximal); r != engine.Holds {
			t.Errorf("%d markings: AG Full_1 <= 1: %v", markings, r)
		}
		if r := cover.Holds(parse("AG AF Full_1 + Free_1 = 1"), syntax.Maximal); r != engine.Holds {
			t.Errorf("%d markings: AG AF Full_1 + Free_1 = 1: %v", markings, r)
		}
		if r := cover.Holds(parse("EF Store >= 1000"), syntax.Maximal); (r == engine.Holds) != cover.Complete() ||
			r == engine.Fails {
			t.Errorf("%d markings: EF Store >= 1000: %v", markings, r)
		}
	}
}
