package models

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"brim/check"
	"brim/internal/cli"
)

// The flags --only and --without, which choose among the techniques.

// Techniques are a choice among the techniques: the values of --without and --only.
type Techniques struct{ without, only techniqueList }

// A techniqueList is a list of names of techniques as an option.
type techniqueList []string

func (l *techniqueList) Type() string   { return "names" }
func (l *techniqueList) String() string { return strings.Join(*l, ",") }

func (l *techniqueList) Set(text string) error {
	for name := range strings.SplitSeq(text, ",") {
		if known := check.TechniqueNames(); !slices.Contains(known, name) {
			return errors.New(cli.UnknownOf("technique", name, known))
		}
		*l = append(*l, name)
	}
	return nil
}

// Flags declares both options.
func (c *Techniques) Flags(cmd *cobra.Command) {
	names := cobra.FixedCompletions(check.TechniqueNames(), cobra.ShellCompDirectiveNoFileComp)
	cmd.Flags().Var(&c.without, "without", "techniques that are not used, by their `names`, as all,rounds,bmc")
	cmd.Flags().Var(&c.only, "only", "the techniques that are used, by their `names`")
	for _, flag := range []string{"without", "only"} {
		_ = cmd.RegisterFlagCompletionFunc(flag, names)
	}
}

// Single returns the technique that --only names, "" if it names none or several.
func (c *Techniques) Single() string {
	if len(c.only) != 1 {
		return ""
	}
	return c.only[0]
}

// Use makes the technique of that name the only one.
func (c *Techniques) Use(name string) { c.only, c.without = techniqueList{name}, nil }

// Of returns the techniques for a model, among them those of --only that work on no model unless they are named.
func (c *Techniques) Of(m *check.Model) []check.Technique { return check.TechniquesFor(m, c.only) }

// Left lists the techniques that are not used: those of --without, and all but those of --only.
func (c *Techniques) Left() []string {
	if c.only == nil {
		return c.without
	}
	return append(check.AllBut(c.only), c.without...)
}
