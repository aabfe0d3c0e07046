// Package command has the commands of the laboratory, brim-bench: they measure suites of cells, each in a process of
// its own, and show what records of such sweeps say, as tables, figures, verdicts on claims and an HTML page.
//
// Without a command brim-bench measures, so brim-bench table1 is what brim bench table1 is; merge, compare, export,
// import and artifact work on records, report writes the page, and work measures for a server on another machine. swarm
// has workers decide questions, and scaling says what more of them would bring. Each
// command has a file or a few, of the same name. Which brim is measured is decided in executable.go.
package command

import (
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// Root returns the command brim-bench: that of the sweeps, with the other commands below it.
func Root(a *cli.App) *cobra.Command {
	root := newBench(a)
	root.Use = "brim-bench [SUITE…]"
	root.Args = cobra.ArbitraryArgs // a suite that does not exist is not an unknown command
	return a.Tree(root, []cli.Command{
		{Name: "merge", Short: "make one file of the records of several", New: newMerge},
		{Name: "compare", Short: "say which of two sweeps is slower, and how certain that is", New: newCompare},
		{Name: "export", Short: "write records as result files of BenchExec", New: newExport},
		{Name: "import", Short: "read result files of BenchExec as records", New: newImport},
		{Name: "artifact", Short: "write a folder for the evaluation of artifacts", New: newArtifact},
		{Name: "report", Short: "write one HTML file of what was measured", New: newReport},
		{Name: "work", Short: "measure cells for brim bench --serve, and run jobs of brim-bench swarm", New: newWork},
		{Name: "swarm", Short: "decide questions by many runs of brim on many machines", New: newSwarm},
		{Name: "scaling", Short: "say what more machines would bring to a swarm", New: newScaling},
	})
}
