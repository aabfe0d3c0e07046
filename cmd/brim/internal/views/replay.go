package views

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/ui/tracefile"

	"github.com/spf13/cobra"
)

// brim replay: checks that a trace is one of a net.

const replayHelp = `Check that a trace is one of a net: that its steps can be fired, one after the other, from the initial
marking, and that it shows what it says.

` + models.Help + `

TRACE is a file in one of these forms, told apart by its content:

  JSON   as 'brim check --trace-out trace.json' writes it; the formula is looked at in each marking on
         the way, also in traces inside of the trace
  XML    of TAPAAL and verifypn, also among the lines that verifypn prints around it; <loop/> stands
         before the steps that are repeated, <deadlock/> at the end
  list   a transition a line, of a coloured net with its colours, as Eat(p=2); lines that begin with # are
         comments; the word loop stands before the steps that are repeated, deadlock at the end
  .scn   a schedule of Tina, as t1@2 t2@5 (dates) or t1$2 t2$3 (delays)

Traces of nets with time have delays, in JSON as "delay": 3, in XML as <delay>3</delay>, in a list as wait 3,
and may tell the ages of the tokens that are taken; if they do not, all choices are tried.

docs/traces.md has the grammar of each. Transitions and places are named by their ids, or as formulas have
them. Steps of a coloured net are fired in its unfolding, and by the rule of the coloured net, too.

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command   "brim", its version, "replay"
  model, trace             the model as named, the file
  verdict                  "valid" or "invalid"
  steps                    fired in the outermost path, delays included
  time                     that passes in these steps; not there if the net has no time
  loop, dead               the position that the last step leads back to or null; whether nothing can fire
                           at the end
  shows                    the formula that the trace shows, not there if it says none or one of all paths
  claims                   formulas of all paths that the trace has, which no trace can show; not there if none
  failed                   not there if it is valid: step (from 1; 0 is the start, one more than there are
                           steps the end), path (where it stands, if inside of another one), line of the
                           file if that is known, reason

Exit status: 0 the trace is valid, 1 it is not, 2 for wrong use or input, 3 a limit or an interrupt ended it.`

const replayExamples = `  brim check dphil:3 'EF deadlock' --trace-out deadlock.json && brim replay dphil:3 deadlock.json
  brim replay model.pnml trace.xml
  brim replay model.pnml steps.txt --json`

// A replayCommand is one run of brim replay.
type replayCommand struct {
	*cli.App
	models.Limits
}

func Replay(a *cli.App) *cobra.Command {
	r := &replayCommand{App: a}
	cmd := &cobra.Command{
		Use: "replay MODEL TRACE", Long: replayHelp, Example: replayExamples,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misuse(cmd, fmt.Errorf("replay takes a model and a trace, not %s",
					quantity.Count(len(args), "argument")))
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			if len(args) == 1 {
				return []cobra.Completion{"json", "xml", "txt"}, cobra.ShellCompDirectiveFilterFileExt
			}
			return models.Complete(cmd, args, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0], args[1]) },
	}
	r.ProcessFlags(cmd)
	return cmd
}

// A replayReport is the result of brim replay, as --json prints it. Its keys are stable.
type replayReport struct {
	Tool    string       `json:"tool"`
	Version string       `json:"version"`
	Command string       `json:"command"`
	Model   string       `json:"model"`
	Trace   string       `json:"trace"`
	Verdict string       `json:"verdict"`
	Steps   int          `json:"steps"`
	Time    *int64       `json:"time,omitempty"`
	Loop    *int         `json:"loop"`
	Dead    bool         `json:"dead"`
	Shows   string       `json:"shows,omitempty"`
	Claims  []string     `json:"claims,omitempty"`
	Failed  *faultReport `json:"failed,omitempty"`

	waits bool // the last step is a delay that leads back to itself
}

type faultReport struct {
	Step   int    `json:"step"`
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Reason string `json:"reason"`
}

// run loads the model and the trace, reads the formula that the trace names, replays the trace, and prints whether it
// is valid. The error carries the exit status of an invalid trace.
func (r *replayCommand) run(cmd *cobra.Command, model, file string) error {
	if err := cmp.Or(r.Limits.Begin(cmd), models.OnlyNets(model)); err != nil {
		return err
	}
	ctx := cmd.Context()
	m, err := models.LoadAny(ctx, r.App, &r.Limits, model)
	if err != nil {
		return err
	}
	t, err := models.Within(ctx, &r.Limits,
		func(ctx context.Context) (*tracefile.Trace, error) { return tracefile.ReadFile(ctx, file) })
	if err != nil {
		return err
	}
	var questions []*check.Question
	if t.Formula != "" {
		q, err := m.AskIn(file+": the formula", t.Formula, t.Paths())
		if err != nil {
			return err
		}
		questions = append(questions, q)
	}
	if m.Coloured != nil {
		if m, questions, err = models.Unfold(ctx, r.App, &r.Limits, m, questions,
			check.UnfoldOptions{Whole: true, AllColours: true}); err != nil {
			return err
		}
	}
	var asked *check.Question
	if len(questions) > 0 {
		asked = questions[0]
	}
	found, err := models.Within(ctx, &r.Limits,
		func(ctx context.Context) (*tracefile.Replay, error) { return t.Replay(ctx, m, asked) })
	if err != nil {
		return err
	}
	x := &replayReport{
		Tool: "brim", Version: cli.Version(), Command: "replay", Model: model, Trace: file, Verdict: "valid",
		Steps: found.Steps, Loop: found.Loop, Dead: found.Dead, Shows: found.Shows, Claims: found.Claims,
	}
	if run := found.Run; run != nil && m.HasTime() {
		x.Time = new(run.Time())
		last := len(run.Steps) - 1
		x.waits = run.Loop != check.NoLoop && run.Loop == last && run.Steps[last].Delay > 0
	}
	if f := found.Failed; f != nil {
		x.Verdict, x.Failed = "invalid", &faultReport{f.Step, f.Path, f.Line, f.Reason}
	}
	if err := r.Result(x, func(w io.Writer) error { return x.text(w, len(t.Witness.Steps)) }); err != nil ||
		found.Failed == nil {
		return err
	}
	return cli.ExitAfterResult(cli.StatusFails, nil)
}

// text writes the report for people: the verdict, and where and why the trace fails or else what it shows. steps is the
// number of steps in the trace.
func (x *replayReport) text(w io.Writer, steps int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", x.Verdict)
	if f := x.Failed; f != nil {
		where := (*tracefile.Fault)(f).Where(steps)
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d: %s", x.Trace, f.Line, where)
		}
		fmt.Fprintf(&b, "%s: %s\n", where, f.Reason)
	} else {
		fmt.Fprintf(&b, "%s fired", quantity.Count(x.Steps, "step"))
		if x.Time != nil {
			fmt.Fprintf(&b, " in %s of time", quantity.Count(*x.Time, "unit"))
		}
		switch {
		case x.waits:
			b.WriteString("; then time may pass for ever")
		case x.Loop != nil:
			fmt.Fprintf(&b, "; the last one leads back to position %d", *x.Loop)
		case x.Dead:
			b.WriteString("; nothing can fire at the end")
			if x.Time != nil {
				b.WriteString(", and no time can pass")
			}
		}
		b.WriteString("\n")
		if x.Shows != "" {
			fmt.Fprintf(&b, "shows %s\n", x.Shows)
		}
		for _, f := range x.Claims {
			fmt.Fprintf(&b, "claims %s: of all paths, which no trace can show\n", f)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
