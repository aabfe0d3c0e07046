package main

import (
	"brim/check"
	"brim/internal/quantity"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

const bbmcHelp = `bbmc explores a random part: at each distance at most --breadth new states, but so that no state loses
all its successors. From depth --degrade on it adds only what that needs, which ends a run soon;
without that (0) a part can be most of the states. With --lanes each state that has new successors
keeps one of these, not only those without others. --highway lets states lose their successors. There are
--runs runs, whose random numbers --seed determines, and each looks for a witness of the formula, or of
its negation, one of which may speak of some path only: EX, EF, EG, E(… U …). A witness is right in any
case. Where no run has one, the verdict is known only if a part was all there is. With --json the
statistics are breadth, degrade, highway, lanes, seed, runs, found (runs with a witness),
probability (of one), low and high (its 95% confidence interval, Clopper-Pearson), closed (runs that
found all there is), states, levels, steps, backs and jumps (averages of the parts: transitions to the
next level, to earlier ones and beyond the next), least_states and most_states.

bfsbmc looks for the same in the first states of a breadth-first search, as few of them as show it. Its
statistics are states, expanded, transitions (from these), needed (the least number of states that have
to be expanded) and depth.

--mu reads FORMULA in the μ-calculus over states and labels, without boxes and negation:

  <R>f             a path with labels as the regular expression R says leads to f; R is made of
                   labels as send(d1) or "a-b", where * inside stands for any text, of true for all
                   labels, ! . | and * for repetition
  mu X. f, nu X. f the least and the greatest set X with X = f
  exists d, e in send(*). f   for some different values in place of d and e; or in {d1, d2}
  {p = 1}          a formula about a state; & and | join formulas`

// A bbmcEngine explores random parts.
type bbmcEngine struct {
	mu                     bool // the formula is of the μ-calculus
	breadth, runs, degrade int
	seed                   uint64
	highway, lanes         bool
}

func (*bbmcEngine) name() string { return "bbmc" }

func (e *bbmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.breadth, "breadth", 10, "the most new `states` at each distance; of bbmc")
	f.IntVar(&e.runs, "runs", 1, "`number` of random parts of bbmc")
	f.Uint64Var(&e.seed, "seed", 1, "`number` that determines the random numbers of bbmc and gmc")
	f.IntVar(&e.degrade, "degrade", 1000, "from this `depth` on, bbmc adds only what keeps states alive; 0 is never")
	f.BoolVar(&e.highway, "highway", false, "states of bbmc may lose all successors, and one transition to each state is kept")
	f.BoolVar(&e.lanes, "lanes", false, "each state of bbmc with new successors keeps a new one")
	f.BoolVar(&e.mu, "mu", false, "FORMULA is of the μ-calculus; of bbmc and bfsbmc")
}

func (*bbmcEngine) uses() []string {
	return []string{"breadth", "runs", "seed", "degrade", "highway", "lanes", "mu", limitStates}
}

func (e *bbmcEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name         string
		value, least int
	}{{"breadth", e.breadth, 1}, {"runs", e.runs, 1}, {"degrade", e.degrade, 0}} {
		if x.value < x.least {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from %d on", x.name, x.value, x.least)}
		}
	}
	if e.highway {
		if cmd.Flags().Changed("degrade") && e.degrade > 0 {
			return &usageError{cmd.CommandPath(), errors.New("--highway does not keep states alive, so there is nothing for --degrade")}
		}
		if e.lanes {
			return &usageError{cmd.CommandPath(), errors.New("--highway does not keep states alive; expected it without --lanes")}
		}
		e.degrade = 0
	}
	return nil
}

func (e *bbmcEngine) technique() check.Technique {
	b := check.BBMC{Runs: e.runs, Seed: e.seed}
	b.Breadth, b.Degrade, b.Highway, b.Lanes = e.breadth, e.degrade, e.highway, e.lanes
	return b
}

// samplingRows returns what the runs of bbmc found, for people.
func samplingRows(s *check.Sampling) []label {
	what := fmt.Sprintf("breadth %s", quantity.Int(s.Breadth))
	if s.Degrade > 0 {
		what += fmt.Sprintf(", degrading from depth %s", quantity.Int(s.Degrade))
	}
	if s.Highway {
		what += ", highway simulation"
	}
	if s.Lanes {
		what += ", every lane goes on"
	}
	list := []label{
		{"parts", what},
		{"runs", fmt.Sprintf("%s, %s with a witness; seed %d", quantity.Int(s.Runs), quantity.Int(s.Found), s.Seed)},
	}
	if s.Runs > 1 {
		list = append(list, label{"probability", fmt.Sprintf("%.3g, %.3g to %.3g with 95%% confidence", s.Probability, s.Low, s.High)})
	}
	if s.Runs == 0 {
		return list
	}
	average := ""
	if s.Runs > 1 {
		average = fmt.Sprintf(" on average, %s to %s", quantity.Int(s.Least), quantity.Int(s.Most))
	}
	list = append(list,
		label{"states", fmt.Sprintf("%.4g%s", s.States, average)},
		label{"levels", fmt.Sprintf("%.4g", s.Levels)},
		label{"transitions", fmt.Sprintf("%.4g steps, %.4g back-edges, %.4g jumps", s.Steps, s.Backs, s.Jumps)})
	if s.Closed > 0 {
		list = append(list, label{"complete", quantity.Count(s.Closed, "run")})
	}
	return list
}
