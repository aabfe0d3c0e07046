package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A command is a row of the tree of commands.
type command struct {
	name, short string // the short help is one line
	group       string // the heading under which the help lists the command, "" if it has none
	hidden      bool   // the help does not list it
	make        func(*app) *cobra.Command
}

// tree makes cmd the root of the tree: its name, long help and examples are given. It gets the rows as subcommands, the
// flags that all of them have, help, completion and the version. If the command line names one of the rows, only that
// one is made, so that a run does not execute the code of other commands.
func (a *app) tree(root *cobra.Command, rows []command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors = true, true
	short := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case !*short:
			return cmd.Help()
		case a.json:
			return writeJSON(a.out, buildInfo())
		}
		_, err := fmt.Fprintln(a.out, a.program, version())
		return err
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print one JSON object, errors included")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "show no progress")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	rows = append(slices.Clip(rows), command{name: "version", short: "print the version", make: newVersion})
	only := slices.IndexFunc(rows, func(c command) bool { return c.name == a.asked() })
	for i, c := range rows {
		if only >= 0 && i != only {
			continue
		}
		cmd := c.make(a)
		cmd.Short, cmd.Hidden = c.short, c.hidden
		if c.group != "" {
			if !root.ContainsGroup(c.group) {
				root.AddGroup(&cobra.Group{ID: c.group, Title: c.group + ":"})
			}
			cmd.GroupID = c.group
		}
		root.AddCommand(cmd)
	}
	a.setHelp(root)
	completion(root)
	completeFlags(root)
	return root
}

// asked returns the name of the command on the command line, as far as it can be seen without knowing the flags.
func (a *app) asked() string {
	i := slices.IndexFunc(a.args, func(s string) bool { return !strings.HasPrefix(s, "-") })
	if i < 0 {
		return ""
	}
	return a.args[i]
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
				return misuse(c, errors.New("completion needs a shell: "+strings.Join(commandNames(c), ", ")))
			}
			return misuse(c, errors.New(unknownOf("shell", strings.Join(args, " "), commandNames(c))))
		}
		// without it the help would be an answer to anything
		c.RunE = func(*cobra.Command, []string) error { return nil }
	}
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Example: "  " + a.program + " version\n  " + a.program + " version --json",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			v := buildInfo()
			if a.json {
				return writeJSON(a.out, v)
			}
			_, err := fmt.Fprintln(a.out, v)
			return err
		},
	}
}
