package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"brim/bench"
	"brim/bench/benchexec"
	"brim/bench/tables"
	"brim/internal/cli"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// The commands export and import, which write and read result files of BenchExec.

const exportHelp = `Write records as result files of BenchExec, for its table-generator and what else reads these.

A result file is about one tool under the same limits, so a sweep becomes several: one for each suite, program,
build, machine, limits, and number among the runs of a cell, SUITE.PROGRAM.RUN.results.xml in --output. status is
true for a formula that holds, false for one that fails, done for a count; category is correct where it is known what
is right, else missing. What BenchExec has no place for are columns brim:KEY with the JSON values of the record, so
brim bench import gives the same records back.

The names of the files are printed, with --json an object with the keys files and records.

Exit status: 0; 2 for wrong use or input.`

const importHelp = `Read result files of BenchExec, of any tools, compressed by gzip or bzip2 or not, as records.

Of files that brim bench export wrote the records are what they were. Of others the suite is the benchmark, and cells
have the labels task, property, definition and tool; true is the verdict holds, false is fails. So the tools of a
competition are compared by brim bench compare RECORDS --by tool=A,B.

Exit status: 0; 2 for wrong use or input.`

// An exportReport is what brim bench export --json prints. The keys are documented in the help and stable.
type exportReport struct {
	Files   []string `json:"files"`
	Records int      `json:"records"`
}

// newExport returns the command export.
func newExport(a *cli.App) *cobra.Command {
	var folder string
	cmd := &cobra.Command{
		Use:  "export FILE…",
		Long: exportHelp,
		Example: "  brim bench export results/raw/table1-*.jsonl --output xml\n  brim bench export results --output " +
			"xml && table-generator xml/*.xml",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse(cmd, errors.New("expected files of records, or folders of them"))
			}
			return exportRecords(cmd.Context(), a, args, folder)
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"jsonl"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	cmd.Flags().StringVarP(&folder, "output", "o", ".", "`directory` of the result files")
	_ = cmd.MarkFlagDirname("output")
	return cmd
}

// exportRecords writes the records of files into a folder as result files of BenchExec, and prints the names of
// these. What is right of a cell is looked up in the suites that brim knows.
func exportRecords(ctx context.Context, a *cli.App, paths []string, folder string) error {
	var records []bench.Record
	for _, p := range paths {
		more, err := readSweep(p)
		if err != nil {
			return err
		}
		records = append(records, more...)
	}
	right := map[[2]string]string{} // by suite and cell
	for _, quick := range []bool{true, false} {
		for _, s := range tables.All(quick) {
			for i := range s.Cells {
				right[[2]string{s.Name, s.Cells[i].Name()}] = s.Cells[i].Want
			}
		}
	}
	files, err := benchexec.Files(records, cli.Version(),
		func(r *bench.Record) string { return right[[2]string{r.Suite, r.Cell}] })
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return cli.FileError("write", err)
	}
	report := exportReport{[]string{}, len(records)}
	for i := range files {
		path := filepath.Join(folder, files[i].Name)
		if err := a.Output(ctx, path, files[i].Write); err != nil {
			return err
		}
		report.Files = append(report.Files, path)
	}
	return a.Result(report, func(w io.Writer) error {
		for _, f := range report.Files {
			if _, err := fmt.Fprintln(w, f); err != nil {
				return err
			}
		}
		return nil
	})
}

// newImport returns the command import, which reads result files of BenchExec and writes their records into a file or
// onto standard output.
func newImport(a *cli.App) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:  "import FILE…",
		Long: importHelp,
		Example: "  brim bench import xml/*.xml -o records.jsonl\n  brim bench import cpachecker.results.xml.bz2 " +
			"cbmc.results.xml.bz2 > records.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse(cmd, errors.New("expected result files of BenchExec"))
			}
			var records []bench.Record
			for _, path := range args {
				more, err := benchexec.ReadFile(cmd.Context(), path)
				if err != nil {
					var input *os.PathError
					if errors.As(err, &input) {
						return cli.FileError("read", err)
					}
					return err
				}
				records = append(records, more...)
			}
			if err := a.Output(cmd.Context(), file,
				func(w io.Writer) error { return bench.WriteRecords(w, records) }); err != nil {
				return err
			}
			if file == "" || file == "-" {
				return nil
			}
			report := exportReport{[]string{file}, len(records)}
			return a.Result(report, func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "%s in %s\n", quantity.Count(len(records), "record"), file)
				return err
			})
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"xml", "bz2", "gz"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	cmd.Flags().StringVarP(&file, "output", "o", "", "write the records into a `file` instead of standard output")
	return cmd
}
