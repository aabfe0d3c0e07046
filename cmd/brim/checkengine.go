package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/internal/printable"
	"brim/petri"

	"github.com/spf13/cobra"
)

// symbolicEngine is the value of --engine for decision diagrams.
const symbolicEngine = "symbolic"

// symbolicFlags are the flags of check that only the symbolic engine has.
var symbolicFlags = []string{"order", "method", "strategy", "bound", "step", "distances", "ctl", limitNodes, "draw"}

// An explicitEngine decides formulas by looking at single states.
type explicitEngine interface {
	// name is its value of --engine.
	name() string
	// flags declares the flags that it alone has. Those of several engines are declared in checkCommand.explicitFlags.
	flags(cmd *cobra.Command)
	// uses lists the flags, its own and shared ones, that have a meaning for it and not for all engines.
	uses() []string
	// begin looks at its flags before the model is read. The error is a wrong use.
	begin(cmd *cobra.Command) error
	// check answers the request. The error is about the formula or the model; a limit, be it one of q.limits or that of ctx, leaves the
	// verdict unknown.
	check(ctx context.Context, q *request) (*explicitAnswer, error)
}

// explicitEngines returns the engines, each with its flags not yet declared.
func explicitEngines() []explicitEngine {
	var logic muFlag // of two engines
	return []explicitEngine{&bfsEngine{}, &dfsEngine{}, &bbmcEngine{muFlag: &logic}, &bfsbmcEngine{&logic}, &bmcEngine{}, &gmcEngine{}, &bddEngine{}}
}

// A circuitEngine is an explicit engine that looks at circuits without their states.
type circuitEngine interface {
	// checkCircuit is check for a circuit.
	checkCircuit(ctx context.Context, q *request) (*explicitAnswer, error)
}

// checkModel has e answer the request.
func (q *request) checkModel(ctx context.Context, e explicitEngine) (*explicitAnswer, error) {
	if q.circuit == nil {
		return e.check(ctx, q)
	}
	if x, ok := e.(circuitEngine); ok {
		return x.checkCircuit(ctx, q)
	}
	if err := q.explore(); err != nil {
		return nil, err
	}
	a, err := e.check(ctx, q)
	if err != nil || a.path == nil {
		return a, err
	}
	a.trace = q.Structure.(*kripke.Circuit).Trace(a.path)
	if s := a.shows; s != nil && (s.Op == syntax.EF || s.Op == syntax.EG) && !s.Args[0].Temporal() {
		err = a.trace.Check(q.circuit, s.Args[0])
	}
	return a, err
}

// A request is what an explicit engine has to answer.
type request struct {
	*explicitModel
	property   syntax.Property // of a file, or without a formula
	text, file string          // the formula, if it is not that of a property, and its name for errors
	read       *syntax.Formula // by ctl; nil in another logic
	paths      syntax.Paths
	trace      bool // wanted
	nodes      int  // limit of the diagrams of engines that have some; 0 is none
	limits     kripke.Limits
	progress   *progress
	reason     func(error) string // says which limit an error is, for people
}

// ctl reads the formula as one of CTL.
func (q *request) ctl() (f *syntax.Formula, err error) {
	if f = q.property.Formula; f == nil {
		f, err = syntax.NewPool().Parse(q.text, q.file, q.names)
	}
	q.read = f
	if err != nil || q.circuit == nil {
		return f, err
	}
	for g := range f.All() {
		if g.Op == syntax.Deadlock {
			return nil, errors.New("a circuit has no deadlocks: only runs that go on count")
		}
	}
	if !f.Temporal() {
		return nil, fmt.Errorf("a circuit can begin with different signals; expected a formula with path operators, as EF(%s)", printable.Cut(f.String(), longOperand))
	}
	return f, nil
}

// begin reads the formula and begins its answer. If it has no path operators, the initial state decides it, and that is all.
func (q *request) begin() (f *syntax.Formula, a *explicitAnswer, err error) {
	if f, err = q.ctl(); err != nil {
		return nil, nil, err
	}
	a = &explicitAnswer{formula: f.String()}
	if !f.Temporal() {
		err = q.decideInitial(a, f)
	}
	return f, a, err
}

// An explicitAnswer is the answer of an explicit engine.
type explicitAnswer struct {
	engine.Verdict                 // its Witness may be left to path
	formula        string          // as it was read
	ctl            *syntax.Formula // the same, nil in another logic
	// shows is what a witness shows: the formula, or its negation if it fails. Of a net it has to be in the form of syntax.NNF.
	shows *syntax.Formula
	// trace is a witness of shows for a circuit, replayed, be it as a path of states; nil if there is none.
	trace *circuit.Trace
	// path is a witness of shows without branches, replayed by kripke.Path.Check; nil if there is none.
	path *kripke.Path
	// warning says why states may have been missed, "" if they cannot have been.
	warning    string
	statistics any     // for --json, with keys of the engine's own
	rows       []label // for people
	took       time.Duration
	wrong      error // why the property cannot be answered; then there is nothing else
	// write writes what goes into file when the answer is printed; nil if nothing does.
	file  string
	write func(io.Writer) error
}

// A label is a row of a report.
type label struct{ name, value string }

// explicitFlags declares the flags of explicit engines.
func (c *checkCommand) explicitFlags(cmd *cobra.Command) {
	c.engines = explicitEngines()
	names := []string{symbolicEngine}
	for _, e := range c.engines {
		names = append(names, e.name())
	}
	c.engine.flag(cmd, "engine", "what looks for the answer", names...)
	c.explicitLimits.flags(cmd)
	for _, e := range c.engines {
		e.flags(cmd)
	}
}

// explicit returns the engine that is asked for, nil for the symbolic one. A labelled transition system is explored breadth-first if nothing
// else is asked for. The error names a flag that belongs to another engine.
func (c *checkCommand) explicit(cmd *cobra.Command, model string) (explicitEngine, error) {
	name := c.engine.value
	switch asked := cmd.Flags().Changed("engine"); {
	case !asked && isLTS(model):
		name = c.engines[0].name()
	case !asked && isCircuit(model):
		name = (*bmcEngine).name(nil)
	}
	owners := map[string][]string{} // engines, by flag
	for _, flag := range symbolicFlags {
		owners[flag] = append(owners[flag], symbolicEngine)
	}
	var chosen explicitEngine
	for _, e := range c.engines {
		for _, flag := range e.uses() {
			owners[flag] = append(owners[flag], e.name())
		}
		if e.name() == name {
			chosen = e
		}
	}
	for _, flag := range slices.Sorted(maps.Keys(owners)) {
		list := owners[flag]
		if cmd.Flags().Changed(flag) && !slices.Contains(list, name) {
			return nil, misplaced(cmd, flag, name, strings.Join(list, " or "))
		}
	}
	if isCircuit(model) && cmd.Flags().Changed("deadlock") {
		return nil, &usageError{cmd.CommandPath(), errors.New("--deadlock has no meaning for a circuit: only runs that go on count")}
	}
	if chosen == nil && (isLTS(model) || isCircuit(model)) {
		return nil, noLTS(model, name)
	}
	return chosen, nil
}

// decideInitial decides f, which has no path operators, in the initial state.
func (q *request) decideInitial(a *explicitAnswer, f *syntax.Formula) error {
	holds, err := q.Predicate(f)
	if err != nil {
		return err
	}
	initial := q.Initial()[0]
	a.Result = engine.Decided(holds(initial))
	a.Bound = engine.Complete
	a.shows = engine.Shown(f, a.Result)
	a.path = &kripke.Path{States: []kripke.State{initial}, Loop: engine.NoLoop}
	return nil
}

// witness makes the witness of a net of a's path, and checks it.
func (q *request) witness(a *explicitAnswer) error {
	if q.net == nil || a.shows == nil {
		return nil
	}
	if a.Witness == nil && a.path != nil {
		start := make(petri.Marking, len(q.net.Net().Places))
		q.net.Marking(start, a.path.States[0])
		a.Witness = &engine.Witness{Formula: a.shows, Start: start, Steps: a.path.Labels, Loop: a.path.Loop}
	}
	if a.Witness == nil {
		return nil
	}
	return a.Witness.Check(q.net.Net(), q.paths)
}
