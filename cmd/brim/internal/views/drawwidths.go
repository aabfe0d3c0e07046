package views

import (
	"fmt"
	"io"

	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/ui/picture"

	"github.com/spf13/cobra"
)

// brim draw --what widths: how many nodes each level of a diagram has.

// widthsOf is the value of --what for the widths of a diagram.
const widthsOf = "widths"

// A levelReport tells of one level of a diagram. Its keys are stable.
type levelReport struct {
	Places []string `json:"places"`
	Nodes  int      `json:"nodes"`
	Values int      `json:"values"`
}

// checkWidths refuses formats that the widths do not have.
func (d *drawCommand) checkWidths(cmd *cobra.Command) error {
	chosen := d.byEnding || cmd.Flags().Changed("format")
	if d.what.Value == widthsOf && chosen && d.format.Value != "svg" {
		return cli.Misuse(cmd, fmt.Errorf("%s: widths have no format %s; expected svg, or none for text",
			d.formatFlag(), d.format.Value))
	}
	return nil
}

// formatName returns the format of what is written.
func (d *drawCommand) formatName() string {
	if d.what.Value == widthsOf && d.format.Value != "svg" {
		return "text"
	}
	return d.format.Value
}

// widths explores the net and writes how many nodes each level of the diagram of all markings has, as text or as SVG.
// It keeps the levels in d.levels for the summary and returns the number of all nodes, which --max-nodes does not
// limit.
func (d *drawCommand) widths(cmd *cobra.Command, names naming.Names, w io.Writer, p *cli.Progress) (nodes int,
	err error) {
	x, err := d.explore(cmd, names, p, "")
	if x != nil {
		defer x.Close()
	}
	if err != nil {
		return 0, err
	}
	levels, err := x.Levels()
	if err != nil {
		return 0, unknown(err)
	}
	called := picture.ComponentNames(names, x.Order.Levels)
	list := make([]picture.Level, len(levels))
	for i, l := range levels {
		nodes += l.Nodes
		list[i] = picture.Level{Name: called[i], Nodes: l.Nodes, Values: l.Values}
	}
	for i := len(levels) - 1; i >= 0; i-- {
		d.levels = append(d.levels, levelReport{names.PlaceNames(levels[i].Places), levels[i].Nodes, levels[i].Values})
	}
	if d.format.Value == "svg" {
		return nodes, picture.WidthsSVG(w, list)
	}
	return nodes, picture.WidthsText(w, list)
}
