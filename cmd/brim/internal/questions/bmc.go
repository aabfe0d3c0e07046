package questions

import (
	"brim/check"
	"brim/check/technique/bmc"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"fmt"

	"github.com/spf13/cobra"
)

// The engine bmc: help, flags and rows of the report.

const bmcHelp = `bmc unrolls a net or a circuit into clauses, one step after the other up to --limit-depth, and has a SAT solver look
for a path. It decides EF f, AG f, EG f and AF f, where f has no path operators, and formulas of LTL, of which it
finds a run by a lasso, but seldom proves that there is none; see ic3 for that. All places need bounds,
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

For EG f, AF f and LTL, where --proof has no meaning, it ends when there is no path without a loop that stays;
of LTL, --proof none looks for lassos of --start steps, then each time for half as long ones again, which need
not be shortest. For EF f, AG f and LTL without X, --together lets independent transitions fire in one step
(step semantics). Paths have fewer steps then, but what is found need not be shortest. --dimacs FILE writes
the last question about paths from the initial state, for any SAT solver. With --json the statistics are proof
(lasso for EG, AF and LTL), together, length (steps of the longest paths looked at), questions, variables, clauses
(of the largest question) and apart (pairs of states that induction kept apart).`

// bmcEngine returns the engine bmc, bounded model checking by a SAT solver: its flags, and the checks of their values
// and combinations.
func bmcEngine(v *engineValues) engine {
	var o check.BMC
	var proof cli.Choice
	own := []string{"proof", "start", flagTokens, "together", "dimacs", models.LimitDepth}
	return engine{"bmc", func(cmd *cobra.Command) {
		f := cmd.Flags()
		proof.Flag(cmd, "proof", "what ends bmc without a path", bmc.Proofs()...)
		f.IntVar(&o.Start, "start", 0, "`steps` that bmc begins with; of --proof refined and none")
		f.Int64Var(&v.tokens, flagTokens, 0, "most `tokens` in places without a known bound; of bmc, gmc and bdd")
		f.BoolVar(&o.Together, "together", false, "independent transitions fire in one step of bmc")
		f.StringVar(&v.dimacs, "dimacs", "", "write bmc's last question to this `file`")
	}, own, func(cmd *cobra.Command) (check.Technique, error) {
		wrong := func(format string, args ...any) (check.Technique, error) {
			return nil, cli.Misuse(cmd, fmt.Errorf(format, args...))
		}
		switch changed := cmd.Flags().Changed; {
		case o.Start < 0:
			return wrong("--start %d: expected a number that is not negative", o.Start)
		case changed("start") && proof.Value != "refined" && proof.Value != "none":
			return wrong("--start needs --proof refined or none, not %s", proof.Value)
		case v.tokenBound(cmd) != nil:
			return nil, v.tokenBound(cmd)
		}
		o.Proof, o.Tokens = proof.Value, v.tokens
		return o, cli.TryFile(v.dimacs)
	}}
}

// unrollingRows returns what bounded model checking did, for people.
func unrollingRows(s *bmc.Statistics) []label {
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
		{"formula", fmt.Sprintf("%s, %s", quantity.Count(s.Variables, "variable"),
			quantity.Count(s.Clauses, "clause"))},
	}
}
