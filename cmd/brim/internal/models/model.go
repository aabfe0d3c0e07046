// Package models is what the commands that work on a model share: models loaded by name under the limits of the
// process, the flags for limits, orders, methods, techniques and engines with their completion, the beginning of every
// report, and the line on the terminal that shows how far a run of package check is.
package models

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

const Help = `MODEL is a PNML file, also one of PIPE or TAPAAL, a net in another format, such as Tina's .net
(see 'brim formats'), a directory with a file model.pnml, "-" for a net on standard input, or a net of a family,
written family:N as in kanban:10 (see 'brim gen --list'). FILE.PNPRO#NAME is one of several nets in a project.
What is compressed by gzip is read as it is. A coloured net is unfolded; that ends, with the place or
transition that was too much in the message and exit status 3, when it takes two thirds of the memory.`

// Within runs read, which loads what a command works on, under the limits. There is nothing to lose yet, so a limit or
// an interrupt ends it at once.
func Within[T any](ctx context.Context, l *Limits, read func(context.Context) (T, error)) (result T, err error) {
	w := watch.New(ctx, l.Process())
	defer w.Cancel(nil)
	var got T
	var wrong error
	late := w.Do(0, func() { got, wrong = read(w.Ctx) })
	if late == nil && !Limited(wrong) {
		return got, wrong
	}
	return result, l.Early(cmp.Or(late, w.Cause(), wrong))
}

// takesAny ends the refusal of a net that Load does not take.
const takesAny = "such nets are taken by check, states, info, draw, sim, replay, serve, convert and mcc only"

// Load reads the model of the given name, under limits. It refuses nets with time and nets that only systems express.
func Load(ctx context.Context, a *cli.App, l *Limits, name string) (*check.Model, error) {
	m, err := LoadAny(ctx, a, l, name)
	switch {
	case err != nil:
		return nil, err
	case m.HasTime():
		return nil, fmt.Errorf("%s is a net with time; %s", name, takesAny)
	case m.System != nil:
		_, plain := m.Document.Plain()
		return nil, fmt.Errorf("%s: %w; %s", name, plain, takesAny)
	}
	return m, nil
}

// LoadAny is Load for a command that takes nets which only a system expresses, and nets with time, too.
func LoadAny(ctx context.Context, a *cli.App, l *Limits, name string) (*check.Model, error) {
	return Within(ctx, l, func(ctx context.Context) (*check.Model, error) { return Read(ctx, a, name) })
}

// LoadNet is loadModel for a command that works on nets only.
func LoadNet(ctx context.Context, a *cli.App, l *Limits, name string) (*petri.Net, error) {
	if err := OnlyNets(name); err != nil {
		return nil, err
	}
	m, err := LoadUnfolded(ctx, a, l, name)
	if err != nil {
		return nil, err
	}
	return m.Net, nil
}

// OnlyNets refuses models of the given name that are no nets.
func OnlyNets(name string) error {
	what := ""
	switch {
	case check.IsLTS(name):
		what = "labelled transition system"
	case check.IsCircuit(name):
		what = "circuit"
	}
	if what != "" {
		return fmt.Errorf("%s is a %s; expected a net: a file in PNML or another of the formats that 'brim formats' "+
			"lists, - for standard input, or family:N", name, what)
	}
	return nil
}

// LoadUnfolded is loadModel for a command that works on all of a coloured net's unfolding.
func LoadUnfolded(ctx context.Context, a *cli.App, l *Limits, name string) (*check.Model, error) {
	m, err := Load(ctx, a, l, name)
	if err != nil {
		return m, err
	}
	return unfolded(ctx, a, l, m)
}

// LoadAnyUnfolded is LoadAny for a command that works on all of a coloured net's unfolding.
func LoadAnyUnfolded(ctx context.Context, a *cli.App, l *Limits, name string) (*check.Model, error) {
	m, err := LoadAny(ctx, a, l, name)
	if err != nil || m.System != nil || m.HasTime() {
		return m, err
	}
	return unfolded(ctx, a, l, m)
}

func unfolded(ctx context.Context, a *cli.App, l *Limits, m *check.Model) (*check.Model, error) {
	m, _, err := Unfold(ctx, a, l, m, nil, check.UnfoldOptions{Whole: true})
	return m, err
}

// Unfold unfolds a model that is a coloured net, for the questions, under limits. See check.Model.Unfold.
func Unfold(ctx context.Context, a *cli.App, l *Limits, m *check.Model, questions []*check.Question,
	o check.UnfoldOptions) (*check.Model, []*check.Question, error) {
	c := l.Check()
	o.Limits = c.Unfolding()
	var list []*check.Question
	m, err := Within(ctx, l, func(ctx context.Context) (inner *check.Model, err error) {
		inner, list, err = m.Unfold(ctx, questions, o)
		return inner, err
	})
	return m, list, err
}

// Read reads the model of the given name, and says what is wrong about the units of a net that was read without an
// error.
func Read(ctx context.Context, a *cli.App, name string) (m *check.Model, err error) {
	if name == "-" {
		if terminal.Is(a.In) {
			a.Note("brim: waiting for a net on standard input; Ctrl-D ends it")
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

// ColoursFlag declares the option that colours of coloured nets that nothing tells apart are unfolded apart.
func ColoursFlag(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "all-colours", false,
		"unfold all colours of a coloured net, also where nothing tells them apart")
}

// Command returns a command that works on one model.
func Command(name, long, examples string, run func(cmd *cobra.Command, model string) error) *cobra.Command {
	return &cobra.Command{
		Use: name + " MODEL", Long: long, Example: examples, Args: OneModel, ValidArgsFunction: Complete,
		RunE: func(cmd *cobra.Command, args []string) error { return run(cmd, args[0]) },
	}
}

// OneModel is the check of the arguments of commands that take one model.
func OneModel(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return cli.Misuse(cmd, fmt.Errorf("%s needs a model: a file, - for standard input, or family:N", cmd.Name()))
	}
	return cli.Misuse(cmd, fmt.Errorf("%s takes one model, not %d: %s", cmd.Name(), len(args), strings.Join(args, " ")))
}
