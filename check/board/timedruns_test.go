package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randtimed"
	"brim/petri/timed"
)

// What a random run of a random net with time is said to show holds by the oracle. Runs with a wrong loop, a wrong end
// or a step that is not possible are refused.
func TestTimedRuns(t *testing.T) {
	shown, loops := 0, 0
	for seed := range uint64(*timedCount) * 3 {
		rng := rand.New(rand.NewPCG(seed, 185))
		m, space := timedModel(t, rng, seed)
		if m == nil {
			continue
		}
		x := newTimedJudge(m, space)
		for range 6 {
			r := randomRun(t, rng, m)
			if r.Loop != model.NoLoop {
				loops++
			}
			f, _ := x.draw(rng, rng.IntN(5))
			f, paths := engine.Shown(model.Apart(f), model.Holds), syntax.Paths(rng.IntN(2))
			if !oneRun(f) {
				continue
			}
			if m.CheckRun(r, f, paths) == nil {
				if shown++; !x.sat(f, paths)[0] {
					t.Fatalf("seed %d: %+v is said to show %v, %v", seed, r, f, paths)
				}
			}
			refuses(t, rng, m, r)
		}
	}
	if t.Logf("%d formulas shown, %d loops", shown, loops); shown < 30 || loops < 30 {
		t.Error("expected more")
	}
}

// timedModel returns a random net with time of one of both kinds as a model, nil if it has many states.
func timedModel(t *testing.T, rng *rand.Rand, seed uint64) (m *model.Model, space *oracle.TimedSpace) {
	t.Helper()
	var err, large error
	if seed%2 == 0 {
		net := randtimed.Generate(rng, randtimed.Small())
		space, large = oracle.ExploreTimed(net, 120)
		m, err = model.OfTimed(net)
	} else {
		net := randtimed.GenerateArcs(rng, randtimed.Small())
		space, large = oracle.ExploreTimedArcs(net, 120)
		m, err = model.OfTimedArcs(net)
	}
	if err != nil {
		t.Fatal(err)
	}
	if large != nil {
		return nil, nil
	}
	return m, space
}

// oneRun reports whether a run can show all of f: that nothing in it speaks of all runs, or needs several.
func oneRun(f *syntax.Formula) bool {
	for g := range f.All() {
		temporal := 0
		for _, a := range g.Args {
			if a.Temporal() {
				temporal++
			}
		}
		switch g.Op {
		case syntax.AX, syntax.AF, syntax.AG, syntax.AU, syntax.A:
			return false
		case syntax.Not:
			if g.Temporal() && !f.Linear() {
				return false
			}
		case syntax.And:
			if temporal > 1 && !f.Linear() {
				return false
			}
		case syntax.EG, syntax.EU: // inside of which the run is believed
			if temporal > 0 {
				return false
			}
		case syntax.Within:
			if op := g.Args[0].Op; op == syntax.AF || op == syntax.AG || op == syntax.EG &&
				g.Args[0].Args[0].Temporal() {
				return false
			}
		}
	}
	return true
}

// randomRun draws a run of firings and delays. It has a loop if it comes to a state that can do what an earlier one
// can.
func randomRun(t *testing.T, rng *rand.Rand, m *model.Model) *model.TimedRun {
	t.Helper()
	now, err := m.Begin()
	if err != nil {
		t.Fatal(err)
	}
	r := &model.TimedRun{Loop: model.NoLoop}
	met := []timed.Moment{now}
	for range rng.IntN(12) {
		step := model.TimedStep{Transition: -1}
		transition := rng.IntN(len(m.Document.Transitions))
		for c := range now.Choices(transition) {
			if step.Transition, step.Choice = transition, c.Clone(); rng.IntN(2) == 0 {
				break
			}
		}
		if step.Transition < 0 {
			if step.Delay = 1 + rng.Int64N(3); now.Longest() != timed.Infinite {
				step.Delay = min(step.Delay, now.Longest())
			}
			if step.Delay < 1 {
				continue
			}
			now, err = now.Wait(step.Delay)
		} else {
			now, err = now.Fire(step.Transition, step.Choice)
		}
		if err != nil {
			t.Fatal(err)
		}
		r.Steps = append(r.Steps, step)
		i := slices.IndexFunc(met, now.Alike)
		if met = append(met, now); i >= 0 && rng.IntN(2) == 0 {
			r.Loop = i
			return r
		}
	}
	r.Dead = timed.Stuck(now)
	return r
}

// refuses changes a run so that it is no longer one.
func refuses(t *testing.T, rng *rand.Rand, m *model.Model, r *model.TimedRun) {
	t.Helper()
	wrong := &model.TimedRun{Steps: slices.Clone(r.Steps), Loop: r.Loop, Dead: r.Dead}
	switch n := len(r.Steps); {
	case !r.Dead && r.Loop == model.NoLoop && n > 0 && rng.IntN(3) == 0:
		if wrong.Loop = rng.IntN(n); r.Steps[n-1].Delay > 0 {
			return // which may be a loop
		}
		if wrong.Steps[n-1].Marking.Equal(markingAt(m, r, wrong.Loop)) {
			return
		}
	case !r.Dead && r.Loop == model.NoLoop:
		now, err := m.Begin()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Steps {
			if s.Transition >= 0 {
				now, err = now.Fire(s.Transition, s.Choice)
			} else {
				now, err = now.Wait(s.Delay)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if longest := now.Longest(); longest != timed.Infinite {
			wrong.Steps = append(wrong.Steps, model.TimedStep{Transition: -1, Delay: longest + 1})
		} else {
			wrong.Dead = true
		}
	case n > 0:
		wrong.Steps[rng.IntN(n)] = model.TimedStep{Transition: len(m.Document.Transitions)}
	default:
		return
	}
	if m.CheckRun(wrong, nil, model.Maximal) == nil {
		t.Fatalf("%+v is said to be a run", wrong)
	}
}

// markingAt returns the marking after so many steps.
func markingAt(m *model.Model, r *model.TimedRun, steps int) []int64 {
	if steps == 0 {
		return m.Outline().Initial()
	}
	return r.Steps[steps-1].Marking
}
