package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// noArguments checks the arguments of a command that takes none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return misuse(cmd, fmt.Errorf("%s takes no arguments: %s", cmd.Name(), strings.Join(args, " ")))
}

// together returns a check that at most one flag of each list is given.
func together(lists ...[]string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		for _, list := range lists {
			var given []string
			for _, name := range list {
				if cmd.Flags().Changed(name) {
					given = append(given, "--"+name)
				}
			}
			if len(given) > 1 {
				return misuse(cmd, fmt.Errorf("%s exclude each other; expected one of them", strings.Join(given, " and ")))
			}
		}
		return nil
	}
}

// A ranged is an integer flag with the numbers that it may have.
type ranged struct {
	name        string
	value       int
	least, most int // most 0: there is no upper end
}

// between returns the flag of that name with its value and range; most 0 means that there is no upper end.
func between(name string, value, least, most int) ranged { return ranged{name, value, least, most} }

// inRange returns what is wrong with those of the flags that are given.
func inRange(cmd *cobra.Command, list ...ranged) error {
	for _, x := range list {
		end := "on"
		if x.most > 0 {
			end = fmt.Sprintf("to %d", x.most)
		}
		if cmd.Flags().Changed(x.name) && (x.value < x.least || x.most > 0 && x.value > x.most) {
			return misuse(cmd, fmt.Errorf("--%s %d: expected a number from %d %s", x.name, x.value, x.least, end))
		}
	}
	return nil
}
