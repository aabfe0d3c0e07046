package main

import (
	"brim/cmd/brim/internal/laboratory"
	"brim/cmd/brim/internal/models"
	"brim/cmd/brim/internal/nets"
	"brim/cmd/brim/internal/questions"
	"brim/cmd/brim/internal/views"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// The tree of commands of brim.

// rootHelp is the long help of brim.
const rootHelp = `brim builds the state spaces of Petri nets with decision diagrams and saturation.

Exit status: ` + cli.ExitStatus + `

Progress is shown on a terminal, never in a pipe. NO_COLOR turns colours off. Ctrl-C prints what
is known; a second Ctrl-C ends at once.`

const rootExamples = `  brim states kanban:10
  brim states model.pnml --json --limit-time 10m
  brim check dphil:3 'EF deadlock'
  brim info model.pnml
  brim gen dphil:100 -o dphil.pnml
  brim draw kanban:1 --format svg -o kanban.svg
  brim bench --quick
  source <(brim completion bash)`

// The groups of commands, as the help lists them.
const (
	groupQuestions = "Questions"
	groupViews     = "Views"
	groupModels    = "Models"
	groupLab       = "Measurements"
)

// newRoot returns the command with its subcommands, of which each has a row.
func newRoot(a *cli.App) *cobra.Command {
	a.Limit = new(models.Limits).Kind
	root := &cobra.Command{Use: "brim", Short: "state spaces of Petri nets with decision diagrams", Long: rootHelp,
		Example: rootExamples}
	return a.Tree(root, []cli.Command{
		{Name: "check", Short: "decide whether a formula holds, and show why", Group: groupQuestions,
			New: questions.Check},
		{Name: "mcc", Short: "answer an examination of the Model Checking Contest", Group: groupQuestions,
			New: questions.MCC},
		{Name: "states", Short: "build and count the reachable markings", Group: groupViews, New: views.States},
		{Name: "info", Short: "print structure, invariants, bounds and boundedness", Group: groupViews,
			New: views.Info},
		{Name: "orders", Short: "compare the orders of a net, and the one that is chosen", Group: groupViews,
			New: views.Orders},
		{Name: "draw", Short: "draw the net, its diagrams, its order or an automaton of LTL", Group: groupViews,
			New: views.Draw},
		{Name: "sim", Short: "play the token game on a net", Group: groupViews, New: views.Sim},
		{Name: "serve", Short: "see and play nets in a browser", Group: groupViews, New: views.Serve},
		{Name: "replay", Short: "check that a trace is one of a net", Group: groupViews, New: views.Replay},
		{Name: "gen", Short: "write a net of a parametric family as PNML", Group: groupModels, New: nets.Gen},
		{Name: "reduce", Short: "make a net smaller for a question, and write it", Group: groupModels,
			New: nets.Reduce},
		{Name: "unfold", Short: "write the place/transition net of a coloured net", Group: groupModels,
			New: nets.Unfold},
		{Name: "convert", Short: "write a net in another file format", Group: groupModels, New: nets.Convert},
		{Name: "formats", Short: "list the file formats of nets", Group: groupModels, New: nets.Formats},
		{Name: "bench", Short: "measure, and set the results beside published ones", Group: groupLab,
			New: laboratory.Bench},
		{Name: "report", Short: "write one HTML file of what was measured", Group: groupLab, New: laboratory.Report},
		{Name: "work", Short: "measure cells for brim bench --serve", Group: groupLab, New: laboratory.Work},
	})
}
