package views

import (
	"context"
	"errors"
	"io"
	"slices"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// brim states by list diagrams: the numbers of a net with many tokens.

// Values of --engine of states: for list diagrams, and for those or the diagrams of all other commands, whichever are
// expected to take less work.
const (
	listsStates = "lists"
	autoStates  = "auto"
)

const statesListsHelp = `With --engine lists what follows a number of tokens in a place is stored relative to it, so nets with
thousands of tokens need less memory and time by a factor of about that number: kanban:4000 a tenth of
a second instead of twenty. It takes nets without inhibitor arcs, has each place on a level of its own,
and is slower where places hold few tokens. Nothing is known after a limit. By default brim measures
both ways on the same net with fewer tokens, if a place begins with 80 or more, and takes lists where
they are expected to need less than two thirds of the work of the other diagrams, which are symbolic.`

// statesDiagramFlags are those of states that list diagrams lack.
var statesDiagramFlags = []string{"method", "equations", "certificate", "depth"}

// mayUseLists reports whether list diagrams may be used if they are expected to be better: no flag asks for something
// that they lack, or for an order, which is one of levels with several places.
func (s *statesCommand) mayUseLists(cmd *cobra.Command) bool {
	return s.engine.Value == autoStates &&
		!slices.ContainsFunc(slices.Concat(statesDiagramFlags, []string{"order", "save-order"}), cmd.Flags().Changed)
}

// runLists explores the net by list diagrams, computes the numbers that the flags ask for, and prints the report. The
// error carries the exit status if a limit ended the search.
func (s *statesCommand) runLists(cmd *cobra.Command, model string) error {
	for _, flag := range statesDiagramFlags {
		if cmd.Flags().Changed(flag) {
			return models.Misplaced(cmd, flag, listsStates, models.SymbolicEngine)
		}
	}
	if err := cli.TryFile(s.saveOrder); err != nil {
		return err
	}
	p := s.StartProgress()
	defer p.End()
	net, err := models.LoadNet(cmd.Context(), s.App, &s.Limits, model)
	if err != nil {
		return err
	}
	d, err := s.Ways(cmd.Context(), net)
	if err != nil {
		return err
	}
	r := newStatesReport(model, check.OfNet(net), listsStates)
	x, err := explore.ExploreLists(cmd.Context(), net, d, s.Limits.Check(), models.Progress(p))
	return s.reportLists(cmd.Context(), p, r, x, err)
}

// reportLists computes the numbers that the flags ask for from the space, which it closes, or says why that is missing.
func (s *statesCommand) reportLists(
	ctx context.Context, p *cli.Progress, r *statesReport, x *explore.ListSpace, err error,
) error {
	var u *explore.UnboundedError
	var stop *check.Stop
	switch {
	case errors.As(err, &u):
		p.End()
		return s.reportUnbounded(r, u)
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
	err = s.report(r, nil)
	if s.saveOrder != "" {
		write := func(w io.Writer) error { return x.Order.Write(w, r.net) }
		err = cli.After(err, s.Save(ctx, s.Deadline(), s.saveOrder, write))
	}
	return err
}
