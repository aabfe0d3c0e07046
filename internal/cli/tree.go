package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The tree of commands.

// A Command is a row of the tree of commands.
type Command struct {
	Name, Short string // the short help is one line
	Group       string // the heading under which the help lists the command, "" if it has none
	Hidden      bool   // the help does not list it
	All         bool   // it works on the other commands, so all are made
	New         func(*App) *cobra.Command
}

// Tree makes root, which has a name, a long help and examples, the root of a tree of commands. It adds the rows as
// subcommands, the flags that all commands have, help, completion and the version. If the command line names one of the
// rows, only that command is made, so that a run does not execute the code of the others. A root with RunE runs that if
// no command is named; any other root prints its help.
func (a *App) Tree(root *cobra.Command, rows []Command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors = true, true
	short := root.Flags().BoolP("version", "v", false, "print the version")
	run := root.RunE
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case !*short && run != nil:
			return run(cmd, args)
		case !*short:
			return cmd.Help()
		case a.JSON:
			return WriteJSON(a.Out, Build())
		}
		_, err := fmt.Fprintln(a.Out, a.program, Version())
		return err
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().BoolVar(&a.JSON, "json", false, "print one JSON object, errors included")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "show no progress")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	rows = append(slices.Clip(rows), Command{Name: "version", Short: "print the version", New: newVersion})
	only := slices.IndexFunc(rows, func(c Command) bool { return c.Name == a.asked() })
	for i, c := range rows {
		if only >= 0 && i != only && !rows[only].All {
			continue
		}
		cmd := c.New(a)
		cmd.Short, cmd.Hidden = c.Short, c.Hidden
		if c.Group != "" {
			if !root.ContainsGroup(c.Group) {
				root.AddGroup(&cobra.Group{ID: c.Group, Title: c.Group + ":"})
			}
			cmd.GroupID = c.Group
		}
		root.AddCommand(cmd)
	}
	a.setHelp(root)
	completion(root)
	completeFlags(root)
	return root
}

// asked returns the name of the command on the command line, as far as it can be seen without knowing the flags.
func (a *App) asked() string {
	i := slices.IndexFunc(a.Args, func(s string) bool { return !strings.HasPrefix(s, "-") })
	if i < 0 {
		return ""
	}
	return a.Args[i]
}

// completeFlags offers files and directories for the values of flags that are such, and nothing for numbers. What has
// been registered before stays.
func completeFlags(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		value, _ := pflag.UnquoteUsage(f)
		switch {
		case slices.Contains([]string{"int", "int64", "uint64", "size", "duration"}, f.Value.Type()):
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.NoFileCompletions)
		case value == "file":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault))
		case value == "directory":
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
		}
	})
	for _, c := range cmd.Commands() {
		completeFlags(c)
	}
}

// completion has the command of that name refuse shells that it does not know.
func completion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args = func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return Misuse(c, errors.New("completion needs a shell: "+strings.Join(commandNames(c), ", ")))
			}
			return Misuse(c, errors.New(UnknownOf("shell", strings.Join(args, " "), commandNames(c))))
		}
		// without it the help would be an answer to anything
		c.RunE = func(*cobra.Command, []string) error { return nil }
	}
}

func newVersion(a *App) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Example: "  " + a.program + " version\n  " + a.program + " version --json",
		Args:    NoArguments,
		RunE: func(*cobra.Command, []string) error {
			v := Build()
			v.Tool = a.program
			if a.JSON {
				return WriteJSON(a.Out, v)
			}
			_, err := fmt.Fprintln(a.Out, v)
			return err
		},
	}
}
