package nets

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/petri/coloured/unfold"
	"brim/petri/pnml"

	"github.com/spf13/cobra"
)

// brim unfold: the place/transition net of a coloured net, and a table of its names.

const unfoldHelp = `Write the place/transition net that a coloured net stands for, as PNML.

` + models.Help + `

The net has a place for each colour that a place may hold, called Fork_3, and a transition for each
choice of colours for the variables of a transition that may be enabled, called Eat_3_alice. Where such
a name would be one of another place or transition, it has a number behind it. Which colours can never be
in a place is found before; what is left is an upper bound, so some transitions may never fire.

--table writes a table of what the names stand for: a line for each place with the coloured place and
the colour, and for each transition with the coloured transition and the colours of its variables. Files
that end in .tsv have tabs between the columns, others commas: kind, name, coloured, colours.

A limit that ends the unfolding is named with the transition or place that broke it; nothing is written.

With --json and -o the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "unfold"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   of the net written
  coloured                    places, transitions and arcs of the coloured net
  file, table                 the files written; no table if there is none
  seconds                     what the unfolding took
  place_names                 an array of objects with name, place and colour
  transition_names            an array of objects with name, transition and binding, an object with the
                              colour of each variable

Exit status: 0, 2 for wrong use or input, 3 if a limit or an interrupt ended it.`

const unfoldExamples = `  brim unfold philosophers.pnml -o flat.pnml --table names.csv
  brim unfold model.pnml --limit-transitions 1000000 | brim states -
  brim unfold model.pnml -o flat.pnml --json`

// An unfoldCommand is one run of brim unfold.
type unfoldCommand struct {
	*cli.App
	models.Limits
	most        models.UnfoldLimits
	file, table string
}

func Unfold(a *cli.App) *cobra.Command {
	u := &unfoldCommand{App: a}
	cmd := models.Command("unfold", unfoldHelp, unfoldExamples, u.run)
	f := cmd.Flags()
	f.StringVarP(&u.file, "output", "o", "", "write the net into a `file` instead of standard output")
	f.StringVar(&u.table, "table", "", "write what the names stand for into a `file`, .csv or .tsv")
	_ = cmd.MarkFlagFilename("output", "pnml")
	_ = cmd.MarkFlagFilename("table", "csv", "tsv")
	u.most.Flags(cmd)
	u.ProcessFlags(cmd)
	return cmd
}

// run loads the coloured net, unfolds it, writes the net and the table of names if one was asked for, and prints a
// report.
func (u *unfoldCommand) run(cmd *cobra.Command, model string) error {
	if err := cmp.Or(u.Begin(cmd), u.most.Begin(cmd), models.OnlyNets(model)); err != nil {
		return err
	}
	toFile := u.file != "" && u.file != "-"
	switch {
	case u.JSON && !toFile:
		return errNoFile
	case u.table == "-" && (!toFile || u.JSON):
		return cli.Misuse(cmd, errors.New("--table - needs -o FILE, and no --json: only one result goes to "+
			"standard output"))
	}
	if err := cmp.Or(cli.TryFile(u.file), cli.TryFile(u.table)); err != nil {
		return err
	}
	ctx := cmd.Context()
	p := u.StartProgress()
	defer p.End()
	m, err := models.Load(ctx, u.App, &u.Limits, model)
	if err != nil {
		return err
	}
	if m.Coloured == nil {
		return fmt.Errorf("%s is no coloured net, so there is nothing to unfold; expected a PNML file of a "+
			"symmetric net", model)
	}
	p.At("unfolding")
	start := time.Now()
	if m, err = u.most.Unfold(ctx, &u.Limits, m); err != nil {
		return err
	}
	took := time.Since(start)
	w := watch.New(ctx, u.Limits.Process())
	defer w.Cancel(nil)
	p.At("writing")
	if err := u.Output(w.Ctx, u.file, func(w io.Writer) error { return pnml.Write(w, m.Net) }); err != nil {
		return err
	}
	if u.table != "" {
		if err := u.Output(w.Ctx, u.table,
			func(w io.Writer) error { return u.writeTable(w, m.Unfolding) }); err != nil {
			return err
		}
	}
	p.End()
	switch {
	case u.JSON:
		return cli.WriteJSON(u.Out, u.report(model, m, took))
	case toFile:
		u.Note("%s: %v, of %v, in %s", u.file, models.ExtentOf(m), models.ColouredExtent(m.Coloured),
			quantity.Seconds(took))
	}
	return nil
}

// writeTable writes what the names of the net stand for.
func (u *unfoldCommand) writeTable(w io.Writer, x *unfold.Unfolding) error {
	c := csv.NewWriter(w)
	if filepath.Ext(u.table) == ".tsv" {
		c.Comma = '\t'
	}
	lines := func(yield func(...string)) {
		yield("kind", "name", "coloured", "colours")
		for i := range x.Net.Places {
			place, colour := naming.ColourOf(x, i)
			yield("place", x.Net.Places[i].Name, place, colour)
		}
		for i := range x.Net.Transitions {
			transition, values := naming.ValuesOf(x, i)
			var list []string
			for _, v := range values {
				list = append(list, v.Variable+"="+v.Colour)
			}
			yield("transition", x.Net.Transitions[i].Name, transition, strings.Join(list, ", "))
		}
	}
	lines(func(fields ...string) { _ = c.Write(fields) }) // the writer keeps its first error
	c.Flush()
	return c.Error()
}

// An unfoldReport is the result of brim unfold, as --json prints it. The keys are documented in the help and stable.
type unfoldReport struct {
	models.Report
	Coloured    models.Extent    `json:"coloured"`
	File        string           `json:"file"`
	Table       string           `json:"table,omitempty"`
	Seconds     float64          `json:"seconds"`
	Places      []placeName      `json:"place_names"`
	Transitions []transitionName `json:"transition_names"`
}

type placeName struct {
	Name   string `json:"name"`
	Place  string `json:"place"`
	Colour string `json:"colour"`
}

type transitionName struct {
	Name       string            `json:"name"`
	Transition string            `json:"transition"`
	Binding    map[string]string `json:"binding"`
}

func (u *unfoldCommand) report(model string, m *check.Model, took time.Duration) *unfoldReport {
	r := &unfoldReport{
		Report: models.NewReport("unfold", model, m), Coloured: models.ColouredExtent(m.Coloured), File: u.file,
		Table:   u.table,
		Seconds: took.Seconds(), Places: []placeName{}, Transitions: []transitionName{},
	}
	for i := range m.Net.Places {
		place, colour := naming.ColourOf(m.Unfolding, i)
		r.Places = append(r.Places, placeName{m.Net.Places[i].Name, place, colour})
	}
	for i := range m.Net.Transitions {
		transition, values := naming.ValuesOf(m.Unfolding, i)
		r.Transitions = append(r.Transitions,
			transitionName{m.Net.Transitions[i].Name, transition, naming.Binding(values)})
	}
	return r
}
