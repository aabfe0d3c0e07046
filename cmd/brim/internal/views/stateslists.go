package views

import (
	"errors"
	"io"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// brim states --engine lists: the numbers of a net with many tokens, by list diagrams.

// listsStates is the value of --engine of states for list diagrams.
const listsStates = "lists"

const statesListsHelp = `--engine lists stores what follows a number of tokens in a place relative to that number, so nets with
thousands of tokens need less memory and time by a factor of about that number: kanban:4000 a tenth of
a second instead of twenty. It takes nets without inhibitor arcs, has each place on a level of its own,
and is slower where places hold few tokens. Nothing is known after a limit.`

// statesDiagramFlags are those of states that list diagrams lack.
var statesDiagramFlags = []string{"method", "equations", "certificate", "depth"}

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
	r := newStatesReport(model, net, listsStates)
	x, err := explore.ExploreLists(cmd.Context(), net, d, s.Limits.Check(), models.Progress(p))
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
		err = cli.After(err, s.Save(cmd.Context(), s.Deadline(), s.saveOrder, func(w io.Writer) error { return x.Order.Write(w, net) }))
	}
	return err
}
