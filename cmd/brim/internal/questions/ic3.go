package questions

import (
	"github.com/spf13/cobra"

	"brim/check"
	"brim/check/technique/ic3"
	"brim/internal/quantity"
)

// The engine ic3: help, flags and rows of the report.

const ic3Help = `ic3 collects clauses that hold after one step, two steps and so on, each because no step leads to the states that
it excludes, until those of some number of steps are an invariant, or a path to f is found. It decides EF f and
AG f, where f has no path operators, and LTL, about circuits and nets. Of LTL it asks for runs with one round, two
rounds and so on, in each of which all that the formula promises comes about: a run that comes back to a state
after a round goes on for ever, and if none has so many rounds there is none. The invariant is then one of a
circuit made of the model and the formula, and is not written. All places need bounds, by invariants or by units
that promise a safe net. A path need not be shortest. An invariant has been checked by code and a solver that
share nothing with the search: it holds at first and after each step, and excludes what it should.
--certificate FILE.cnf writes it in the DIMACS format; comments say what the variables are. Files with another name
get what they get with any engine: a proof for brim-verify, of a circuit one for certifaiger.
With --json the statistics are frames (numbers of steps), lemmas (clauses at the end), obligations (states
that were excluded, or led to others), questions (to the solver), conflicts and invariant (its clauses, if
there is one).`

const ic3Name = "ic3"

// ic3Engine collects clauses.
func ic3Engine() engine {
	return engine{ic3Name, nil, nil, func(*cobra.Command) (check.Technique, error) { return check.IC3{}, nil }}
}

// framingRows returns what ic3 did, for people.
func framingRows(s *ic3.Statistics) []label {
	list := []label{
		{"frames", quantity.Int(s.Frames)},
		{"lemmas", quantity.Int(s.Lemmas)},
		{"questions", quantity.Int(int(s.Questions))},
	}
	if s.Invariant != nil {
		list = append(list, label{"invariant", quantity.Count(*s.Invariant, "clause") + ", checked"})
	}
	return list
}
