package main

import "github.com/spf13/cobra"

// rootHelp is the long help of brim.
const rootHelp = `brim builds the state spaces of Petri nets with decision diagrams and saturation.

Exit status: ` + exitStatus + `

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
	questions = "Questions"
	views     = "Views"
	models    = "Models"
	lab       = "Measurements"
)

// newRoot returns the command with its subcommands, of which each has a row.
func newRoot(a *app) *cobra.Command {
	a.limit = new(limits).kind
	root := &cobra.Command{Use: "brim", Short: "state spaces of Petri nets with decision diagrams", Long: rootHelp, Example: rootExamples}
	return a.tree(root, []command{
		{name: "check", short: "decide whether a formula holds, and show why", group: questions, make: newCheck},
		{name: "mcc", short: "answer an examination of the Model Checking Contest", group: questions, make: newMCC},
		{name: "states", short: "build and count the reachable markings", group: views, make: newStates},
		{name: "info", short: "print structure, invariants, bounds and boundedness", group: views, make: newInfo},
		{name: "orders", short: "compare the orders of a net, and the one that is chosen", group: views, make: newOrders},
		{name: "draw", short: "draw the net, its diagrams, its order or an automaton of LTL", group: views, make: newDraw},
		{name: "sim", short: "play the token game on a net", group: views, make: newSim},
		{name: "serve", short: "see and play nets in a browser", group: views, make: newServe},
		{name: "replay", short: "check that a trace is one of a net", group: views, make: newReplay},
		{name: "gen", short: "write a net of a parametric family as PNML", group: models, make: newGen},
		{name: "reduce", short: "make a net smaller for a question, and write it", group: models, make: newReduce},
		{name: "unfold", short: "write the place/transition net of a coloured net", group: models, make: newUnfold},
		{name: "bench", short: "measure, and set the results beside published ones", group: lab, make: newBench},
		{name: "report", short: "write one HTML file of what was measured", group: lab, make: newReport},
		{name: "work", short: "measure cells for brim bench --serve", group: lab, make: newWork},
		{name: "man", short: "write the manual pages", hidden: true, make: newMan},
	})
}
