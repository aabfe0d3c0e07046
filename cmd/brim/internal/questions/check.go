// Package questions has the commands that answer questions about a model: check, which decides formulas of CTL, LTL
// and the μ-calculus and shows why, with the flags, help and statistics of each engine, and mcc, which answers an
// examination of the Model Checking Contest. They ask package check and import no engine.
package questions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/check"
	"brim/check/technique/symbolic"
	"brim/cmd/brim/internal/models"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/petri/coloured/unfold"

	"github.com/spf13/cobra"
)

const checkHelp = `Decide whether a formula of CTL or LTL holds in the initial marking of a Petri net, and show why.

` + models.Help + `

FORMULA is one argument, so put it in quotes; --file takes it from a file. It is made of

  p + 2*q <= 3     sums of tokens compared with =, !=, <, <=, >, >=; a place p alone is p >= 1
  enabled(t, u)    one of the transitions is enabled
  deadlock         none is; also true and false
  ! & | -> <->     connectives, from the strongest to the weakest
  EX EF EG AX AF AG E(… U …) A(… U …)
  A or E before a path formula of X F G [] <> and (… U …), (… R …), (… W …)

A formula of LTL asks for all runs, as A G(request -> F granted), or for some run, as E G F p;
'brim help check ltl' says more.

Names of places and transitions with unusual characters stand in "quotes". Where a PNML file gives
names beside its ids, either is read, and names are shown if they mean one thing; --json has ids.

In a coloured net a place is the sum over its colours, and a transition is enabled if it is in some
binding. Single ones are Fork(3), Pos(1,alice) and Eat(p=2), all bindings that agree, or as the
unfolding calls them, Fork_3. Where no trace is wanted, colours that nothing tells apart are unfolded
as one, unless --all-colours is given; verdicts are the same.

With --properties the formulas come from an XML file of the Model Checking Contest, or are the queries
in a model of TAPAAL, .tapn, with their names as IDs: one property is checked like a FORMULA, several,
or all where no ID is given, make a table without traces. Each answers for itself: one that makes no
sense, or that the engine does not take, has a reason in place of an answer.

What holds on some path is shown by a firing sequence as short as can be; a path for ever is a
loop, or ends in a dead marking. What should hold on all paths or runs and fails is shown by such a
witness of the negation. Formulas inside of formulas have witnesses of their own. The rest, what
holds on all paths or on none, rests on the whole state space and has no single trace.

--deadlock says whether a path may end in a dead marking, one where no transition is enabled. Of CTL
only EG f, and with it AF f and A(f U g), is about that: with maximal, as in the contest, a path of
EG f may end there; with infinite it must go on for ever, so in a dead marking EG f fails and AF f
holds.
EX, AX, EF, AG and E(f U g) are the same in both: EF deadlock can hold with infinite, too.
Of LTL all is about it: with maximal a dead marking repeats for ever, with infinite no run comes there.

An unbounded net is explored in ever larger parts, for 10s if there is no --limit-time. What they show
is certain, and what holds of all markings that can be covered; the rest is unknown.

A net with reset arcs, or with priorities that inhibitor and read arcs cannot express, is explored as a
system of variables, which needs bounds for the places that are emptied; the runs that are shown have whole states.

Formulas over a net with time, such as fischer:2, may have times, as EF[2,5] p, AG(p -> AF[0,3] q) and
E(p U[2,5] q), and the atom timelock; 'min time to p' and 'max time to p' ask for times. Their runs have delays.

--ask asks questions that have a name, such as sound of a workflow net; 'brim help check ask' lists them.

Exit status: 0 if the formula holds, or all of them do, 1 if one fails, 2 for wrong use or
input, also if that is one property of several, 3 if none fails and a limit, an interrupt or an
unbounded net leaves one unknown.`

const checkExamples = `  brim check dphil:3 'EF deadlock'
  brim check fms:3 'EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 3)))'
  brim check rr:10 'EG true' --deadlock infinite --draw loop.svg
  brim check dphil:3 'A G(Idle_1 -> F HasL_1)'
  brim check fms:10000 'EF(P1s = 3 & P2s = 3)' --strategy comp --bound 20 --step 10
  brim check model.pnml --file formula.ctl --json --limit-time 10m
  brim check model.pnml --properties LTLCardinality.xml
  brim check workflow.pnml --ask sound
  brim check fischer:2 'AG(wait_1 -> EF[3,5] critical_1)'`

// A checkCommand is one run of brim check.
type checkCommand struct {
	*cli.App
	models.SpaceFlags
	boundFlags
	stateLimits models.StateLimits
	engine      cli.Choice
	engineValues
	engines                []engine
	use                    models.Techniques
	compare                bool
	deadlock, strategy     cli.Choice
	ctl                    cli.Choice
	file, properties, draw string
	traceOut, certificate  string
	noTrace, allColours    bool
	asked                  askFlags
}

// Check returns the command brim check with its flags, completion and help topics.
func Check(a *cli.App) *cobra.Command {
	c := &checkCommand{App: a}
	cmd := &cobra.Command{
		Use:               "check MODEL FORMULA",
		Long:              checkHelp,
		Example:           checkExamples,
		Args:              c.arguments,
		ValidArgsFunction: models.CompleteProperties(&c.properties),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case c.asked.help():
				return c.askNames()
			case c.asked.names != nil:
				return c.ask(cmd, args[0])
			}
			return c.run(cmd, args)
		},
	}
	c.SpaceFlags.Flags(cmd)
	c.deadlock.Flag(cmd, "deadlock", "whether a path or run may end in a dead marking; see above",
		syntax.Maximal.String(), syntax.Infinite.String())
	c.strategy.Flag(cmd, "strategy", "how to search", symbolic.Strategies()...)
	c.boundFlags.flags(cmd)
	c.ctl.Flag(cmd, "ctl", "how formulas are decided on what was found", near, constrained, loops)
	c.engineFlags(cmd)
	c.asked.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&c.file, "file", "f", "", "read the formula from a `file`, - for standard input")
	f.StringVar(&c.properties, "properties", "",
		"check the properties in an XML `file`, those with the IDs given or all")
	f.BoolVar(&c.noTrace, "no-trace", false, "only the verdict; saves the time of finding a trace")
	f.StringVar(&c.draw, "draw", "", "draw the trace into a `file` that ends in .svg or .dot")
	f.StringVar(&c.traceOut, "trace-out", "",
		"write the trace into a `file` that ends in .json, .xml or .txt, for 'brim replay', of a circuit in .aiw, "+
			"for aigsim")
	models.ColoursFlag(cmd, &c.allColours)
	cmd.PreRunE = cli.Together([]string{"file", "properties"}, []string{"draw", "no-trace"},
		[]string{"trace-out", "no-trace"})
	f.StringVar(&c.certificate, "certificate", "",
		"write a proof of the answer to this `file`, for brim-verify, of a circuit for certifaiger; see 'brim help "+
			"check certificates'")
	_ = cmd.MarkFlagFilename("properties", "xml")
	_ = cmd.MarkFlagFilename("draw", "svg", "dot")
	_ = cmd.MarkFlagFilename("trace-out", "json", "xml", "txt", "aiw")
	a.SetTopics("check", c.topics())
	return cmd
}

// The values of --ctl. With the last two, verdicts are found by sets alone.
const (
	near        = "near"
	constrained = "constrained"
	loops       = "loops"
)

// arguments checks how many there are.
func (c *checkCommand) arguments(cmd *cobra.Command, args []string) error {
	var err error
	switch n := len(args); {
	case c.asked.help():
	case c.asked.names != nil:
		return models.OneModel(cmd, args)
	case n == 0:
		return models.OneModel(cmd, args)
	case c.properties != "":
	case c.file != "" && n > 1:
		err = fmt.Errorf("check takes no formula beside --file: %s", strings.Join(args[1:], " "))
	case c.file != "":
	case n == 1 && check.IsCircuit(args[0]):
	case n == 1:
		err = errors.New("check needs a formula, as in brim check dphil:3 'EF deadlock', or --file or --properties")
	case n > 2:
		err = fmt.Errorf("check takes one formula; put all of it in quotes, as '%s'", strings.Join(args[1:], " "))
	}
	if err != nil {
		return cli.Misuse(cmd, err)
	}
	return nil
}

// run loads the model, reads the questions, lets the techniques answer them, prints the report and writes the files
// that were asked for: picture, trace, CNF formula and invariant. The error carries the exit status, that of the worst
// answer.
func (c *checkCommand) run(cmd *cobra.Command, args []string) error {
	e, err := c.begin(cmd, args[0])
	if err != nil {
		return err
	}
	sheet, err := newSheet(c.draw)
	if err != nil {
		return err
	}
	traced, err := newTraceSheet(c.traceOut, args[0])
	if err != nil {
		return err
	}
	ctx := cmd.Context()
	p := c.StartProgress()
	defer p.End()
	m, err := models.LoadAny(ctx, c.App, &c.Limits, args[0])
	if err != nil {
		return err
	}
	questions, err := models.Within(ctx, &c.Limits,
		func(ctx context.Context) ([]*check.Question, error) { return c.read(ctx, m, args[1:]) })
	if err == nil {
		m, questions, err = c.unfold(ctx, m, questions, e == nil && c.mayStayFolded())
	}
	if err != nil {
		return err
	}
	for flag, does := range map[string]string{"draw": "draws one trace", "trace-out": "writes one trace",
		"dimacs": "writes one question", "certificate": "writes one proof"} {
		if n := len(questions); n > 1 && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s %s; expected a formula or one property, not %d", flag, does, n)
		}
	}
	techniques, err := c.techniques(ctx, e, m)
	if err != nil {
		return err
	}
	var unsaved error
	found, fault := check.DecideAll(ctx, m, questions, check.Options{
		Limits: c.all(), Techniques: techniques, Without: c.use.Left(), Folded: m.Folded(), All: c.compare, Count: true,
		Progress: models.Progress(p),
	})
	p.End()
	if fault != nil {
		return cli.Exit(cli.StatusInternal, fault)
	}
	if len(questions) == 1 && found.Answers[0].Wrong != nil {
		return found.Answers[0].Wrong
	}
	if a := found.Answers[0]; c.clauses() && a.Invariant == nil {
		a.Warning = "there is no invariant, so " + c.certificate + " was not written"
	}
	if a := found.Answers[0]; c.dimacs != "" && unrolledLast(a) == nil {
		a.Warning = "there was no question to a SAT solver, so " + c.dimacs + " was not written"
	}
	r := c.newReport(args[0], m, questions, found)
	r.Certificate, unsaved = c.certify(ctx, args[0], m, questions[0], found.Answers[0])
	r.Drawing, r.TraceFile = c.drawTrace(sheet, r), c.takeTrace(traced, r, args[0])
	if err = c.Result(r, r.text); err == nil {
		err = propertiesStatus(r.rows())
	}
	err = cli.After(err, c.saveSheet(ctx, sheet))
	err = cli.After(err, c.saveTrace(ctx, traced))
	err = cli.After(err, unsaved)
	err = cli.After(err, c.saveQuestion(ctx, r))
	return cli.After(err, c.saveInvariant(ctx, r))
}

// mayStayFolded reports whether a technique is used that needs no unfolding.
func (c *checkCommand) mayStayFolded() bool {
	left := c.use.Left()
	return c.engine.Value == autoEngine &&
		!(slices.Contains(left, check.Skeleton{}.Name()) && slices.Contains(left, check.Fragment{}.Name()))
}

// unfold unfolds the model if it is a coloured net. If that is too large, and it may be left folded, it is returned as
// it is, after a remark.
func (c *checkCommand) unfold(ctx context.Context, m *check.Model, questions []*check.Question,
	folded bool) (*check.Model, []*check.Question, error) {
	inner, list, err := models.Unfold(ctx, c.App, &c.Limits, m, questions,
		check.UnfoldOptions{AllColours: c.allColours})
	var large *unfold.LimitError
	if folded && errors.As(err, &large) {
		c.Note("brim: %v; the net is looked at without its unfolding", err)
		return m, questions, nil
	}
	return inner, list, err
}

// begin looks at the flags and returns the technique that is asked for, nil for auto and symbolic.
func (c *checkCommand) begin(cmd *cobra.Command, model string) (t check.Technique, err error) {
	if err = c.Limits.Begin(cmd); err != nil {
		return nil, err
	}
	if err = c.certificateForm(cmd, model); err != nil {
		return nil, err
	}
	if err = cli.TryFile(c.certificate); err != nil {
		return nil, err
	}
	e, err := c.choose(cmd, model)
	if err == nil && e != nil {
		t, err = e.technique(cmd)
	}
	if err == nil {
		err = c.stateLimits.Begin(cmd)
	}
	if err == nil && c.mu && c.properties != "" {
		err = cli.Misuse(cmd, errors.New("--mu has no meaning for --properties: they are in CTL"))
	}
	return t, err
}

// all returns the limits of a run.
func (c *checkCommand) all() check.Limits {
	l := c.Limits.Check()
	l.States, l.Depth = c.stateLimits.States, c.stateLimits.Depth
	return l
}

// techniques returns what the flags ask for.
func (c *checkCommand) techniques(ctx context.Context, only check.Technique, m *check.Model) ([]check.Technique,
	error) {
	if only != nil {
		return []check.Technique{only}, nil
	}
	if m.Net == nil && c.engine.Value == models.SymbolicEngine {
		return []check.Technique{check.Symbolic{}}, nil
	} else if m.Net == nil {
		return c.use.Of(m), nil
	}
	d, err := c.searching(ctx, m.Net)
	// diagrams alone, since they were asked for by name
	alone := c.engine.Value == models.SymbolicEngine || d.BySets || d.Strategy != symbolic.Strategies()[0]
	if err != nil || alone {
		return []check.Technique{d}, err
	}
	list := c.use.Of(m)
	for i, t := range list {
		if _, ok := t.(check.Symbolic); ok {
			list[i] = d
		}
	}
	return list, nil
}

// formula returns the text of the formula that is asked for and its name in errors.
func (c *checkCommand) formula(ctx context.Context, args []string) (text, name string, err error) {
	switch c.file {
	case "":
		return args[0], "formula", nil
	case "-":
		b, err := io.ReadAll(input.Reader(ctx, c.In))
		if err != nil {
			return "", "", fmt.Errorf("cannot read standard input: %w", err)
		}
		return string(b), "standard input", nil
	}
	b, err := input.ReadFile(ctx, c.file)
	if err != nil {
		return "", "", cli.FileError("read", err)
	}
	return string(b), c.file, nil
}
