package board_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var (
	extendedCount = flag.Int("extended", 60,
		"compare the answers about so many random nets with capacities, reset arcs and priorities with the oracle")
	extendedSeed = flag.Uint64("extended-seed", 0, "the first seed of these nets")
)

// Answers about nets with capacities, reset arcs and priorities are those of the oracle, which knows their firing rule
// by its definition: of all techniques together, and of one of them alone.
func TestExtendedAgree(t *testing.T) {
	count := map[string]int{}
	for seed := *extendedSeed; seed < *extendedSeed+uint64(*extendedCount); seed++ {
		rng := rand.New(rand.NewPCG(seed, 155))
		c := randextended.Config{Bounded: seed%4 < 3, NoResets: seed%3 == 0, NoPriorities: seed%5 == 0}
		c.Net = randnet.Config{Arbitrary: seed%2 == 0, Blocks: 2, Transitions: 6, States: 100}
		net := randextended.Generate(rng, c)
		space, err := oracle.ExploreExtended(net, 150)
		if errors.Is(err, oracle.ErrTooMany) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.OfExtended(t.Context(), net)
		if err != nil {
			count["refused"]++
			continue
		}
		kind := "net"
		if m.System != nil {
			kind = "system"
			if m.System.NoSets() != nil {
				count["without bounds"]++
			}
		}
		if err := askExtended(rng, m, space, kind, count); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	t.Log(count)
	for _, what := range []string{"net holds", "net fails", "system holds", "system fails", "net numbers",
		"system numbers"} {
		if count[what] < *extendedCount/10 {
			t.Errorf("%d %s; expected more", count[what], what)
		}
	}
}

// askExtended puts questions about a net to its techniques.
func askExtended(rng *rand.Rand, m *model.Model, space *oracle.Space, kind string, count map[string]int) error {
	pool := syntax.NewPool()
	for i := range 3 {
		paths := syntax.Paths(rng.IntN(2))
		f := randformula.Generate(rng, space.Net, 1+rng.IntN(3), pool)
		if i == 0 {
			f = pool.Make([]syntax.Op{syntax.A, syntax.E}[rng.IntN(2)],
				randformula.Path(rng, space.Net, 1+rng.IntN(2), true, pool))
		}
		want := engine.Decided(space.Sat(f, paths)[0])
		all := check.Techniques(m)
		for k, list := range [][]board.Technique{all, {all[rng.IntN(len(all))]}} {
			q := &model.Question{Paths: paths}
			q.SetFormula(f)
			o := board.Options{Techniques: list}
			if k > 0 {
				o.Time = 50 * time.Millisecond // some do not end by themselves
			}
			a, err := check.Decide(context.Background(), m, q, o)
			switch {
			case err != nil:
				return err
			case a.Wrong == nil && a.Result == model.Unknown && strings.Contains(a.Reason, "64 bits"):
				count["too large"]++
			case k == 0 && a.Result != want || a.Wrong == nil && a.Known() && a.Result != want:
				return fmt.Errorf("%s: %v, %v: %v (%s, %v), want %v", list[0].Name(), f, paths, a.Result, a.Reason,
					a.Wrong, want)
			case k == 0 || a.Wrong == nil && a.Known():
				count[kind+" "+a.Result.String()]++
			}
		}
	}
	return askNumbers(rng, m, space, kind, count)
}

// askNumbers asks for numbers: all techniques together, and one of them alone.
func askNumbers(rng *rand.Rand, m *model.Model, space *oracle.Space, kind string, count map[string]int) error {
	questions := []*model.Question{{Kind: model.States}, {Kind: model.Firings}, {Kind: model.Deadlock}}
	want := []string{fmt.Sprint(len(space.States)), fmt.Sprint(space.Firings),
		engine.Decided(len(space.Dead) > 0).String()}
	for p, place := range space.Net.Places {
		sum := syntax.Tokens(syntax.Ref{Index: p, Name: place.Name})
		questions = append(questions, &model.Question{Kind: model.Bound, Sum: &sum})
		want = append(want, fmt.Sprint(space.MaxTokens[p]))
	}
	for k, w := range globals(space.States, space.Succ, len(space.Net.Transitions)) {
		questions, want = append(questions, &model.Question{Kind: k}), append(want, w)
	}
	all := check.Techniques(m)
	for k, list := range [][]board.Technique{all, {all[rng.IntN(len(all))]}} {
		o := board.Options{Techniques: list}
		if k > 0 {
			o.Time = 50 * time.Millisecond
		}
		r, err := check.DecideAll(context.Background(), m, questions, o)
		if err != nil {
			return err
		}
		for i, a := range r.Answers {
			if (k == 0 || a.Wrong == nil && a.Known()) && (a.Wrong != nil || a.Text() != want[i]) {
				return fmt.Errorf("%s: %v: %s (%v, %s), want %s", list[0].Name(), questions[i], a.Text(), a.Wrong,
					a.Reason, want[i])
			}
		}
	}
	count[kind+" numbers"]++
	return nil
}
