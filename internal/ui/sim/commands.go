package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/internal/quantity"
)

// The commands of a session.

// mostSteps is how long a run may be.
const mostSteps = 1 << 20

// A command is what a line begins with.
type command struct {
	name, arguments, help string
	run                   func(s *Session, ctx context.Context, rest string) error
}

// commands lists them in the sequence of the help.
func commands() []command {
	return []command{
		{"fire", "NAME…", "fire transitions, by name or by number; the names alone do so, too", (*Session).fireCommand},
		{"wait", "UNITS", "let time pass, in a net with time", (*Session).wait},
		{"undo", "[N]", "take back the last step, or as many", (*Session).undo},
		{"redo", "[N]", "do again what was taken back", (*Session).redo},
		{"to", "STEP", "stand after that step of the run; 0 is the start", (*Session).to},
		{"random", "[N [SEED]]", "fire a transition drawn from those enabled, or as many", (*Session).random},
		{"goto", "FORMULA", "stand where a witness of the formula ends; of one without EF and the like, where it holds",
			(*Session).jump},
		{"marking", "[TEXT]", "list the places that have tokens", lists("marking", (*Session).tokens)},
		{"enabled", "[TEXT]", "list what can be fired, with its numbers", lists("enabled", (*Session).enabled)},
		{"clocks", "[TEXT]", "list how long transitions have been enabled, or the ages of tokens", (*Session).clocks},
		{"history", "[TEXT]", "list the steps", lists("history", (*Session).history)},
		{"save", "FILE", "write the steps so far as a trace: .json, .xml or .txt", (*Session).save},
		{"load", "FILE", "play a trace: .json, .xml, .txt, or a schedule of Tina, .scn", (*Session).load},
		{"help", "", "list the commands", (*Session).help},
		{"quit", "", "end, as Ctrl-D does", func(*Session, context.Context, string) error { return ErrQuit }},
	}
}

// Help lists the commands of sessions, one a line.
func Help() string {
	var b strings.Builder
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-18s %s\n", strings.TrimSpace(c.name+" "+c.arguments), c.help)
	}
	return b.String()
}

// Do executes one line: a command, or transitions to fire. Empty lines and comments, which begin with #, do nothing.
// The error is ErrQuit, a *MoveError if the command is correct but cannot be done or ctx ended its question, or else
// says what is wrong with the line.
func (s *Session) Do(ctx context.Context, line string) error {
	line = strings.TrimSpace(line)
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	word, rest, _ := strings.Cut(line, " ")
	list := commands()
	if i := slices.IndexFunc(list, func(c command) bool { return c.name == word }); i >= 0 {
		return list[i].run(s, ctx, strings.TrimSpace(rest))
	}
	names, err := words(line)
	if err != nil {
		return err
	}
	if isNumber(names[0]) || s.index.known(names[0]) {
		return s.fireCommand(ctx, line)
	}
	known := func(yield func(string) bool) {
		for _, c := range list {
			if !yield(c.name) {
				return
			}
		}
		s.index.all(yield)
	}
	if best, ok := nearest.Of(word, known); ok {
		return fmt.Errorf("there is no command or transition %s; did you mean %s?", printable.Quote(word), best)
	}
	return fmt.Errorf("there is no command or transition %s; 'help' lists the commands", printable.Quote(word))
}

func (s *Session) fireCommand(_ context.Context, rest string) error {
	if rest == "" {
		return fmt.Errorf("fire needs a transition: a name or a number of the list of those enabled")
	}
	before := s.game.At()
	err := s.Fire(rest)
	if s.game.At() == before {
		return err
	}
	if shown := s.Show(); err == nil {
		err = shown
	}
	return err
}

func (s *Session) undo(_ context.Context, rest string) error {
	n, err := count("undo", rest)
	if err != nil {
		return err
	}
	if s.game.At() == 0 {
		return &MoveError{Reason: fmt.Errorf("there is no step to undo: this is the start")}
	}
	s.game.Go(s.game.At() - n)
	return s.Show()
}

func (s *Session) redo(_ context.Context, rest string) error {
	n, err := count("redo", rest)
	if err != nil {
		return err
	}
	if s.game.At() == s.game.Len() {
		return &MoveError{Reason: fmt.Errorf("there is no step to redo: none was undone")}
	}
	s.game.Go(s.game.At() + n)
	return s.Show()
}

func (s *Session) to(_ context.Context, rest string) error {
	step, err := strconv.Atoi(rest)
	if err != nil || step < 0 {
		return fmt.Errorf("to takes the number of a step, 0 for the start, not %s", printable.Quote(rest))
	}
	if n := s.game.Len(); step > n {
		return &MoveError{Reason: fmt.Errorf("there is no step %d: the run has %s", step, quantity.Count(n, "step"))}
	}
	s.game.Go(step)
	return s.Show()
}

// count reads how often something is done, once if nothing is said.
func count(command, text string) (int, error) {
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostSteps {
		return 0, fmt.Errorf("%s takes a number from 1 to %d, not %s", command, mostSteps, printable.Quote(text))
	}
	return n, nil
}

// random executes the command random [N [SEED]]: it fires N enabled transitions, one by default, chosen at random,
// prints how to repeat them, and shows the marking. Without a seed it draws one.
func (s *Session) random(ctx context.Context, rest string) error {
	number, seedText, seeded := strings.Cut(rest, " ")
	n, err := count("random", number)
	if err != nil {
		return err
	}
	if s.game.At()+n > mostSteps {
		return &MoveError{Reason: fmt.Errorf("a run has %d steps at most", mostSteps)}
	}
	seed := s.options.Seed()
	if seeded {
		if seed, err = strconv.ParseUint(strings.TrimSpace(seedText), 10, 64); err != nil {
			return fmt.Errorf("the seed of random is a number of at most 64 bits, not %s", printable.Quote(seedText))
		}
	}
	fired, err := s.game.Random(ctx, n, rand.New(rand.NewPCG(seed, 0)))
	until := ""
	switch {
	case fired == n || err != nil:
	case ctx.Err() != nil:
		until, n = ", until an interrupt", max(fired, 1)
	default:
		until = ", until nothing was enabled"
	}
	text := fmt.Sprintf("fired %s at random%s; 'random %d %d' repeats them\n", quantity.Count(fired, "transition"),
		until, n, seed)
	if wrong := s.print(text); wrong != nil {
		return wrong
	}
	if err != nil {
		return &MoveError{Reason: err}
	}
	return s.Show()
}

// lists returns the command that prints the entries whose names contain the rest of the line.
func lists(what string, entries func(s *Session, filter string) []entry) func(*Session, context.Context, string) error {
	return func(s *Session, _ context.Context, filter string) error {
		var b strings.Builder
		s.list(&b, what, entries(s, filter), filter, mostEntries)
		return s.print(b.String())
	}
}

func (s *Session) help(context.Context, string) error {
	return s.print(Help() + "A number or a name alone is fired. Names are those of formulas: with quotes where they " +
		"are unusual,\n" +
		"with the colours of variables in a coloured net, as Eat(p=2, q=3).\n")
}
