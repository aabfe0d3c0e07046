package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// Checks of arguments and flags that several commands need.

// NoArguments checks the arguments of a command that takes none.
func NoArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return Misuse(cmd, fmt.Errorf("%s takes no arguments: %s", cmd.Name(), strings.Join(args, " ")))
}

// Together returns a check that at most one flag of each list is given.
func Together(lists ...[]string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		for _, list := range lists {
			var given []string
			for _, name := range list {
				if cmd.Flags().Changed(name) {
					given = append(given, "--"+name)
				}
			}
			if len(given) > 1 {
				return Misuse(cmd, fmt.Errorf("%s exclude each other; expected one of them",
					strings.Join(given, " and ")))
			}
		}
		return nil
	}
}

// A Ranged is an integer flag with the numbers that it may have.
type Ranged struct {
	name        string
	value       int
	least, most int // most 0: there is no upper end
}

// Between returns the flag of that name with its value and range; most 0 means that there is no upper end.
func Between(name string, value, least, most int) Ranged { return Ranged{name, value, least, most} }

// InRange returns what is wrong with those of the flags that are given.
func InRange(cmd *cobra.Command, list ...Ranged) error {
	for _, x := range list {
		end := "on"
		if x.most > 0 {
			end = fmt.Sprintf("to %d", x.most)
		}
		if cmd.Flags().Changed(x.name) && (x.value < x.least || x.most > 0 && x.value > x.most) {
			return Misuse(cmd, fmt.Errorf("--%s %d: expected a number from %d %s", x.name, x.value, x.least, end))
		}
	}
	return nil
}
