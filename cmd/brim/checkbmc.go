package main

import (
	"context"
	"fmt"
	"strings"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

const bmcHelp = `bmc unrolls a net or a circuit into clauses, one step after the other up to --limit-depth, and has a SAT solver look
for a path. It decides EF f, AG f, EG f and AF f, where f has no path operators. All places need bounds,
by invariants, by units that promise a safe net, or by --tokens; with the latter two, paths on which places hold
more are left out, and something is proved only if there are none.

  --proof induction  ends when no path of one more step has only its last state in f, where states of
                     it are kept apart as far as needed; what is found is shortest
          plain      ends when there is no path without a loop, from the initial state, or to f; what
                     is found is shortest
          refined    begins with paths of up to --start steps, and is otherwise like plain, with only
                     the first state initial, and only the last one in f
          none       begins with paths of up to --start steps and only looks for longer ones: it never
                     tells that there is none

For EG f and AF f, where --proof has no meaning, it ends when there is no path without a loop that stays.
For EF f and AG f, --together lets independent transitions fire in one step, which makes paths shorter in steps, but what
is found need not be shortest. --solver 'COMMAND' asks another SAT solver, which is given a DIMACS file
and answers as in the SAT competitions, in place of the built-in one. --dimacs FILE writes the last
question about paths from the initial state. With --json the statistics are proof (lasso for EG and AF), together, length (steps of
the longest paths looked at), questions, variables, clauses (of the largest question) and apart (pairs of
states that induction kept apart).`

// names of the flags of a bmcEngine.
const (
	flagStart  = "start"
	flagTokens = "tokens"
)

// A bmcEngine unrolls a net for a SAT solver.
type bmcEngine struct {
	proof          choice
	start          int
	tokens         int64
	together       bool
	solver, dimacs string

	options bmc.Options
}

func (*bmcEngine) name() string { return "bmc" }

func (e *bmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	e.proof.flag(cmd, "proof", "what ends bmc without a path", bmc.Induction.String(), bmc.Plain.String(), bmc.Refined.String(), bmc.None.String())
	f.IntVar(&e.start, flagStart, 0, "`steps` that bmc begins with; of --proof refined and none")
	f.Int64Var(&e.tokens, flagTokens, 0, "most `tokens` in places without a known bound; of bmc, gmc and bdd")
	f.BoolVar(&e.together, "together", false, "independent transitions fire in one step of bmc")
	f.StringVar(&e.solver, "solver", "", "`command` of the SAT solver of bmc, in place of the built-in one")
	f.StringVar(&e.dimacs, "dimacs", "", "write bmc's last question to this `file`")
	for _, name := range []string{flagStart, flagTokens, "solver"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

func (*bmcEngine) uses() []string {
	return []string{"proof", flagStart, flagTokens, "together", "solver", "dimacs", limitDepth}
}

func (e *bmcEngine) begin(cmd *cobra.Command) error {
	wrong := func(format string, args ...any) error {
		return &usageError{cmd.CommandPath(), fmt.Errorf(format, args...)}
	}
	changed := cmd.Flags().Changed
	switch {
	case e.start < 0:
		return wrong("--start %d: expected a number that is not negative", e.start)
	case changed(flagStart) && e.proof.value != bmc.Refined.String() && e.proof.value != bmc.None.String():
		return wrong("--start needs --proof refined or none, not %s", e.proof.value)
	case changed(flagTokens) && e.tokens < 1:
		return wrong("--tokens %d: expected a number from 1 on", e.tokens)
	case changed("solver") && strings.TrimSpace(e.solver) == "":
		return wrong("--solver is empty; expected a command")
	}
	if err := tryFile(e.dimacs); err != nil {
		return err
	}
	e.options = bmc.Options{Start: e.start, Tokens: e.tokens, Together: e.together, Solver: strings.Fields(e.solver)}
	for _, algorithm := range []bmc.Algorithm{bmc.Plain, bmc.Refined, bmc.Induction, bmc.None} {
		if algorithm.String() == e.proof.value {
			e.options.Algorithm = algorithm
		}
	}
	return nil
}

func (e *bmcEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	if q.net == nil {
		return nil, noLTS(q.Name(), e.name())
	}
	f, err := q.ctl()
	if err != nil {
		return nil, err
	}
	a := &explicitAnswer{formula: f.String()}
	o := e.options
	o.Most, o.Facts = q.limits.Depth, q.net.Profile()
	r, err := bmc.Decide(ctx, q.net.Net(), f, q.paths, o)
	if err != nil {
		return nil, tokensNeeded(err)
	}
	if !f.Temporal() {
		e.save(a, r)
		return a, q.decideInitial(a, f)
	}
	a.Verdict, a.shows = r.Verdict, engine.Shown(f, r.Result)
	a.unrolling(f, &o, r)
	e.save(a, r)
	return a, nil
}

func (e *bmcEngine) checkCircuit(ctx context.Context, q *request) (*explicitAnswer, error) {
	f, err := q.ctl()
	if err != nil {
		return nil, err
	}
	o := e.options
	o.Most = q.limits.Depth
	r, err := bmc.DecideCircuit(ctx, q.circuit, f, o)
	if err != nil {
		return nil, err
	}
	a := &explicitAnswer{formula: f.String(), Verdict: r.Verdict, shows: engine.Shown(f, r.Result), trace: r.Trace}
	a.unrolling(f, &o, r)
	e.save(a, r)
	return a, nil
}

// save has the last question written to the file that is asked for, or warns that there was none.
func (e *bmcEngine) save(a *explicitAnswer, r *bmc.Result) {
	switch {
	case e.dimacs == "":
	case r.Last == nil:
		a.warning = "there was no question to a SAT solver, so " + e.dimacs + " was not written"
	default:
		a.file, a.write = e.dimacs, r.Last.WriteDIMACS
	}
}

// An unrollingReport is what bounded model checking did.
type unrollingReport struct {
	Proof     string `json:"proof"`
	Together  bool   `json:"together"`
	Length    int    `json:"length"`
	Questions int    `json:"questions"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Apart     int    `json:"apart"`
}

// unrolling takes over the numbers of bounded model checking.
func (a *explicitAnswer) unrolling(f *syntax.Formula, o *bmc.Options, r *bmc.Result) {
	u := &unrollingReport{Proof: o.Algorithm.String(), Together: o.Together, Length: r.Length, Questions: r.Questions, Apart: r.Apart}
	if op := syntax.NNF(f).Op; op == syntax.EG || op == syntax.AF {
		u.Proof = "lasso"
	}
	if r.Largest != nil {
		u.Variables, u.Clauses = r.Largest.Variables(), r.Largest.Clauses()
	}
	a.statistics = u
	proof := u.Proof
	if r.Apart > 0 {
		proof += ", " + quantity.Count(r.Apart, "pair") + " of states kept apart"
	}
	steps := quantity.Count(max(r.Length, 0), "step")
	if o.Together {
		steps += " of independent transitions"
	}
	a.rows = []label{
		{"proof", proof},
		{"paths", "of up to " + steps},
		{"questions", quantity.Int(u.Questions)},
		{"formula", fmt.Sprintf("%s, %s", quantity.Count(u.Variables, "variable"), quantity.Count(u.Clauses, "clause"))},
	}
}
