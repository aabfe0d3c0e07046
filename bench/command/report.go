package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"brim/bench"
	"brim/bench/report"
	"brim/bench/tables"
	"brim/internal/cli"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// The command report: an HTML page of what was measured.

const reportHelp = `Write one HTML file of what brim bench measured.

It begins with the claims of five papers, each sentence with a computed yes, no or undecided and its
figures. Then come all records, with filters, quantile plots and scatter plots, and every table and
figure of the SUITEs, or of all suites, with published numbers, warnings, machines, commits and commands.
The file needs no network and no other file; it opens from disk, can be printed, and works by keyboard.

Of each suite it shows the file of records with most of its cells, and the newest of several. The full
version is preferred to the short one of bench --quick; where only the short one was measured, it is shown
instead, and the cells that --quick leaves out are named. With --quick all suites are shown in their short
versions. A SUITE may be a suite file, as for brim bench. Records of suites that brim does not know are
shown as plain tables. Nothing is measured: suites and cells without records are marked as not measured.

With --json the result is one object with the keys tool, version, command, file, bytes, claims (an
object: how many have each answer) and suites, an array of objects with name, short, records (the file
that is shown), cells, measured and warnings.

Exit status: 0 if the file was written, whatever it says; 2 for wrong use or input.`

const reportExamples = `  brim bench --quick && brim report
  brim report table1 table2 -o table.html
  brim report --results other --quick`

// A reportCommand is one run of brim report.
type reportCommand struct {
	*cli.App
	dir, file string
	quick     bool
}

// newReport returns the command.
func newReport(a *cli.App) *cobra.Command {
	c := &reportCommand{App: a}
	cmd := &cobra.Command{
		Use:               "report [SUITE…]",
		Long:              reportHelp,
		Example:           reportExamples,
		ValidArgsFunction: completeSuite,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&c.dir, "results", "results", "`directory` of the results")
	f.StringVarP(&c.file, "output", "o", "", "`file` to write (default report.html in the results)")
	f.BoolVar(&c.quick, "quick", false, "show the short versions of bench --quick")
	_ = cmd.MarkFlagDirname("results")
	_ = cmd.MarkFlagFilename("output", "html")
	return cmd
}

// A pageReport is the result of brim report, as --json prints it. The keys are documented in the help and stable.
type pageReport struct {
	reportHead
	File   string         `json:"file"`
	Bytes  int64          `json:"bytes"`
	Claims map[string]int `json:"claims"`
	Suites []pageSuite    `json:"suites"`
}

type pageSuite struct {
	Name     string `json:"name"`
	Short    bool   `json:"short"`
	Records  string `json:"records"`
	Cells    int    `json:"cells"`
	Measured int    `json:"measured"`
	Warnings int    `json:"warnings"`
}

// run reads the stored records, chooses for each suite those that are shown, and writes the page with the claims of
// these suites. It fails where the results have no folder of records.
func (c *reportCommand) run(cmd *cobra.Command, args []string) error {
	file := cmp.Or(c.file, filepath.Join(c.dir, "report.html"))
	if err := cli.TryFile(file); err != nil {
		return err
	}
	files, err := report.Read(cmd.Context(), c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no folder raw with records; brim bench makes it", c.dir)
	}
	if err != nil {
		return cli.FileError("read", err)
	}
	full, quick, err := suitesOf(cmd.Context(), args, files)
	if err != nil {
		return cli.Misuse(cmd, err)
	}
	p := report.Page{
		Suites: report.Choose(full, quick, files, c.quick), Command: "brim " + bench.CommandLine(c.Args),
		Version: "brim " + cli.Version(),
	}
	for _, claim := range tables.Claims() {
		if len(args) == 0 || slices.Contains(args, claim.Suite) {
			p.Claims = append(p.Claims, claim)
		}
	}
	if err := c.Output(cmd.Context(), file, p.Write); err != nil {
		return err
	}
	return c.tell(&p, file)
}

// suitesOf returns the suites named, or all, in full and in short. Records of suites that brim does not have make
// suites, too; those and suite files have no short version.
func suitesOf(ctx context.Context, names []string, files []report.File) (full, quick []bench.Suite, err error) {
	all := tables.All(false)
	others := slices.DeleteFunc(report.Others(all, files),
		func(s bench.Suite) bool { return len(names) > 0 && !slices.Contains(names, s.Name) })
	if full, err = suitesNamed(ctx, slices.Concat(all, others), names); err != nil {
		return nil, nil, err
	}
	quick, err = suitesNamed(ctx, slices.Concat(tables.All(true), others), names)
	return full, quick, err
}

// tell prints what was written.
func (c *reportCommand) tell(p *report.Page, file string) error {
	if file == "-" {
		return nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return cli.FileError("read", err)
	}
	r := pageReport{headOf("report"), file, info.Size(), p.Tally(), []pageSuite{}}
	for _, s := range p.Suites {
		r.Suites = append(r.Suites, pageSuite{s.Name, s.Short, s.File, len(s.Cells), s.Measured(), len(s.Warnings())})
	}
	measured := bench.Count(r.Suites, func(s pageSuite) bool { return s.Measured > 0 })
	return c.Result(r, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s: %d of %d suites with records, %s\n", file, measured, len(r.Suites),
			quantity.Size(info.Size()))
		return err
	})
}
