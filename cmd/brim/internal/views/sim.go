package views

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/terminal"
	"brim/internal/ui/sim"

	"github.com/spf13/cobra"
)

// brim sim: the token game on a terminal, or by commands from standard input.

const simHelp = `Play the token game on a net: fire transitions, take them back, draw them at random, and go to where a formula
holds. It reads commands, a line each:

%s
In a net with time a list of transitions may have delays, as 'try_1 wait 2 set_1_0'; after each step brim says how
much time may pass, and what can fire later. Where a transition may take tokens of different ages, each choice has a
number; its name alone takes the first one. Nets with time, reset arcs and priorities are played by their firing rules.

A number or a name alone is fired. Names are those of formulas: with quotes where they are unusual, with the colours of
variables in a coloured net, as Eat(p=2, q=3). goto asks as 'brim check' does and goes where the path ends that the
answer rests on. On a terminal lines are edited; the tabulator completes commands, enabled transitions, places and
files; Ctrl-C ends goto and random, or empties the line, Ctrl-D ends the session. Elsewhere the first line that is
wrong ends it.

` + models.Help + `

With --json nothing is read: the result is one object with these keys; more may be added, none will change:

  tool, version, command   "brim", its version, "sim"
  model                    as named
  steps                    transition, its coloured name and binding if the net is coloured, changes; or a delay
  marking                  the tokens of each place that has some
  enabled                  the transitions that can be fired
  time, longest, later     of a net with time: the time, the longest delay that is possible, if there is one, and the
                           delays after which other transitions can fire
  clocks, ages             how long transitions have been enabled, or the ages of the tokens of each place

Exit status: 0 done, 1 a transition of --fire or a script is not enabled or a formula leads nowhere, 2 for wrong use or
input, 3 a limit or an interrupt ended it.`

const simExamples = `  brim sim dphil:3
  brim sim --fire 'GoEat_1 GetL_1' dphil:3
  brim sim --fire 'GoEat_1 GetL_1' dphil:3 --json
  brim sim fischer:2 --fire 'try_1 wait 2 set_1_0 wait 3 enter_1'
  printf 'random 20 7\ngoto deadlock\nsave dead.json\n' | brim sim dphil:3`

// A simCommand is one run of brim sim.
type simCommand struct {
	*cli.App
	models.Limits
	steps string
}

func Sim(a *cli.App) *cobra.Command {
	s := &simCommand{App: a}
	long := fmt.Sprintf(simHelp, sim.Help())
	cmd := models.Command("sim", long, simExamples, s.run)
	s.Flags(cmd)
	cmd.Flags().Lookup("limit-time").Usage = "end each goto after this time, as 30s or 1h30m"
	cmd.Flags().Lookup(models.LimitNodes).Usage = "end a goto when its diagrams have more nodes"
	cmd.Flags().StringVar(&s.steps, "fire", "", "fire these `transitions` first")
	_ = cmd.RegisterFlagCompletionFunc("fire", cobra.NoFileCompletions)
	return cmd
}

// A simReport is the result of brim sim, as --json prints it. Its keys are stable.
type simReport struct {
	Tool    string `json:"tool"`
	Version string `json:"version"`
	Command string `json:"command"`
	Model   string `json:"model"`
	sim.Report
}

// run loads and unfolds the model and fires the transitions of --fire. Then it prints a report as JSON, reads commands
// from a terminal, or executes those on standard input.
func (s *simCommand) run(cmd *cobra.Command, model string) error {
	if err := cmp.Or(s.Limits.Begin(cmd), models.OnlyNets(model)); err != nil {
		return err
	}
	ctx := cmd.Context()
	m, err := models.LoadAny(ctx, s.App, &s.Limits, model)
	if err != nil {
		return err
	}
	if m, _, err = models.Unfold(ctx, s.App, &s.Limits, m, nil,
		check.UnfoldOptions{Whole: true, AllColours: true}); err != nil {
		return err
	}
	screen := &screen{Writer: s.Out}
	session, err := sim.New(m, sim.Options{
		Out: screen, Screen: s.Out, Limits: s.limitsNow, Seed: func() uint64 { return uint64(rand.Uint32()) },
	})
	if err != nil {
		return err
	}
	if err := session.Fire(s.steps); err != nil {
		return simStatus(fmt.Errorf("--fire: %w", err))
	}
	if s.JSON {
		return cli.WriteJSON(s.Out, simReport{"brim", cli.Version(), "sim", model, session.Report()})
	}
	if err := session.Show(); err != nil {
		return err
	}
	in, typed := s.In.(*os.File)
	out, shown := s.Out.(*os.File)
	if typed && shown && terminal.Is(in) && terminal.Is(out) {
		return s.typed(ctx, session, screen, in, out)
	}
	if model == "-" {
		return nil // standard input was the model
	}
	return s.script(ctx, session)
}

// limitsNow returns the limits of a question that begins now.
func (s *simCommand) limitsNow() check.Limits {
	l := s.Limits.Check()
	l.Start = time.Now()
	return l
}

// A screen is what a session writes to; a terminal whose lines are edited takes the place of the plain one.
type screen struct{ io.Writer }

// typed reads commands that the user edits on a terminal, and executes them until the user quits or the context ends.
// Errors of commands are printed, and the session continues.
func (s *simCommand) typed(ctx context.Context, session *sim.Session, screen *screen, in, out *os.File) error {
	lines, err := terminal.NewLines(ctx, in, out, "brim> ", func(line string, at int) (string, int) {
		return completed(session, screen, line, at)
	})
	if err != nil {
		return err
	}
	defer lines.Close()
	screen.Writer = lines
	defer func() { screen.Writer = out }()
	for {
		line, err := lines.Read()
		if errors.Is(err, io.EOF) || ctx.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
		busy, done := lines.Busy(ctx)
		err = session.Do(busy, line)
		done()
		switch {
		case errors.Is(err, sim.ErrQuit):
			return nil
		case err != nil:
			fmt.Fprintf(lines, "%s\n", terminal.Styled(out, terminal.Red, printable.Lines(err.Error())))
		}
	}
}

// completed completes the word before the cursor as far as that is clear; if it is not at all, it lists what it may be.
func completed(session *sim.Session, w io.Writer, line string, at int) (string, int) {
	from, candidates := session.Complete(line[:at])
	common := sim.Common(candidates)
	if len(common) > at-from {
		return line[:from] + common + line[at:], from + len(common)
	}
	if len(candidates) > 1 {
		fmt.Fprintln(w, sim.Choices(candidates))
	}
	return line, at
}

// script does what the lines of standard input say, up to the first that cannot be done.
func (s *simCommand) script(ctx context.Context, session *sim.Session) error {
	lines := bufio.NewScanner(input.Reader(ctx, s.In))
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		err := session.Do(ctx, lines.Text())
		switch {
		case errors.Is(err, sim.ErrQuit):
			return nil
		case err != nil:
			return simStatus(fmt.Errorf("standard input:%d: %s: %w", n,
				printable.Cut(strings.TrimSpace(lines.Text()), 60), err))
		}
	}
	if err := lines.Err(); models.Limited(err) {
		return cli.Exit(cli.StatusUnknown, s.Limits.Named(err))
	} else if err != nil {
		return fmt.Errorf("cannot read standard input: %w", err)
	}
	return nil
}

// simStatus gives an error the status of its kind.
func simStatus(err error) error {
	var move *sim.MoveError
	switch {
	case !errors.As(err, &move):
		return err
	case move.Unknown:
		return cli.Exit(cli.StatusUnknown, err)
	}
	return cli.Exit(cli.StatusFails, err)
}
