// Package sim plays the token game by commands, a line each: those that somebody types, and those of a script.
package sim

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

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
	game    *game.Game
	options Options
}

// New returns a session in the initial marking of a model, which is a net, unfolded if it is coloured.
func New(m *check.Model, o Options) *Session {
	names := trace.NamesOf(m)
	return &Session{model: m, names: names, index: newIndex(names), game: game.New(m.Net), options: o}
}

// Fire fires the transitions of a list one after the other, each given by its name or by its number in the list of
// enabled transitions. All names are looked up before the first firing. If a transition is not enabled, those before it
// have been fired, and the error is a *MoveError; other errors say what is wrong with the list.
func (s *Session) Fire(list string) error {
	names, err := words(list)
	if err != nil {
		return err
	}
	steps := make([]int, len(names))
	for i, name := range names {
		if steps[i] = -1; isNumber(name) {
			continue
		}
		t, ok := s.index.find(name)
		if !ok {
			return s.index.unknown(name)
		}
		steps[i] = t
	}
	for i, t := range steps {
		if t < 0 {
			if t, err = s.numbered(names[i]); err != nil {
				return err
			}
		}
		if err := s.fire(t); err != nil {
			if len(steps) > 1 {
				err = fmt.Errorf("%d of %d: %w", i+1, len(steps), err)
			}
			return &MoveError{Reason: err}
		}
	}
	return nil
}

// numbered returns the transition of a number in the list of those that are enabled.
func (s *Session) numbered(text string) (int, error) {
	enabled := s.game.Enabled()
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(enabled) {
		return 0, &MoveError{Reason: fmt.Errorf("there is no number %s: %s enabled", text, quantity.Count(len(enabled), "transition"))}
	}
	return enabled[n-1], nil
}

func isNumber(word string) bool {
	return word != "" && !slices.ContainsFunc([]byte(word), func(c byte) bool { return c < '0' || c > '9' })
}

// fire fires a transition. The error has names for people.
func (s *Session) fire(t int) error {
	err := s.game.Fire(t)
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

// A Report is where a session stands, for programs: names are those of the net.
type Report struct {
	Steps   []trace.Firing   `json:"steps"`
	Marking map[string]int64 `json:"marking"` // of places that have tokens
	Enabled []string         `json:"enabled"`
}

// Report returns where the session stands.
func (s *Session) Report() Report {
	steps := trace.OfSteps(s.model, s.game.Start(), s.game.Steps()[:s.game.At()]).Steps
	r := Report{Steps: steps, Marking: map[string]int64{}, Enabled: s.names.TransitionNames(s.game.Enabled())}
	for p, n := range s.game.Marking() {
		if n > 0 {
			r.Marking[s.names.Net.Places[p].Name] = n
		}
	}
	return r
}
