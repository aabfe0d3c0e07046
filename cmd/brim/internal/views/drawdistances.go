package views

import (
	"fmt"
	"io"

	"brim/internal/cli"
	"brim/internal/naming"

	"github.com/spf13/cobra"
)

// brim draw --what edd and both: the diagram of the distances of the markings.

// deepest is the largest --bound.
const deepest = 1 << 30

// checkBound refuses bounds without a meaning.
func (d *drawCommand) checkBound(cmd *cobra.Command) error {
	d.bounded = cmd.Flags().Changed("bound")
	switch {
	case d.bounded && d.what.Value != "edd" && d.what.Value != "both":
		return fmt.Errorf("--bound has no meaning for --what %s; expected edd or both beside it", d.what.Value)
	case d.bound < 0 || d.bound > deepest:
		return fmt.Errorf("--bound is %d; expected a number of steps from 0 to %d", d.bound, deepest)
	}
	return nil
}

// distances writes the picture of the distances of the markings, for --what both beside that of the markings, and
// returns the number of nodes.
func (d *drawCommand) distances(cmd *cobra.Command, names naming.Names, w io.Writer, p *cli.Progress) (nodes int,
	err error) {
	hint := ""
	if !d.bounded {
		hint = "\n  --bound draws what lies within a number of steps"
	}
	x, err := d.explore(cmd, names, p, hint)
	if x != nil {
		defer x.Close()
	}
	if err != nil {
		return 0, err
	}
	if form, ok := d.form(); ok {
		nodes, err = x.WriteDiagrams(w, form, names.PlaceCall, true, d.bound, d.bounded)
		return nodes, unknown(err)
	}
	few := func(nodes int) error { return d.few(nodes, "the picture has %s nodes") }
	nodes, err = x.WriteDistances(w, names.PlaceCall, d.most, d.bound, d.bounded, d.what.Value == "both", few)
	return nodes, unknown(err)
}
