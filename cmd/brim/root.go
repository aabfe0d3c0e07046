package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const rootHelp = `brim builds the state spaces of Petri nets with decision diagrams and saturation.

Exit status: ` + exitStatus + `

Progress is shown on a terminal, never in a pipe. NO_COLOR turns colours off. Ctrl-C prints what
is known; a second Ctrl-C ends at once.`

// exitStatus says what the numbers mean with which all commands end.
const exitStatus = `0 done, it holds, or it was found; 1 it fails or was not found; 2 wrong use or wrong
input; 3 unknown, because of a limit, an interrupt or an unbounded net; 4 a fault in brim.`

const rootExamples = `  brim states kanban:10
  brim states model.pnml --json --limit-time 10m
  brim check dphil:3 'EF deadlock'
  brim info model.pnml
  brim gen dphil:100 -o dphil.pnml
  brim draw kanban:1 --format svg -o kanban.svg
  brim bench --quick
  source <(brim completion bash)`

// newRoot returns the command with all its subcommands.
func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:           "brim",
		Short:         "state spaces of Petri nets with decision diagrams",
		Long:          rootHelp,
		Example:       rootExamples,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	short := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case !*short:
			return cmd.Help()
		case a.json:
			return writeJSON(a.out, buildInfo())
		}
		_, err := fmt.Fprintln(a.out, "brim", version())
		return err
	}
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print one JSON object, errors included")
	root.PersistentFlags().BoolVarP(&a.quiet, "quiet", "q", false, "show no progress")
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	check, topics := newCheck(a)
	root.AddCommand(newStates(a), check, newInfo(a), newUnfold(a), newReduce(a), newOrders(a), newGen(a), newDraw(a), newMCC(a), newBench(a), newWork(a), newReport(a), newReplay(a), newSim(a), newServe(a), newVersion(a))
	all := map[string][]topic{check.Name(): topics}
	root.AddCommand(newMan(a, all))
	a.setHelp(root, all)
	completion(root)
	completeFlags(root)
	return root
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
				return &usageError{c.CommandPath(), errors.New("completion needs a shell: " + strings.Join(commandNames(c), ", "))}
			}
			return &usageError{c.CommandPath(), errors.New(unknownOf("shell", strings.Join(args, " "), commandNames(c)))}
		}
		// without it the help would be an answer to anything
		c.RunE = func(*cobra.Command, []string) error { return nil }
	}
}

func newVersion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "print the version",
		Example: "  brim version\n  brim version --json",
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
