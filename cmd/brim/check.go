package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/internal/input"

	"github.com/spf13/cobra"
)

const checkHelp = `Decide whether a formula of CTL holds in the initial marking of a Petri net, and show why.

` + modelHelp + `

FORMULA is one argument, so put it in quotes; --file takes it from a file. It is made of

  p + 2*q <= 3     sums of tokens compared with =, !=, <, <=, >, >=; a place p alone is p >= 1
  enabled(t, u)    one of the transitions is enabled
  deadlock         none is; also true and false
  ! & | -> <->     connectives, from the strongest to the weakest
  EX EF EG AX AF AG E(… U …) A(… U …)

Names of places and transitions with unusual characters stand in "quotes". Where a PNML file gives
names beside its ids, either is read, and names are shown if they mean one thing; --json has ids.

With --properties the formulas come from an XML file of the Model Checking Contest: one property is checked like a
FORMULA, several, or all where no ID is given, make a table without traces. Each answers for itself:
one that makes no sense, as a formula of LTL, or that the engine does not take, has a reason in place
of an answer.

What holds on some path is shown by a firing sequence as short as can be; a path for ever is a
loop, or ends in a dead marking. What should hold on all paths and fails is shown by such a
witness of the negation. Formulas inside of formulas have witnesses of their own. The rest, what
holds on all paths or on none, rests on the whole state space and has no single trace.

--strategy says how to search. The default looks for all markings and, by turns, at those within
--bound steps, --step more, and so on, so that a formula that little decides is decided soon, however
many markings there are.

  auto   both: rounds as with cont, and all markings as with unlim; first of all what place
         invariants say of sums of tokens
  unlim  all markings at once
  rest   rounds only; each starts again from the initial marking
  cont   each round goes on from what the last one found
  comp   each goes on from the border of the last one, and what was found before is a set
  fix    there is one round only

An unbounded net is explored by auto in ever larger parts, for 10s if there is no --limit-time. What
they show is certain, and what holds of all markings that can be covered; the rest is unknown. The
strategies in rounds work on unbounded nets, too, but never end where no part decides.

--distances says how a round finds the distances of the markings within its bound. All ways find the
same and give the same verdicts; they differ in time and memory.

  budgeted   what is left of the bound travels down the diagram: nothing beyond it is made
  exact      the reference version, which cuts each new part of the diagram at the bound exactly
  approx     the reference version, which cuts where a single edge is beyond the bound
  layered    breadth-first search, with a set for each distance, for comparison

--ctl says how a formula is decided on the markings that were found:

  near         where that is quickest: near the initial marking, forward from it, or by sets
  constrained  by the sets of all its parts alone, backward by constrained saturation and as fixed
               points, as the papers do; for comparison

` + orderHelp + `

` + engineHelp + `

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "check"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   numbers
  deadlock, strategy          as asked for
  property                    the ID; with --properties
  formula                     as it was read
  verdict                     holds, fails or unknown
  error                       of several properties: why this one cannot be answered, in place of formula and
                              verdict
  complete                    true if the verdict rests on all reachable markings
  by                          "invariants" if place invariants and the initial marking gave the answer
  bound                       if not, how many steps deep all markings were looked at; where known
  reason                      why the verdict is unknown, or why there is no trace
  witness                     of the formula, or of its negation if it fails:
    formula                   what it shows, negations pushed inwards
    claimed                   true if that speaks of all paths: then there are no steps
    start                     the tokens of the marked places
    steps                     a list of objects with transition and changes, a list of objects
                              with place, from and to
    loop                      the last step leads back to the marking after so many steps; or null
    dead                      true if the last marking enables no transition
    branches                  witnesses of operands, with the same keys but for start, and at: they
                              begin in the marking after so many steps
    cut                       true if there were too many of these
  sum, max                    for a property that asks for a bound: the sum and its largest value, a
                              decimal string or +inf, in place of formula, verdict and witness
  seconds                     time of deciding, the trace included
  properties                  for several properties: a list of objects with the keys from property
                              to seconds, without witness
  rounds                      of a strategy with rounds: a list of objects with bound, states (a decimal
                              string), edd_nodes and mdd_nodes (of the distances and of the set of what
                              was found), made (nodes, all that were made to find the distances) and
                              seconds
  drawing                     the file that --draw writes next
  statistics                  of the state space: states, a decimal string; order (method, levels,
                              tried), method, nodes, peak_nodes, seconds, order_seconds,
                              count_seconds, rss_bytes and store_bytes as in brim states

Keys without a value are left out. An error gives an object with error and status instead.

Exit status: 0 if the formula holds, or all of them do, 1 if one fails, 2 for wrong use or
input, also if that is one property of several, 3 if none fails and a limit, an interrupt or an
unbounded net leaves one unknown.`

const checkExamples = `  brim check dphil:3 'EF deadlock'
  brim check fms:3 'EG(E(M1 > 0 U (P1s = P2s & P2s = P3s & P3s = 3)))'
  brim check rr:10 'EG true' --deadlock infinite --draw loop.svg
  brim check fms:10000 'EF(P1s = 3 & P2s = 3)' --strategy comp --bound 20 --step 10
  brim check model.pnml --file formula.ctl --json --limit-time 10m
  brim check model.pnml --properties CTLCardinality.xml`

// A checkCommand is one run of brim check.
type checkCommand struct {
	*app
	exploreFlags
	boundFlags
	explicitLimits
	engine                 choice
	engines                []explicitEngine
	deadlock, strategy     choice
	ctl                    choice
	file, properties, draw string
	noTrace                bool
}

func newCheck(a *app) *cobra.Command {
	c := &checkCommand{app: a}
	cmd := &cobra.Command{
		Use:               "check MODEL FORMULA",
		Short:             "decide whether a formula holds, and show why",
		Long:              checkHelp,
		Example:           checkExamples,
		Args:              c.arguments,
		ValidArgsFunction: completeModel,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	c.exploreFlags.flags(cmd)
	c.deadlock.flag(cmd, "deadlock", "what a path does in a dead marking: end there (maximal), or not count (infinite)",
		syntax.Maximal.String(), syntax.Infinite.String())
	c.strategy.flag(cmd, "strategy", "how to search; see above", strategyNames()...)
	c.boundFlags.flags(cmd)
	c.ctl.flag(cmd, "ctl", "how formulas are decided on what was found; see above", "near", constrained)
	c.explicitFlags(cmd)
	f := cmd.Flags()
	f.StringVarP(&c.file, "file", "f", "", "read the formula from a `file`, - for standard input")
	f.StringVar(&c.properties, "properties", "", "check the properties in an XML `file`, those with the IDs given or all")
	f.BoolVar(&c.noTrace, "no-trace", false, "only the verdict; saves the time of finding a trace")
	f.StringVar(&c.draw, "draw", "", "draw the trace into a `file` that ends in .svg or .dot")
	cmd.MarkFlagsMutuallyExclusive("file", "properties")
	cmd.MarkFlagsMutuallyExclusive("draw", "no-trace")
	_ = cmd.MarkFlagFilename("properties", "xml")
	_ = cmd.MarkFlagFilename("draw", "svg", "dot")
	return cmd
}

// constrained is the value of --ctl for verdicts by sets alone.
const constrained = "constrained"

func strategyNames() (names []string) {
	for _, s := range symbolic.Strategies() {
		names = append(names, string(s))
	}
	return names
}

// arguments checks how many there are.
func (c *checkCommand) arguments(cmd *cobra.Command, args []string) error {
	var err error
	switch n := len(args); {
	case n == 0:
		return oneModel(cmd, args)
	case c.properties != "":
	case c.file != "" && n > 1:
		err = fmt.Errorf("check takes no formula beside --file: %s", strings.Join(args[1:], " "))
	case c.file != "":
	case n == 1 && isCircuit(args[0]):
	case n == 1:
		err = errors.New("check needs a formula, as in brim check dphil:3 'EF deadlock', or --file or --properties")
	case n > 2:
		err = fmt.Errorf("check takes one formula; put all of it in quotes, as '%s'", strings.Join(args[1:], " "))
	}
	if err != nil {
		return &usageError{cmd.CommandPath(), err}
	}
	return nil
}

func (c *checkCommand) run(cmd *cobra.Command, args []string) error {
	if err := c.limits.begin(cmd); err != nil {
		return err
	}
	switch e, err := c.explicit(cmd, args[0]); {
	case err != nil:
		return err
	case e != nil:
		return c.runExplicit(cmd, e, args)
	}
	sheet, err := newSheet(c.draw)
	if err != nil {
		return err
	}
	p := c.startProgress()
	defer p.end()
	net, err := c.loadNet(cmd.Context(), &c.limits, args[0])
	if err != nil {
		return err
	}
	properties, err := reading(cmd.Context(), &c.limits, func(ctx context.Context) ([]syntax.Property, error) { return c.read(ctx, names(net), args[1:]) })
	if err != nil {
		return err
	}
	if n := len(properties); n > 1 && c.draw != "" {
		return fmt.Errorf("--draw draws one trace; expected a formula or one property, not %d", n)
	}
	o, err := c.exploreOptions(cmd.Context(), net)
	if err != nil {
		return err
	}
	r, err := c.roundOptions()
	if err != nil {
		return err
	}
	q, err := c.inquire(cmd.Context(), net, o, r, p, properties)
	if err != nil {
		return err
	}
	defer q.close()
	report := c.newReport(args[0], q)
	p.end()
	report.Drawing = c.drawTrace(sheet, q)
	if c.json {
		err = writeJSON(c.out, report)
	} else {
		err = report.text(c.out)
	}
	if err == nil {
		err = propertiesStatus(q.rows())
	} else {
		err = fmt.Errorf("cannot write the result: %w", err)
	}
	return after(err, c.saveSheet(cmd.Context(), sheet))
}

// formula returns the text of the formula that is asked for and its name in errors.
func (c *checkCommand) formula(ctx context.Context, args []string) (text, name string, err error) {
	switch c.file {
	case "":
		return args[0], "formula", nil
	case "-":
		b, err := io.ReadAll(input.Reader(ctx, c.in))
		if err != nil {
			return "", "", fmt.Errorf("cannot read standard input: %w", err)
		}
		return string(b), "standard input", nil
	}
	b, err := input.ReadFile(ctx, c.file)
	if err != nil {
		return "", "", fileError("read", err)
	}
	return string(b), c.file, nil
}
