package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Flags whose value is one of a few words.

// A Choice is a flag with a few possible values, one at least.
type Choice struct {
	Value  string
	values []string // the default first
}

// Flag declares c as a flag of cmd.
func (c *Choice) Flag(cmd *cobra.Command, name, meaning string, values ...string) {
	c.Value, c.values = values[0], values
	cmd.Flags().Var(c, name, meaning+": "+c.list())
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// Set takes one of the values.
func (c *Choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("expected %s", c.list())
	}
	c.Value = text
	return nil
}

func (c *Choice) list() string {
	last := len(c.values) - 1
	if last == 0 {
		return c.values[0]
	}
	return strings.Join(c.values[:last], ", ") + " or " + c.values[last]
}

// String returns the value.
func (c *Choice) String() string { return c.Value }

// Type names the kind of value in the help.
func (c *Choice) Type() string { return "word" }
