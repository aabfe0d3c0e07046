// Package sim plays the token game by commands, a line each: those that somebody types, and those of a script.
package sim

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/game"
	"brim/internal/ui/trace"
	"brim/petri"
)

// ErrQuit is returned by Do when the session is over.
var ErrQuit = errors.New("quit")

// A MoveError says why a command could not be done that is correct: a transition is not enabled, there is no step to
// undo, nothing leads to where somebody wants to go.
type MoveError struct {
	Unknown bool // a limit ended the search
	Reason  error
}

func (e *MoveError) Error() string { return e.Reason.Error() }
func (e *MoveError) Unwrap() error { return e.Reason }

// Options say where a session plays.
type Options struct {
	Out    io.Writer           // gets what commands print
	Screen io.Writer           // what Out ends up on, which decides on width and colours
	Limits func() check.Limits // of a question of goto that begins now
	Seed   func() uint64       // for random without a seed
}

// A Session is a game and those who play it by commands. It is for one goroutine.
type Session struct {
	model   *check.Model
	names   naming.Names
	index   *index
	game    play
	options Options
}

// New returns a session in the initial marking of a model, which is a net, unfolded if it is coloured, or made of a net
// with time, reset arcs or priorities. The error is that of the firing rule of the latter.
func New(m *check.Model, o Options) (*Session, error) {
	names := trace.NamesOf(m)
	s := &Session{model: m, names: names, index: newIndex(names), options: o}
	if m.Net != nil {
		s.game = plainPlay{game.New(m.Net), s}
		return s, nil
	}
	p, err := newClockPlay(s)
	s.game = p
	return s, err
}

// Fire makes the steps of a list one after the other: transitions, each given by its name or by its number in the list
// of what can be fired, and in a net with time delays, as wait 3. All names are looked up before the first step. If a
// step is not possible, those before it have been made, and the error is a *MoveError; other errors say what is wrong
// with the list.
func (s *Session) Fire(list string) error {
	names, err := words(list)
	if err != nil {
		return err
	}
	var steps []func() error
	for i := 0; i < len(names); i++ {
		name := names[i]
		if name == "wait" && !s.index.known(name) || name == "wait" && i+1 < len(names) && isNumber(names[i+1]) {
			i++
			units, err := delay(strings.Join(names[i:min(i+1, len(names))], ""))
			if err != nil {
				return err
			}
			steps = append(steps, func() error { return s.game.Wait(units) })
			continue
		}
		if isNumber(name) {
			steps = append(steps, func() error { return s.move(name) })
			continue
		}
		t, ok := s.index.find(name)
		if !ok {
			return s.index.unknown(name)
		}
		steps = append(steps, func() error { return s.game.Fire(t) })
	}
	for i, step := range steps {
		if err := step(); err != nil {
			if len(steps) > 1 {
				err = fmt.Errorf("%d of %d: %w", i+1, len(steps), err)
			}
			return &MoveError{Reason: err}
		}
	}
	return nil
}

// move fires what has a number in the list of what can be fired.
func (s *Session) move(text string) error {
	n, err := strconv.Atoi(text)
	if moves := len(s.game.Moves()); err != nil || n < 1 || n > moves {
		return fmt.Errorf("there is no number %s: %s enabled", text, quantity.Count(moves, "transition"))
	}
	return s.game.Move(n - 1)
}

func isNumber(word string) bool {
	return word != "" && !slices.ContainsFunc([]byte(word), func(c byte) bool { return c < '0' || c > '9' })
}

// people returns the error of firing a transition with names for people.
func (s *Session) people(t int, err error) error {
	var why *petri.FireError
	if errors.As(err, &why) {
		said := *why
		said.Transition = s.names.Transition(t)
		if p, ok := s.names.Net.PlaceIndex(why.Place); ok {
			said.Place = s.names.Place(p)
		}
		return &said
	}
	return err
}

// firings returns the steps that lead to where a game stands.
func (s *Session) firings(g *game.Game) []trace.Firing {
	return trace.OfSteps(s.model, g.Start(), g.Steps()[:g.At()]).Steps
}

// A Report is where a session stands, for programs: names are those of the net.
type Report struct {
	Steps   []trace.Firing   `json:"steps"`
	Marking map[string]int64 `json:"marking"` // of places that have tokens
	Enabled []string         `json:"enabled"`

	// Of a net with time: the time, the longest delay if there is one, after which delays other transitions can fire,
	// and the clocks of enabled transitions or the ages of tokens.
	Time    *int64             `json:"time,omitempty"`
	Longest *int64             `json:"longest,omitempty"`
	Later   map[string]int64   `json:"later,omitempty"`
	Clocks  map[string]int64   `json:"clocks,omitempty"`
	Ages    map[string][]int64 `json:"ages,omitempty"`
}

// Report returns where the session stands.
func (s *Session) Report() Report {
	r := s.game.Report()
	r.Marking, r.Enabled = map[string]int64{}, s.names.TransitionNames(s.game.Enabled())
	for p, n := range s.game.Marking() {
		if n > 0 {
			r.Marking[s.names.Net.Places[p].Name] = n
		}
	}
	return *r
}
