package main

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/pflag"
)

// Every flag of check stands in its help or in one of its topics, and no topic names a flag that is not there.
func TestTopicsHaveAllFlags(t *testing.T) {
	a := &app{}
	check := newCheck(a)
	topics := a.topics["check"]
	var list []string
	all := ""
	for _, x := range topics {
		for _, f := range x.flags {
			if check.Flags().Lookup(f) == nil {
				t.Errorf("topic %s: there is no flag --%s", x.name, f)
			}
		}
		list = append(list, x.flags...)
		_, out, _ := brim(t, t.Context(), "help", "check", x.name)
		if !strings.HasPrefix(out, x.text) {
			t.Errorf("topic %s: %.80s", x.name, out)
		}
		for line := range strings.Lines(x.text) {
			if n := utf8.RuneCountInString(line); n > 120 {
				t.Errorf("topic %s has a line of %d columns: %s", x.name, n, line)
			}
		}
		all += out
	}
	_, main, _ := brim(t, t.Context(), "help", "check")
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
		if !slices.ContainsFunc(topics, func(x topic) bool { return x.name == e.name || x.name == strings.TrimPrefix(e.name, "bfs") }) {
			t.Errorf("the engine %s has no topic", e.name)
		}
	}
}
