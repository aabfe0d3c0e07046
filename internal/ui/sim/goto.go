package sim

import (
	"context"
	"fmt"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
)

// The command goto.

// jump executes the command goto: it decides the formula and, if the answer rests on a path, replaces the run of the
// session by that path. A formula f without path operators stands for EF f.
func (s *Session) jump(ctx context.Context, formula string) error {
	if formula == "" {
		return fmt.Errorf("goto needs a formula, as goto deadlock")
	}
	q, err := s.model.AskIn("formula", formula, syntax.Maximal)
	if err != nil {
		return err
	}
	if f := q.Asks(); f != nil && !f.Temporal() {
		if q, err = s.model.AskIn("formula", "EF("+formula+")", syntax.Maximal); err != nil {
			return err
		}
	}
	limits := s.options.Limits()
	found, err := check.DecideAll(ctx, s.model, []*check.Question{q}, check.Options{Limits: limits})
	if stop := limits.Stop(err); stop != nil {
		return &MoveError{Unknown: true, Reason: fmt.Errorf("unknown: %w", stop)}
	} else if err != nil {
		return err
	}
	a := found.Answers[0]
	asked := printable.Text(q.Format(s.names.Aliases()))
	switch {
	case a.Wrong != nil:
		return a.Wrong
	case a.Result == check.Unknown:
		return &MoveError{Unknown: true, Reason: fmt.Errorf("%s is unknown: %s", asked, a.Reason)}
	}
	steps, loop := 0, check.NoLoop
	w, run := trace.Outermost(a.Witness), trace.RunOf(a)
	switch p := s.game.(type) {
	case plainPlay:
		if w != nil {
			steps, loop = p.play(w.Start, w.Steps), w.Loop
		}
	case *clockPlay:
		if run != nil {
			p.play(run.Steps)
			steps, loop = len(run.Steps), run.Loop
		}
	}
	if w == nil && run == nil {
		return &MoveError{
			Reason: fmt.Errorf("%s %s, by %s, which rests on no single path; there is nowhere to go", asked, a.Result,
				a.By),
		}
	}
	text := fmt.Sprintf("%s %s: %s from the start", asked, a.Result, quantity.Count(steps, "step"))
	if loop != check.NoLoop {
		text += fmt.Sprintf(", the last of which leads back to step %d", loop)
	}
	if err := s.print(text + "\n"); err != nil {
		return err
	}
	return s.Show()
}
