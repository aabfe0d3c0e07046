package views

import (
	"errors"
	"fmt"

	"brim/check"
	"brim/check/explore"
	"brim/check/technique/symbolic"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// brim states of nets with reset arcs and priorities, which are systems.

// Flags of states that are about place/transition nets.
var statesNetFlags = []string{"order", "method", "save-order", "equations", "certificate", "depth"}

// runSystem explores a system by decision diagrams or, if it has no sets, state by state, computes the numbers that the
// flags ask for, and prints the report. The error carries the exit status if a limit ended the search.
func (s *statesCommand) runSystem(cmd *cobra.Command, name string, m *check.Model, p *cli.Progress) error {
	for _, flag := range statesNetFlags {
		if cmd.Flags().Changed(flag) {
			_, plain := m.Document.Plain()
			return fmt.Errorf("%s: --%s: %w", name, flag, plain)
		}
	}
	if why := m.System.NoSets(); why != nil {
		if s.engine.Value != autoStates {
			return fmt.Errorf("%s: %w; expected --engine %s, which looks at single states", name, why, bfsStates)
		}
		for _, flag := range statesSymbolicFlags {
			if cmd.Flags().Changed(flag) {
				return fmt.Errorf("%s: --%s: %w", name, flag, why)
			}
		}
		p.End()
		return s.explore(cmd, name, m, m)
	}
	r := newStatesReport(name, m, symbolic.Methods()[0])
	x, err := explore.ExploreSystem(cmd.Context(), m.System, s.Limits.Check(), models.Progress(p))
	var stop *check.Stop
	switch {
	case errors.As(err, &stop):
		p.End()
		r.Reason, r.Limit = stop.Error(), string(stop.Kind)
		return s.report(r, &explore.Space{})
	case err != nil:
		return err
	}
	defer x.Close()
	r.Complete = true
	r.noteExploration(x.Exploration(), s.showOrder)
	s.count(r, x, true)
	p.End()
	return s.report(r, nil)
}
