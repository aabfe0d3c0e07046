package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"brim/check"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/internal/terminal"
	"brim/internal/watch"
	"brim/petri"

	"github.com/spf13/cobra"
)

const modelHelp = `MODEL is a PNML file, also one of PIPE or TAPAAL without time, a directory with a file model.pnml,
"-" for PNML on standard input, or a net of a family, written family:N as in kanban:10 (see 'brim gen --list').
What is compressed by gzip is read as it is. A coloured net is unfolded; that ends, with the place or
transition that was too much in the message and exit status 3, when it takes a third of the memory.`

// reading runs read, which loads what a command works on, under the limits. There is nothing to lose yet, so a limit or
// an interrupt ends it at once.
func reading[T any](ctx context.Context, l *limits, read func(context.Context) (T, error)) (result T, err error) {
	w := watch.New(ctx, l.process())
	defer w.Cancel(nil)
	var got T
	var wrong error
	late := w.Do(0, func() { got, wrong = read(w.Ctx) })
	if late == nil && !limited(wrong) {
		return got, wrong
	}
	return result, l.early(cmp.Or(late, w.Cause(), wrong))
}

// loadModel reads the model of the given name, under limits.
func loadModel(ctx context.Context, a *cli.App, l *limits, name string) (*check.Model, error) {
	return reading(ctx, l, func(ctx context.Context) (*check.Model, error) { return load(ctx, a, name) })
}

// loadNet is loadModel for a command that works on nets only.
func loadNet(ctx context.Context, a *cli.App, l *limits, name string) (*petri.Net, error) {
	if err := isNet(name); err != nil {
		return nil, err
	}
	m, err := loadUnfolded(ctx, a, l, name)
	if err != nil {
		return nil, err
	}
	return m.Net, nil
}

// isNet refuses models of the given name that are no nets.
func isNet(name string) error {
	what := ""
	switch {
	case check.IsLTS(name):
		what = "labelled transition system"
	case check.IsCircuit(name):
		what = "circuit"
	}
	if what != "" {
		return fmt.Errorf("%s is a %s; expected a net: a PNML file, - for standard input, or family:N", name, what)
	}
	return nil
}

// loadUnfolded is loadModel for a command that works on all of a coloured net's unfolding.
func loadUnfolded(ctx context.Context, a *cli.App, l *limits, name string) (*check.Model, error) {
	m, err := loadModel(ctx, a, l, name)
	if err == nil {
		m, _, err = unfold(ctx, a, l, m, nil, check.Unfold{Whole: true})
	}
	return m, err
}

// unfold unfolds a model that is a coloured net, for the questions, under limits. See check.Model.Unfold.
func unfold(ctx context.Context, a *cli.App, l *limits, m *check.Model, questions []*check.Question, o check.Unfold) (*check.Model, []*check.Question, error) {
	c := l.check()
	o.Limits = c.Unfolding()
	var list []*check.Question
	m, err := reading(ctx, l, func(ctx context.Context) (inner *check.Model, err error) {
		inner, list, err = m.Unfold(ctx, questions, o)
		return inner, err
	})
	return m, list, err
}

// load reads the model of the given name, and says what is wrong about the units of a net that was read without an
// error.
func load(ctx context.Context, a *cli.App, name string) (m *check.Model, err error) {
	if name == "-" {
		if terminal.Is(a.In) {
			a.Note("brim: waiting for PNML on standard input; Ctrl-D ends it")
		}
		m, err = check.Read(input.Reader(ctx, a.In), "standard input")
	} else {
		m, err = check.Load(ctx, name)
	}
	if err == nil && m.Net != nil && m.Net.Units != nil && m.Net.Units.Doubt != "" {
		a.Note("brim: %s; they are not taken as safe", m.Net.Units.Doubt)
	}
	return m, err
}

// allColours declares the option that colours of coloured nets that nothing tells apart are unfolded apart.
func allColours(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "all-colours", false, "unfold all colours of a coloured net, also where nothing tells them apart")
}

// modelCommand returns a command that works on one model.
func modelCommand(name, long, examples string, run func(cmd *cobra.Command, model string) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " MODEL", Long: long, Example: examples, Args: oneModel, ValidArgsFunction: completeModel,
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd, args[0]) },
	}
}

// oneModel is the check of the arguments of commands that take one model.
func oneModel(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return cli.Misuse(cmd, fmt.Errorf("%s needs a model: a PNML file, - for standard input, or family:N", cmd.Name()))
	}
	return cli.Misuse(cmd, fmt.Errorf("%s takes one model, not %d: %s", cmd.Name(), len(args), strings.Join(args, " ")))
}

// completeModel offers families and PNML files.
func completeModel(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []cobra.Completion
	for _, f := range allFamilies() {
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
