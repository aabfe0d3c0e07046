package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"brim/engine/kripke/lift"
	"brim/internal/input"
	"brim/internal/randnet"
	"brim/internal/watch"
	"brim/malformed"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/pnml"

	"github.com/spf13/cobra"
)

const modelHelp = `MODEL is a PNML file, also one of PIPE or TAPAAL without time, a directory with a file model.pnml,
"-" for PNML on standard input, or a net of a family, written family:N as in kanban:10 (see 'brim gen --list').
What is compressed by gzip is read as it is.`

// endsIn tells whether a file of that name, compressed or not, has the ending.
func endsIn(name, ending string) bool {
	return strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ending)
}

// reading runs read, which loads what a command works on, under the limits. There is nothing to lose yet, so a limit or an interrupt ends it at once.
func reading[T any](ctx context.Context, l *limits, read func(context.Context) (T, error)) (result T, err error) {
	w := watch.New(ctx, l.process())
	defer w.Cancel(nil)
	var got T
	var wrong error
	late := w.Do(0, func() { got, wrong = read(w.Ctx) })
	if late == nil && !limited(wrong) {
		return got, wrong
	}
	return result, &statusError{statusUnknown, false, fmt.Errorf("%s; nothing is known yet", l.reason(cmp.Or(late, w.Cause(), wrong)))}
}

// loadNet is load under limits.
func (a *app) loadNet(ctx context.Context, l *limits, name string) (*petri.Net, error) {
	return reading(ctx, l, func(ctx context.Context) (*petri.Net, error) { return a.load(ctx, name) })
}

// load reads the model of the given name.
func (a *app) load(ctx context.Context, name string) (*petri.Net, error) {
	switch {
	case name == "-":
		if terminal(a.in) {
			a.note("brim: waiting for PNML on standard input; Ctrl-D ends it")
		}
		return a.doubt(pnml.Read(input.Reader(ctx, a.in), "standard input"))
	case isLTS(name):
		return nil, fmt.Errorf("%s is a labelled transition system; expected a net: a PNML file, - for standard input, or family:N", name)
	case isCircuit(name):
		return nil, fmt.Errorf("%s is a circuit; expected a net: a PNML file, - for standard input, or family:N", name)
	case nets.IsSpec(name):
		return nets.Parse(name)
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, "model.pnml")
	}
	if endsIn(name, ".net") {
		text, err := input.ReadFile(ctx, name)
		if err != nil {
			return nil, fileError("read", err)
		}
		net, err := randnet.ParseText(name, string(text))
		if err != nil {
			err = fmt.Errorf("%w%s", err, input.Hint(text))
		}
		return net, err
	}
	net, err := a.readNet(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; expected a PNML file, - for standard input, or family:N (see 'brim gen --list')", err)
	}
	return net, err
}

// readNet reads the net in a PNML file.
func (a *app) readNet(ctx context.Context, file string) (*petri.Net, error) {
	net, err := a.doubt(pnml.ReadFile(ctx, file))
	var wrong *malformed.Error
	if err != nil && !errors.As(err, &wrong) {
		return nil, fileError("read", err)
	}
	return net, err
}

// doubt says what is wrong about the units of a net that was read without an error.
func (a *app) doubt(net *petri.Net, err error) (*petri.Net, error) {
	if err == nil && net.Units != nil && net.Units.Doubt != "" {
		a.note("brim: %s; they are not taken as safe", net.Units.Doubt)
	}
	return net, err
}

// oneModel is the check of the arguments of commands that take one model.
func oneModel(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return &usageError{cmd.CommandPath(), fmt.Errorf("%s needs a model: a PNML file, - for standard input, or family:N", cmd.Name())}
	}
	return &usageError{cmd.CommandPath(), fmt.Errorf("%s takes one model, not %d: %s", cmd.Name(), len(args), strings.Join(args, " "))}
}

// noArguments is the check of the arguments of commands that take none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return &usageError{cmd.CommandPath(), fmt.Errorf("%s takes no arguments: %s", cmd.Name(), strings.Join(args, " "))}
}

// completeModel offers families and PNML files.
func completeModel(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var list []cobra.Completion
	for _, f := range nets.All() {
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
	if strings.HasPrefix(motorEvents, typed) {
		list = append(list, cobra.CompletionWithDesc(motorEvents, "motor control that reacts to events, a circuit"))
	}
	if strings.HasPrefix(lift.Name, typed) {
		list = append(list, cobra.CompletionWithDesc(lift.Name, lift.Title))
	}
	if len(list) > 0 && typed != "" {
		return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	}
	return list, cobra.ShellCompDirectiveNoSpace
}
