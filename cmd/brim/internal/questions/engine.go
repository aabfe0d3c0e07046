package questions

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"brim/check"
	"brim/check/technique/bbmc"
	"brim/check/technique/bdd"
	"brim/check/technique/bfs"
	"brim/check/technique/bfsbmc"
	"brim/check/technique/bmc"
	"brim/check/technique/dfs"
	"brim/check/technique/gmc"
	"brim/check/technique/ic3"
	"brim/check/technique/symbolic"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// The choice of an engine: which engines there are, with their flags, and which of them the command line selects.

// autoEngine is the value of --engine by which the techniques that fit the question run together.
const autoEngine = "auto"

// symbolicFlags are the flags of check that only decision diagrams have. Those of searchFlags choose them alone.
var (
	symbolicFlags = []string{"order", "method", "strategy", "bound", "step", "distances", "ctl", models.LimitNodes,
		"draw"}
	searchFlags = []string{"bound", "step", "distances", "ctl"}
)

// An engine is a value of --engine: a technique of package check with its flags.
type engine struct {
	name string
	// flags declares those that it alone has; nil for none. Those of several engines are in engineValues.
	flags func(cmd *cobra.Command)
	// uses lists the flags, its own and shared ones, that have a meaning for it and not for all engines.
	uses []string
	// technique looks at the flags before the model is read, and returns what they say. The error is a wrong use.
	technique func(cmd *cobra.Command) (check.Technique, error)
}

// engineValues are the values of flags that several engines have, or that the command looks at.
type engineValues struct {
	mu     bool // the formula is of the μ-calculus
	seed   uint64
	tokens int64
	dimacs string
}

// engines returns the engines beside auto and symbolic, each with its flags not yet declared.
func engines(v *engineValues) []engine {
	plain := func(t check.Technique) func(*cobra.Command) (check.Technique, error) {
		return func(*cobra.Command) (check.Technique, error) { return t, nil }
	}
	return []engine{
		{"bfs", nil, []string{models.LimitStates, models.LimitDepth}, plain(check.BFS{})},
		dfsEngine(),
		bbmcEngine(v),
		{"bfsbmc", nil, []string{"mu", models.LimitStates, models.LimitDepth}, plain(check.BFSBMC{})},
		bmcEngine(v),
		ic3Engine(),
		gmcEngine(v),
		{"bdd", nil, []string{flagTokens, models.LimitNodes}, func(cmd *cobra.Command) (check.Technique, error) {
			return check.BDD{Tokens: v.tokens}, v.tokenBound(cmd)
		}},
	}
}

const flagTokens = "tokens"

// tokenBound returns what is wrong with --tokens.
func (v *engineValues) tokenBound(cmd *cobra.Command) error {
	if cmd.Flags().Changed(flagTokens) && v.tokens < 1 {
		return cli.Misuse(cmd, fmt.Errorf("--tokens %d: expected a number from 1 on", v.tokens))
	}
	return nil
}

// engineFlags declares the flags of engines.
func (c *checkCommand) engineFlags(cmd *cobra.Command) {
	c.engines = engines(&c.engineValues)
	names := []string{autoEngine, models.SymbolicEngine}
	for _, e := range c.engines {
		names = append(names, e.name)
	}
	for _, name := range check.TechniqueNames() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	c.engine.Flag(cmd, "engine", "what looks for the answer", names...)
	f := cmd.Flags()
	c.use.Flags(cmd)
	f.BoolVar(&c.compare, "compare", false, "have all techniques of auto finish and compare their answers")
	c.stateLimits.Flags(cmd)
	for _, e := range c.engines {
		if e.flags != nil {
			e.flags(cmd)
		}
	}
}

// unify has a technique mean the same by --engine and by --only, if it is the only one that is named. An engine of this
// package is taken with its flags; any other name makes --engine what --only is. It reports whether --only is settled.
func (c *checkCommand) unify(cmd *cobra.Command) (settled bool, err error) {
	changed := cmd.Flags().Changed
	engine := func(name string) bool {
		return slices.ContainsFunc(c.engines, func(e engine) bool { return e.name == name })
	}
	name := c.engine.Value
	switch {
	case changed("engine") && name != autoEngine && name != models.SymbolicEngine && !engine(name):
		for _, flag := range []string{"only", "without"} {
			if changed(flag) {
				return false, models.Misplaced(cmd, flag, name, autoEngine)
			}
		}
		c.use.Use(name)
		c.engine.Value = autoEngine
	case !changed("engine") && !changed("without") && !changed("compare") && engine(c.use.Single()):
		c.engine.Value = c.use.Single()
		return true, nil
	}
	return false, nil
}

// choose returns the engine that --engine selects, nil for auto and symbolic. Flags that only a search by diagrams has
// select symbolic if no engine is named. The error names a flag that belongs to another engine; it is found in a table
// from each flag to the engines that understand it.
func (c *checkCommand) choose(cmd *cobra.Command, model string) (*engine, error) {
	settled, err := c.unify(cmd)
	if err != nil {
		return nil, err
	}
	changed := func(flag string) bool { return cmd.Flags().Changed(flag) && !(settled && flag == "only") }
	if !settled && !changed("engine") &&
		(slices.ContainsFunc(searchFlags, changed) || c.strategy.Value != symbolic.Strategies()[0]) {
		c.engine.Value = models.SymbolicEngine
	}
	name := c.engine.Value
	// engines, by flag
	owners := map[string][]string{"without": {autoEngine}, "only": {autoEngine}, "compare": {autoEngine}}
	for _, flag := range symbolicFlags {
		owners[flag] = append(owners[flag], autoEngine, models.SymbolicEngine)
	}
	for _, flag := range searchFlags {
		owners[flag] = []string{models.SymbolicEngine}
	}
	var chosen *engine
	for i := range c.engines {
		e := &c.engines[i]
		for _, flag := range e.uses {
			owners[flag] = append(owners[flag], e.name)
		}
		if e.name == name {
			chosen = e
		}
	}
	owners[models.LimitStates] = append(owners[models.LimitStates], autoEngine)
	owners[models.LimitDepth] = append(owners[models.LimitDepth], autoEngine)
	for _, flag := range slices.Sorted(maps.Keys(owners)) {
		list := owners[flag]
		if changed(flag) && !slices.Contains(list, name) {
			return nil, models.Misplaced(cmd, flag, name, strings.Join(list, " or "))
		}
	}
	if check.IsCircuit(model) && changed("deadlock") {
		return nil, cli.Misuse(cmd, errors.New("--deadlock has no meaning for a circuit: only runs that go on count"))
	}
	if !check.IsCircuit(model) && !check.IsLTS(model) {
		return chosen, nil
	}
	for _, flag := range symbolicFlags {
		if chosen == nil && changed(flag) {
			return nil, cli.Misuse(cmd, fmt.Errorf("--%s has a meaning for nets only; %s is none", flag, model))
		}
	}
	return chosen, nil
}

// A label is a row of a report.
type label struct{ name, value string }

// rowsOf returns the rows of a report that show the statistics of a technique, nil for statistics without rows.
func rowsOf(statistics any) []label {
	switch s := statistics.(type) {
	case *bfs.Statistics:
		return []label{
			{"states", quantity.Int(s.States)},
			{"transitions", fmt.Sprintf("%s from %s", quantity.Int(s.Transitions),
				quantity.Count(s.Expanded, "state"))},
			{"levels", quantity.Int(len(s.Levels))},
		}
	case *bfsbmc.Statistics:
		list := []label{{"states", quantity.Int(s.States)}, {"expanded", quantity.Int(s.Expanded)}}
		if s.Needed != nil {
			list = slices.Insert(list, 0, label{"needed", quantity.Count(*s.Needed, "state") + " expanded"})
		}
		return list
	case *bdd.Statistics:
		return []label{{"states", quantity.Digits(s.States)}, {"steps", quantity.Int(s.Steps)},
			{"nodes", quantity.Int(s.Nodes)}}
	case *dfs.Statistics:
		return depthRows(s)
	case *bbmc.Statistics:
		return samplingRows(s)
	case *bmc.Statistics:
		return unrollingRows(s)
	case *ic3.Statistics:
		return framingRows(s)
	case *gmc.Statistics:
		return greedRows(s)
	}
	return nil
}
