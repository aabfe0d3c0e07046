package questions

import (
	"brim/check"
	"brim/check/technique/bbmc"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// The engine bbmc: help, flags and rows of the report.

const bbmcHelp = `bbmc explores a random part: at each distance at most --breadth new states, but so that no state loses
all its successors. From depth --degrade on it adds only what that needs, which ends a run soon;
without that (0) a part can be most of the states. With --lanes each state that has new successors
keeps one of these, not only those without others. --highway lets states lose their successors. There are
--runs runs, whose random numbers --seed determines, and each looks for a witness of the formula, or of
its negation, one of which may speak of some path only: EX, EF, EG, E(… U …). Parts of 16,384 states and
more are asked on the way, and end with a witness. With --chance there are as many runs as exclude, with
95% confidence, that a run finds a witness with that probability, and none after the first witness.
A witness is right in any case. Where no run has one, the verdict is known only if a part was all there
is. With --json the statistics are breadth, degrade, highway, lanes, seed, chance, attempts (runs at
most, with --chance), runs, found (runs with a witness), probability (of one), low and high (its 95%
confidence interval, Clopper-Pearson), closed (runs that found all there is), cut (runs that ended on
the way), states, levels, steps, backs and jumps (averages of the parts: transitions to the next level,
to earlier ones and beyond the next), sinks (states without transitions), least_states and most_states.

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

// leastChance is the least value of --chance: it makes three million runs.
const leastChance = 1e-6

// bbmcEngine returns the engine bbmc, which explores random parts of the state space: its flags, and the checks of
// their values and combinations.
func bbmcEngine(v *engineValues) engine {
	var o check.BBMC
	own := []string{"breadth", "runs", "seed", "degrade", "highway", "lanes", "mu", "chance", models.LimitStates}
	return engine{"bbmc", func(cmd *cobra.Command) {
		f := cmd.Flags()
		f.IntVar(&o.Breadth, "breadth", 10, "the most new `states` at each distance; of bbmc")
		f.IntVar(&o.Runs, "runs", 1, "`number` of random parts of bbmc")
		f.Uint64Var(&v.seed, "seed", 1, "`number` that determines the random numbers of bbmc and gmc")
		f.IntVar(&o.Degrade, "degrade", 1000,
			"from this `depth` on, bbmc adds only what keeps states alive; 0 is never")
		f.BoolVar(&o.Highway, "highway", false,
			"states of bbmc may lose all successors, and one transition to each state is kept")
		f.BoolVar(&o.Lanes, "lanes", false, "each state of bbmc with new successors keeps a new one")
		f.Float64Var(&o.Chance, "chance", 0,
			"`probability` that bbmc runs for, up to the first witness, in place of --runs")
		f.BoolVar(&v.mu, "mu", false, "FORMULA is of the μ-calculus; of bbmc and bfsbmc")
	}, own, func(cmd *cobra.Command) (check.Technique, error) {
		if err := cli.InRange(cmd, cli.Between("breadth", o.Breadth, 1, 0), cli.Between("runs", o.Runs, 1, 0),
			cli.Between("degrade", o.Degrade, 0, 0)); err != nil {
			return nil, err
		}
		if cmd.Flags().Changed("chance") && !(o.Chance >= leastChance && o.Chance <= 1-leastChance) {
			return nil, cli.Misuse(cmd, fmt.Errorf("--chance %g: expected a number from %g to %g", o.Chance,
				leastChance, 1-leastChance))
		}
		if cmd.Flags().Changed("chance") && cmd.Flags().Changed("runs") {
			return nil, cli.Misuse(cmd, errors.New("--chance says how many runs there are; expected it without --runs"))
		}
		o.Seed = v.seed
		if !o.Highway {
			return o, nil
		}
		if cmd.Flags().Changed("degrade") && o.Degrade > 0 {
			return nil, cli.Misuse(cmd, errors.New("--highway does not keep states alive, so there is nothing for "+
				"--degrade"))
		}
		if o.Lanes {
			return nil, cli.Misuse(cmd, errors.New("--highway does not keep states alive; expected it without --lanes"))
		}
		o.Degrade = 0
		return o, nil
	}}
}

// samplingRows returns the rows of the report on the runs of bbmc: the parameters, the number of runs and of witnesses,
// the estimated probability of a witness, and the average size of a part.
func samplingRows(s *bbmc.Statistics) []label {
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
	runs := quantity.Int(s.Runs)
	if s.Chance > 0 {
		runs += " of at most " + quantity.Int(s.Attempts)
	}
	list := []label{
		{"parts", what},
		{"runs", fmt.Sprintf("%s, %s with a witness; seed %d", runs, quantity.Int(s.Found), s.Seed)},
	}
	if s.Runs > 1 && s.Chance == 0 {
		list = append(list, label{"probability",
			fmt.Sprintf("%.3g, %.3g to %.3g with 95%% confidence", s.Probability, s.Low, s.High)})
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
