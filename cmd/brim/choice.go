package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// A choice is a flag with a few possible values, one at least.
type choice struct {
	value  string
	values []string // the default first
}

// flag declares c as a flag of cmd.
func (c *choice) flag(cmd *cobra.Command, name, meaning string, values ...string) {
	c.value, c.values = values[0], values
	cmd.Flags().Var(c, name, meaning+": "+c.list())
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// Set takes one of the values.
func (c *choice) Set(text string) error {
	if !slices.Contains(c.values, text) {
		return fmt.Errorf("expected %s", c.list())
	}
	c.value = text
	return nil
}

func (c *choice) list() string {
	last := len(c.values) - 1
	if last == 0 {
		return c.values[0]
	}
	return strings.Join(c.values[:last], ", ") + " or " + c.values[last]
}

// String returns the value.
func (c *choice) String() string { return c.value }

// Type names the kind of value in the help.
func (c *choice) Type() string { return "word" }
