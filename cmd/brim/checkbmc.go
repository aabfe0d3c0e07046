package main

import (
	"brim/check"
	"brim/internal/quantity"
	"fmt"
	"strings"

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
For EF f and AG f, --together lets independent transitions fire in one step (step semantics). Paths have
fewer steps then, but what is found need not be shortest. --solver 'COMMAND' asks another SAT solver, which
is given a DIMACS file and answers as in the SAT competitions, in place of the built-in one. --dimacs FILE
writes the last question about paths from the initial state. With --json the statistics are proof (lasso for
EG and AF), together, length (steps of the longest paths looked at), questions, variables, clauses (of the
largest question) and apart (pairs of states that induction kept apart).`

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
}

func (*bmcEngine) name() string { return "bmc" }

func (e *bmcEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	e.proof.flag(cmd, "proof", "what ends bmc without a path", check.Proofs()...)
	f.IntVar(&e.start, flagStart, 0, "`steps` that bmc begins with; of --proof refined and none")
	f.Int64Var(&e.tokens, flagTokens, 0, "most `tokens` in places without a known bound; of bmc, gmc and bdd")
	f.BoolVar(&e.together, "together", false, "independent transitions fire in one step of bmc")
	f.StringVar(&e.solver, "solver", "", "`command` of the SAT solver of bmc, in place of the built-in one")
	_ = cmd.RegisterFlagCompletionFunc("solver", cobra.NoFileCompletions)
	f.StringVar(&e.dimacs, "dimacs", "", "write bmc's last question to this `file`")
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
	case changed(flagStart) && e.proof.value != "refined" && e.proof.value != "none":
		return wrong("--start needs --proof refined or none, not %s", e.proof.value)
	case changed(flagTokens) && e.tokens < 1:
		return wrong("--tokens %d: expected a number from 1 on", e.tokens)
	case changed("solver") && strings.TrimSpace(e.solver) == "":
		return wrong("--solver is empty; expected a command")
	}
	if err := tryFile(e.dimacs); err != nil {
		return err
	}
	return nil
}

func (e *bmcEngine) technique() check.Technique {
	return check.BMC{Proof: e.proof.value, Start: e.start, Tokens: e.tokens, Together: e.together, Solver: strings.Fields(e.solver)}
}

// unrollingRows returns what bounded model checking did, for people.
func unrollingRows(s *check.Unrolling) []label {
	proof := s.Proof
	if s.Apart > 0 {
		proof += ", " + quantity.Count(s.Apart, "pair") + " of states kept apart"
	}
	steps := quantity.Count(max(s.Length, 0), "step")
	if s.Together {
		steps += " of independent transitions"
	}
	return []label{
		{"proof", proof},
		{"paths", "of up to " + steps},
		{"questions", quantity.Int(s.Questions)},
		{"formula", fmt.Sprintf("%s, %s", quantity.Count(s.Variables, "variable"), quantity.Count(s.Clauses, "clause"))},
	}
}
