package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"brim/internal/nearest"
	"brim/internal/terminal"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The help with its topics, and the messages about wrong flags.

// A Topic is a part of the help of a command that is read by itself, with the flags that belong to it.
type Topic struct {
	Name, Title, Text string
	Flags             []string
}

// SetTopics gives the help of the command of that name topics.
func (a *App) SetTopics(command string, list []Topic) {
	if a.Topics == nil {
		a.Topics = map[string][]Topic{}
	}
	a.Topics[command] = list
}

// setHelp replaces cobra's help by one that knows the topics of commands, as in brim help check bmc, completes the
// names of commands and topics, and keeps the error if the text cannot be written.
func (a *App) setHelp(root *cobra.Command) {
	usual := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var b bytes.Buffer
		if list := a.Topics[cmd.Name()]; list != nil {
			writeHelp(&b, cmd, list)
		} else {
			cmd.SetOut(&b)
			usual(cmd, args)
			cmd.SetOut(a.Out)
		}
		a.write(b.Bytes())
	})
	root.SetHelpCommand(&cobra.Command{
		Use:     "help [COMMAND [TOPIC]]",
		Short:   "print the help of a command, or of one topic of it",
		Example: helpExamples(root, a.Topics),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) (list []cobra.Completion,
			_ cobra.ShellCompDirective) {
			switch len(args) {
			case 0:
				for _, c := range root.Commands() {
					if c.IsAvailableCommand() {
						list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
					}
				}
			case 1:
				for _, t := range a.Topics[args[0]] {
					list = append(list, cobra.CompletionWithDesc(t.Name, t.Title))
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			of := root
			if len(args) > 0 {
				i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == args[0] })
				if i < 0 {
					return Misuse(root, errors.New(UnknownOf("command", args[0], commandNames(root))))
				}
				of = root.Commands()[i]
			}
			if len(args) < 2 {
				return of.Help()
			}
			i := slices.IndexFunc(a.Topics[args[0]], func(t Topic) bool { return t.Name == args[1] })
			if i < 0 || len(args) > 2 {
				var names []string
				for _, t := range a.Topics[args[0]] {
					names = append(names, t.Name)
				}
				return Misuse(of, errors.New(UnknownOf("topic", strings.Join(args[1:], " "), names)))
			}
			var b bytes.Buffer
			writeTopic(&b, of, a.Topics[args[0]][i])
			a.write(b.Bytes())
			return nil
		},
	})
}

// helpExamples returns examples of help: of the first command, and of the last topic if there are any.
func helpExamples(root *cobra.Command, topics map[string][]Topic) string {
	text := ""
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			text = "  " + root.Name() + " help " + c.Name()
			break
		}
	}
	for name, list := range topics {
		text += "\n  " + root.Name() + " help " + name + " " + list[0].Name
	}
	return text
}

// write writes help, and keeps why that failed.
func (a *App) write(text []byte) {
	if err := terminal.WriteText(a.Out, text); err != nil {
		a.failed = cmp.Or(a.failed, fmt.Errorf("cannot write the help: %w", err))
	}
}

func commandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// UnknownOf says that there is no such thing, and which there are or is nearest.
func UnknownOf(what, name string, known []string) string {
	text := fmt.Sprintf("there is no %s %q", what, name)
	if best, ok := nearest.Of(name, slices.Values(known)); ok {
		return text + "; did you mean " + best + "?"
	}
	if len(known) == 0 {
		return text + ": the help has no topics"
	}
	return text + "; expected " + strings.Join(known, ", ")
}

// writeHelp writes the help of a command without its topics and their flags, but with a list of them.
func writeHelp(w io.Writer, cmd *cobra.Command, topics []Topic) {
	elsewhere := map[string]bool{}
	t := &terminal.Table{}
	for _, x := range topics {
		t.Add(cmd.Root().Name()+" help "+cmd.Name()+" "+x.Name, x.Title)
		for _, f := range x.Flags {
			elsewhere[f] = true
		}
	}
	var list bytes.Buffer
	_ = t.Write(&list)
	fmt.Fprintf(w, "%s\n\nMore help, with the flags that belong to it:\n", cmd.Long)
	for line := range strings.Lines(list.String()) {
		fmt.Fprint(w, "  ", line)
	}
	fmt.Fprintf(w, "\nUsage:\n  %s\n\nExamples:\n%s\n\n", cmd.UseLine(), cmd.Example)
	writeFlags(w, "Flags", cmd.LocalFlags(), func(name string) bool { return !elsewhere[name] })
	writeFlags(w, "Global Flags", cmd.InheritedFlags(), func(string) bool { return true })
}

// writeTopic writes a part of the help.
func writeTopic(w io.Writer, cmd *cobra.Command, t Topic) {
	fmt.Fprintf(w, "%s\n", t.Text)
	if len(t.Flags) > 0 {
		fmt.Fprintln(w)
		writeFlags(w, "Flags", cmd.LocalFlags(), func(name string) bool { return slices.Contains(t.Flags, name) })
	}
}

// writeFlags writes those flags that are wanted.
func writeFlags(w io.Writer, heading string, flags *pflag.FlagSet, wanted func(string) bool) {
	list := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(f *pflag.Flag) {
		if wanted(f.Name) {
			list.AddFlag(f)
		}
	})
	fmt.Fprintf(w, "%s:\n%s", heading, list.FlagUsages())
	if heading == "Flags" {
		fmt.Fprintln(w)
	}
}

// flagError translates an error of package pflag about a flag of cmd into the words of this program, with the nearest
// known flag if the name is unknown.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var syntax *pflag.InvalidSyntaxError
	text := err.Error()
	switch {
	case errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() != "":
		text = fmt.Sprintf("unknown flag -%s", unknown.GetSpecifiedName())
	case errors.As(err, &unknown):
		text = "unknown flag --" + unknown.GetSpecifiedName()
		known := map[string]bool{}
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
		if best, ok := nearest.Of(unknown.GetSpecifiedName(), slices.Values(slices.Sorted(maps.Keys(known)))); ok {
			text += "; did you mean --" + best + "?"
		}
	case errors.As(err, &bare):
		name, _ := pflag.UnquoteUsage(bare.GetFlag())
		text = fmt.Sprintf("--%s needs a value: %s", bare.GetFlag().Name, name)
	case errors.As(err, &value):
		text = fmt.Sprintf("--%s %s: %s", value.GetFlag().Name, value.GetValue(), expected(value))
	case errors.As(err, &syntax):
		text = fmt.Sprintf("found %s; expected a flag as --name or --name=value", syntax.GetSpecifiedFlag())
	}
	return Misuse(cmd, errors.New(text))
}

// expected says what a flag takes.
func expected(e *pflag.InvalidValueError) string {
	switch e.GetFlag().Value.Type() {
	case "int", "int64":
		return "expected a whole number"
	case "uint", "uint64":
		return "expected a whole number that is not negative"
	case "bool":
		return "expected true or false"
	case "float64":
		return "expected a number"
	}
	return e.Unwrap().Error()
}
