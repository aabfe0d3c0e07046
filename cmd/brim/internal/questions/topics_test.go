package questions

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"brim/internal/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Every flag of check stands in its help or in one of its topics, and no topic names a flag that is not there.
func TestTopicsHaveAllFlags(t *testing.T) {
	a := &cli.App{}
	check := Check(a)
	topics := a.Topics["check"]
	var list []string
	all := ""
	for _, x := range topics {
		for _, f := range x.Flags {
			if check.Flags().Lookup(f) == nil {
				t.Errorf("topic %s: there is no flag --%s", x.Name, f)
			}
		}
		list = append(list, x.Flags...)
		_, out, _ := brim(t, "help", "check", x.Name)
		if !strings.HasPrefix(out, x.Text) {
			t.Errorf("topic %s: %.80s", x.Name, out)
		}
		for line := range strings.Lines(x.Text) {
			if n := utf8.RuneCountInString(line); n > 120 {
				t.Errorf("topic %s has a line of %d columns: %s", x.Name, n, line)
			}
		}
		all += out
	}
	_, main, _ := brim(t, "help", "check")
	check.LocalFlags().VisitAll(func(f *pflag.Flag) {
		in := main
		if slices.Contains(list, f.Name) {
			in = all
			if strings.Contains(main, "  --"+f.Name+" ") {
				t.Errorf("--%s stands in a topic and in the help", f.Name)
			}
		}
		if !strings.Contains(in, "--"+f.Name+" ") {
			t.Errorf("--%s is nowhere explained", f.Name)
		}
	})
	for _, e := range engines(&engineValues{}) {
		if !slices.ContainsFunc(topics, func(x cli.Topic) bool {
			return x.Name == e.name ||
				x.Name == strings.TrimPrefix(e.name, "bfs")
		}) {
			t.Errorf("the engine %s has no topic", e.name)
		}
	}
}

// brim runs one command line of a program that has these commands alone, and returns what it prints.
func brim(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	root := func(a *cli.App) *cobra.Command {
		return a.Tree(&cobra.Command{Use: "brim"}, []cli.Command{{Name: "check", New: Check}, {Name: "mcc", New: MCC}})
	}
	status = cli.Run(t.Context(), "brim", root, args, strings.NewReader(""), &out, &errs)
	return status, out.String(), errs.String()
}
