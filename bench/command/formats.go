package command

import (
	"fmt"
	"slices"
	"strings"

	"brim/bench"

	"github.com/spf13/cobra"
)

// --formats: which files --save writes.

// A fileFormats is the flag that says which files --save writes: endings of their names, without the dot.
type fileFormats struct{ chosen []string }

// savedFormats are those that are written if nothing else is asked for.
var savedFormats = []string{"md", "svg"}

// goBenchmarks is the ending of the records in the format of Go benchmarks, which benchstat reads.
const goBenchmarks = "txt"

// allFormats lists all endings: of tables, of drawings and of the records.
func allFormats() (list []string) {
	for _, f := range bench.Formats() {
		if f.File != "" {
			list = append(list, strings.TrimPrefix(f.File, "."))
		}
	}
	return append(append(list, bench.Drawings()...), goBenchmarks)
}

// formatNames lists the formats in which tables are printed.
func formatNames() []string {
	return bench.Map(bench.Formats(), func(f bench.Format) string { return f.Name })
}

// formatNamed returns the format with a name, which has to be one of formatNames.
func formatNamed(name string) bench.Format {
	return bench.Formats()[slices.Index(formatNames(), name)]
}

// flag declares the flag.
func (f *fileFormats) flag(cmd *cobra.Command) {
	f.chosen = savedFormats
	cmd.Flags().Var(f, "formats", "of --save: the `endings` of the files, of "+strings.Join(allFormats(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("formats",
		cobra.FixedCompletions(allFormats(), cobra.ShellCompDirectiveNoFileComp))
}

// Set reads endings between commas.
func (f *fileFormats) Set(text string) error {
	list := strings.Split(text, ",")
	for _, name := range list {
		if !slices.Contains(allFormats(), name) {
			return fmt.Errorf("%q is no ending; expected some of %s, with commas between them", name,
				strings.Join(allFormats(), ", "))
		}
	}
	f.chosen = list
	return nil
}

// has reports whether files with an ending are written.
func (f *fileFormats) has(ending string) bool {
	return ending != "" && slices.Contains(f.chosen, strings.TrimPrefix(ending, "."))
}

func (f *fileFormats) String() string { return strings.Join(f.chosen, ",") }

// Type names the kind of value in the help.
func (f *fileFormats) Type() string { return "list" }
