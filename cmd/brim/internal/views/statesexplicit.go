package views

import (
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/watch"

	"github.com/spf13/cobra"
)

// brim states --engine bfs: the state space explored state by state.

// bfsStates is the value of --engine of states for breadth-first search.
const bfsStates = "bfs"

const statesEngineHelp = `--engine bfs looks at states one by one, breadth-first, and counts those of each level too, a level being
the states at one distance from the initial one. ` + models.LTSHelp + `
It is explored in this way, and so is a circuit, a file that ends in .aag or .aig or ` + check.Motor + `, if it has few inputs. With --json there are then these keys in place of those from states on:

  lts                         of an LTS, in place of net and its numbers: states, transitions and labels
                              of the file
  circuit                     of a circuit, in place of net: inputs, latches, gates, outputs, bad, constraints
  engine                      "bfs"
  states, firings, deadlocks  as above; of an LTS, firings are transitions, of a net with time steps
  markings, deadlock_markings, timelocks, timelock_markings, integer_time
                              as above; with deadlocks of a net with time only if complete is true
  depth, levels               the largest distance, and the number of states at each
  covered                     if complete is false: all states within so many steps were found
  fan_out                     transitions from a state, on average
  words, table_bytes          64-bit words of a state, and the memory that all states take
  seconds, rss_bytes          as above`

// Flags of states that only one engine has.
var (
	statesSymbolicFlags = []string{"order", "method", models.LimitNodes, "count-only", "places", "digits", "show-order",
		"save-order", "equations"}
	statesExplicitFlags = []string{models.LimitStates, models.LimitDepth}
)

// explicit reports whether the model is to be explored state by state. The error names a flag that has no meaning then,
// or only then.
func (s *statesCommand) explicit(cmd *cobra.Command, model string) (bool, error) {
	listed := check.IsLTS(model) || check.IsCircuit(model)
	explicit := s.engine.Value == bfsStates || listed && s.engine.Value == autoStates
	engine, flags, other := bfsStates, statesSymbolicFlags, models.SymbolicEngine
	if !explicit {
		engine, flags, other = s.engine.Value, statesExplicitFlags, bfsStates
	}
	for _, flag := range flags {
		if cmd.Flags().Changed(flag) {
			return explicit, models.Misplaced(cmd, flag, engine, other)
		}
	}
	if listed && !explicit {
		return false, check.NoNet(model, engine)
	}
	return explicit, s.StateLimits.Begin(cmd)
}

// A levelsReport is the result of brim states with --engine bfs, as --json prints it. The keys are documented in the
// help and stable.
type levelsReport struct {
	models.Report
	Complete  bool   `json:"complete"`
	Reason    string `json:"reason,omitempty"`
	Limit     string `json:"limit,omitempty"`
	Engine    string `json:"engine"`
	States    string `json:"states"`
	Firings   string `json:"firings"`
	Deadlocks string `json:"deadlocks,omitempty"`
	timedReport
	Depth   *int    `json:"depth,omitempty"`
	Covered *int    `json:"covered,omitempty"`
	Levels  []int   `json:"levels"`
	FanOut  float64 `json:"fan_out"`
	Words   int     `json:"words"`
	Bytes   int64   `json:"table_bytes"`
	Seconds float64 `json:"seconds"`
	RSS     int64   `json:"rss_bytes"`
}

// runExplicit explores the model state by state, breadth-first, counts states, transitions and deadlocks, and prints
// the report. The error carries the exit status if a limit ended the search.
func (s *statesCommand) runExplicit(cmd *cobra.Command, name string) error {
	p := s.StartProgress()
	defer p.End()
	model, err := models.LoadAnyUnfolded(cmd.Context(), s.App, &s.Limits, name)
	if err != nil {
		return err
	}
	explored := model
	if model.HasTime() {
		p.At("making a system")
		inner, part, err := s.compiled(cmd.Context(), name, model)
		switch {
		case err != nil:
			return err
		case part != nil:
			return cli.Exit(cli.StatusUnknown, fmt.Errorf("%s: %w; --engine %s counts a part", name, part, autoStates))
		}
		explored = inner
	}
	p.End()
	return s.explore(cmd, name, model, explored)
}

// explore is runExplicit for a model that was read, and the one that is explored: the system of a net with time, else
// the same.
func (s *statesCommand) explore(cmd *cobra.Command, name string, model, explored *check.Model) error {
	p := s.StartProgress()
	defer p.End()
	p.At("exploring")
	start := time.Now()
	l := s.Limits.Check()
	l.States, l.Depth = s.StateLimits.States, s.StateLimits.Depth
	x, err := explore.Count(cmd.Context(), explored, l, models.Progress(p))
	var stop *check.Stop
	switch {
	case errors.As(err, &stop):
		return cli.Exit(cli.StatusUnknown, fmt.Errorf("%w; nothing is known yet", err))
	case explore.TooMany(err):
		return cli.Exit(cli.StatusUnknown, err)
	case err != nil:
		return err
	}
	r := &levelsReport{
		Report: models.NewReport("states", name, model), Complete: x.Complete, Engine: bfsStates,
		States: strconv.Itoa(x.States()), Firings: strconv.FormatInt(x.Transitions, 10),
		Deadlocks: strconv.Itoa(x.Deadlocks),
		Levels:    x.Levels, FanOut: x.FanOut(), Words: explored.Words(), Bytes: x.Table.Bytes(),
		Seconds: time.Since(start).Seconds(), RSS: watch.ResidentPeak(),
	}
	if model.HasTime() {
		r.noteTimed(model, x)
	}
	if r.Complete {
		r.Depth = new(x.Covered)
	} else {
		r.Covered = new(x.Covered)
		r.Reason, r.Limit = x.Stop.Error(), string(x.Stop.Kind)
	}
	p.End()
	err = s.Result(r, func(w io.Writer) error { return r.table(model, x).Write(w) })
	switch {
	case err != nil:
		return err
	case !r.Complete:
		return cli.ExitAfterResult(cli.StatusUnknown,
			fmt.Errorf("%s; explored so far: %s, all of those within %s", r.Reason,
				quantity.Count(x.States(), "state"), quantity.Count(x.Covered, "step")))
	}
	return nil
}

// table returns the report as a table for people. Numbers of an incomplete search are marked as lower bounds.
func (r *levelsReport) table(model *check.Model, x *explore.Counting) *terminal.Table {
	t := &terminal.Table{}
	models.Heading(t, model)
	found := ""
	if !r.Complete {
		t.Add("incomplete", r.Reason)
		found = "at least "
	}
	switch {
	case model.HasTime() && r.Complete:
		r.timedReport.add(t, model, "", big.NewInt(int64(x.States())), nil, false)
		t.Add("real time", realTime(model))
		t.Add("steps", quantity.Int(x.Transitions))
	case model.HasTime():
		t.Add("states", found+quantity.Int(x.States()))
		t.Add("steps", found+quantity.Int(x.Transitions))
	case model.Outline() == nil:
		t.Add("states", found+quantity.Int(x.States()))
		t.Add("transitions", found+quantity.Int(x.Transitions))
	default:
		t.Add("states", found+quantity.Int(x.States()))
		t.Add("firings", found+quantity.Int(x.Transitions))
	}
	if !model.HasTime() {
		t.Add("deadlocks", found+quantity.Int(x.Deadlocks))
	}
	t.Add("levels", found+quantity.Int(len(x.Levels)))
	if r.Complete {
		t.Addf("depth", "%s", quantity.Int(x.Covered))
	} else {
		t.Addf("covered", "all states within %s", quantity.Count(x.Covered, "step"))
	}
	t.Addf("fan-out", "%.2f", x.FanOut())
	t.Addf("memory", "%s, states %s (%.1f bytes each)", quantity.Size(r.RSS), quantity.Size(r.Bytes),
		float64(r.Bytes)/float64(max(x.States(), 1)))
	t.Addf("time", "%s, %s states a second", quantity.Seconds(quantity.Duration(r.Seconds)),
		quantity.Int(int64(float64(x.States())/max(r.Seconds, 1e-9))))
	t.Add("engine", r.Engine)
	return t
}
