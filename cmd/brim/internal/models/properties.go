package models

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/nearest"
	"brim/malformed"

	"github.com/spf13/cobra"
)

// Properties of the Model Checking Contest: which of a file are chosen, and completion of their IDs.

// ReadError makes errors of files plainer.
func ReadError(err error) error {
	var wrong *malformed.Error
	if errors.As(err, &wrong) {
		return err
	}
	return cli.FileError("read", err)
}

// ChooseProperties returns the properties with the given IDs, in that order, or all if there are none.
func ChooseProperties(list []*check.Question, ids []string, file string) ([]*check.Question, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no properties; expected at least one <property>", file)
	}
	if len(ids) == 0 {
		return list, nil
	}
	var chosen []*check.Question
	for _, id := range ids {
		i := slices.IndexFunc(list, func(p *check.Question) bool { return p.ID == id })
		if i < 0 {
			var known []string
			for _, p := range list {
				known = append(known, p.ID)
			}
			hint := ""
			if best, ok := nearest.Of(id, slices.Values(known)); ok {
				hint = "; did you mean " + best + "?"
			}
			return nil, fmt.Errorf("%s has no property %q%s", file, id, hint)
		}
		chosen = append(chosen, list[i])
	}
	return chosen, nil
}

// CompleteProperties offers models, and behind one the IDs of the properties in the file that is named before.
func CompleteProperties(file *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) == 0 || *file == "" {
			return Complete(cmd, args, typed)
		}
		// a file that cannot be read has no IDs to offer; the command itself says what is wrong with it
		list, _ := syntax.NewPool().ReadPropertyFile(cmd.Context(), *file, noNames{}, syntax.AsWritten)
		var ids []cobra.Completion
		for _, p := range list {
			if strings.HasPrefix(p.ID, typed) && !slices.Contains(args[1:], p.ID) {
				ids = append(ids, cobra.CompletionWithDesc(p.ID, p.Description))
			}
		}
		return ids, cobra.ShellCompDirectiveNoFileComp
	}
}

// noNames are those of no model: properties that are read with them have IDs and no meaning.
type noNames struct{}

func (noNames) Place(string) (int, bool)          { return 0, false }
func (noNames) Transition(string) (int, bool)     { return 0, false }
func (noNames) Proposition(string) (string, bool) { return "", false }
func (noNames) All(syntax.Kind) iter.Seq[string]  { return slices.Values[[]string](nil) }
