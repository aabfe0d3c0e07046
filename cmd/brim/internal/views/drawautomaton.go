package views

import (
	"errors"
	"fmt"
	"io"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/ui/picture"
	"brim/internal/ui/trace"
	"brim/internal/watch"
	"brim/ltl/automaton"

	"github.com/spf13/cobra"
)

// brim draw --formula: the Büchi automaton of a formula of LTL.

// An automatonReport tells what an automaton is like. Its keys are stable.
type automatonReport struct {
	Formula string  `json:"formula"`
	States  int     `json:"states"`
	Arcs    int     `json:"arcs"`
	Marks   int     `json:"marks"`
	Class   string  `json:"class"`
	Seconds float64 `json:"seconds"`
}

// checkFormula refuses --formula beside what it says itself.
func (d *drawCommand) checkFormula(cmd *cobra.Command) error {
	if !cmd.Flags().Changed("formula") {
		return nil
	}
	if cmd.Flags().Changed("what") {
		return fmt.Errorf("--what %s has no meaning beside --formula, which draws an automaton", d.what.Value)
	}
	d.what.Value = "automaton"
	return nil
}

// automaton translates the formula of --formula into a Büchi automaton, writes its picture, keeps its size in d.drawn
// for the summary, and returns the number of its states. The error says that the automaton is too large to draw, or
// that a limit ended the translation.
func (d *drawCommand) automaton(cmd *cobra.Command, m *check.Model, w io.Writer, p *cli.Progress) (nodes int,
	err error) {
	q, err := m.Ask(d.formula, check.Maximal)
	if err != nil {
		return 0, err
	}
	text := q.Format(trace.NamesOf(m).Aliases())
	if m.Coloured != nil {
		p.At("unfolding")
		var list []*check.Question
		if m, list, err = models.Unfold(cmd.Context(), d.App, &d.Limits, m, []*check.Question{q},
			check.UnfoldOptions{}); err != nil {
			return 0, err
		}
		q = list[0]
	}
	p.At("translating")
	began := time.Now()
	limit := watch.New(cmd.Context(), d.Limits.Process())
	defer limit.Cancel(nil)
	a, err := q.Automaton(limit.Ctx)
	if err != nil {
		var large *automaton.LimitError
		if models.Limited(err) || errors.As(err, &large) {
			err = cli.Exit(cli.StatusUnknown, fmt.Errorf("%s; nothing is drawn", d.Reason(err)))
		}
		return 0, err
	}
	r := &automatonReport{Formula: text, States: len(a.States), Marks: a.Marks, Class: a.Class().String(),
		Seconds: time.Since(began).Seconds()}
	for _, s := range a.States {
		r.Arcs += len(s.Arcs)
	}
	if err := d.few(r.States, "the automaton has %s states"); err != nil {
		return 0, err
	}
	d.drawn = r
	title := fmt.Sprintf("a run that decides %s: %s", text, a.Class())
	return r.States, picture.Automaton(w, trace.NamesOf(m), a, title)
}
