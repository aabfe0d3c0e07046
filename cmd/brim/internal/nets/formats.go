package nets

import (
	"fmt"
	"strings"

	"brim/internal/cli"
	"brim/internal/terminal"
	"brim/petri/format"

	"github.com/spf13/cobra"
)

// brim formats: the file formats of nets.

const formatsHelp = `List the file formats of nets, which all commands read and 'brim convert' writes.

The ending of a file's name tells its format, and where several formats share an ending, or on standard
input, the text does. All formats have places, transitions, tokens, and input and output arcs; the last
column lists what a format has beside these. Files may be compressed by gzip.

With --json the result is one object with the key formats, an array of objects with these keys; more may
be added, none will change:

  name       a word for --from and --to of 'brim convert'
  title      what people call the format
  endings    of the names of files, the usual one first
  written    true if nets are written in it, too
  holds      what it has beside places, transitions, tokens, and input and output arcs

Exit status: 0.`

// A formatReport describes a format, as --json prints it. The keys are documented in the help and stable.
type formatReport struct {
	Name    string   `json:"name"`
	Title   string   `json:"title"`
	Endings []string `json:"endings"`
	Written bool     `json:"written"`
	Holds   []string `json:"holds"`
}

func Formats(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use: "formats", Long: formatsHelp, Example: "  brim formats\n  brim formats --json", Args: cli.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			list := []formatReport{}
			t := &terminal.Table{Header: []string{"name", "format", "endings", "written", "holds"}}
			for _, f := range format.All() {
				list = append(list, formatReport{f.Name, f.Title, f.Endings, f.Writable(), f.Holds.Words()})
				t.Add(f.Name, f.Title, strings.Join(f.Endings, " "),
					map[bool]string{true: "yes", false: "no"}[f.Writable()], fmt.Sprint(f.Holds))
			}
			return a.Result(map[string]any{"formats": list}, t.Write)
		},
	}
}
