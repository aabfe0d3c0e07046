package models

import (
	"slices"
	"strings"

	"brim/check"
	"brim/petri/nets"

	"github.com/spf13/cobra"
)

// Completion of the argument MODEL in shells.

// Complete completes the argument MODEL: it offers the families of nets, the named sizes of a family once its prefix is
// typed, and the models that are not nets; where none of these is chosen yet, the shell offers files as well. After the
// first argument there is nothing to complete.
func Complete(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []cobra.Completion
	for _, f := range AllFamilies() {
		prefix := f.Name + ":"
		if strings.HasPrefix(prefix, typed) {
			list = append(list, cobra.CompletionWithDesc(prefix, f.Title))
		}
		for _, s := range f.Sizes {
			if strings.HasPrefix(typed, prefix) && strings.HasPrefix(prefix+s.Name, typed) {
				list = append(list, cobra.CompletionWithDesc(prefix+s.Name, f.Title))
			}
		}
	}
	if strings.HasPrefix(check.Motor, typed) {
		list = append(list, cobra.CompletionWithDesc(check.Motor, "motor control that reacts to events, a circuit"))
	}
	if strings.HasPrefix(check.Lift, typed) {
		list = append(list, cobra.CompletionWithDesc(check.Lift, check.LiftTitle))
	}
	if len(list) > 0 && typed != "" {
		return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	return list, cobra.ShellCompDirectiveNoSpace
}

// AllFamilies returns the families of place/transition nets, of coloured nets and of nets with time.
func AllFamilies() []nets.Family { return slices.Concat(nets.All(), nets.Coloured(), nets.Timed()) }
