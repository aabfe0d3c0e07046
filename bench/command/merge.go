package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"brim/bench"
	"brim/internal/cli"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// The command merge: one file of the records of several.

const mergeHelp = `Make one file of the records of several, as of the parts of a sweep that were measured with --shard.

Of each run, that is suite, cell, arguments, limits, which run of the cell it is and build, one record is kept:
the first that did not fail. So it does no harm to name a file twice. Records of several builds are merged
with --mixed only.

Without -o the records are printed. A file in the folder raw of the results whose name is that of a sweep, as the parts
have it, is one: brim bench goes on there, measures what is missing and prints the tables.

With -o a line says what was done, with --json an object with the keys file, records, repeated and conflicts.

Exit status: 0; 2 for wrong use or input; 4 if two records of a run have different answers. They are named,
and the first is kept.`

const mergeExamples = `  brim bench merge results/shards/*/table1-*.jsonl -o results/raw/table1-20261122-150000-0123abcd.jsonl
  brim bench merge a.jsonl b.jsonl > all.jsonl`

// A mergeReport is what brim bench merge says about a file that it wrote. The keys are documented in the help and
// stable.
type mergeReport struct {
	File      string   `json:"file"`
	Records   int      `json:"records"`
	Repeated  int      `json:"repeated"`
	Conflicts []string `json:"conflicts"`
}

// newMerge returns the command.
func newMerge(a *cli.App) *cobra.Command {
	var file string
	var mixed bool
	cmd := &cobra.Command{
		Use:     "merge FILE…",
		Long:    mergeHelp,
		Example: mergeExamples,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse(cmd, errors.New("expected files of records"))
			}
			return mergeRecords(a, cmd, args, file, mixed)
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"jsonl"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write into a `file` instead of standard output")
	cmd.Flags().BoolVar(&mixed, "mixed", false, "keep records of several builds")
	return cmd
}

// mergeRecords merges the records of files into one file, or onto standard output, and reports how many were kept and
// left out. Records of several builds are an error unless mixed is set; records of one run that differ are merged,
// but the error sets the exit status.
func mergeRecords(a *cli.App, cmd *cobra.Command, files []string, file string, mixed bool) error {
	var lists [][]bench.Record
	n := 0
	for _, f := range files {
		records, err := bench.ReadFile(f)
		if err != nil {
			return cli.FileError("read", err)
		}
		lists = append(lists, records)
		n += len(records)
	}
	records, conflicts := bench.Merge(lists...)
	if b := bench.Builds(bench.Map(records, func(r bench.Record) *bench.Record { return &r })); len(b) > 1 && !mixed {
		return cli.Misuse(cmd, fmt.Errorf("the records are of %d builds of one program (%s); give the files of one, "+
			"or --mixed", len(b), strings.Join(b, ", ")))
	}
	err := a.Output(context.WithoutCancel(cmd.Context()), file,
		func(w io.Writer) error { return bench.WriteRecords(w, records) })
	if err != nil {
		return cli.FileError("write", err)
	}
	r := mergeReport{file, len(records), n - len(records), append([]string{}, conflicts...)}
	switch {
	case file == "" || file == "-":
	case a.JSON:
		err = cli.WriteJSON(a.Out, r)
	default:
		_, err = fmt.Fprintf(a.Out, "%s of %s in %s, %d left out as repeated\n", quantity.Count(r.Records, "record"),
			quantity.Count(len(files), "file"), file, r.Repeated)
	}
	if err != nil {
		return err
	}
	if len(conflicts) > 0 {
		return cli.ExitAfterResult(cli.StatusInternal,
			fmt.Errorf("records of one run differ, the first is kept: %s", strings.Join(conflicts, "; ")))
	}
	return nil
}
