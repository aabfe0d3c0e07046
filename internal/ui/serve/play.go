package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/game"
	"brim/petri"
)

// The token game.

// mostSteps is how long a game may be, so that each move is answered at once.
const mostSteps = 1 << 20

// play replays the steps of a request from the initial marking, fires further random steps if asked to, and returns the
// marking, the enabled transitions and the equivalent command line. If a step cannot be fired, Problem says why, and
// the steps before it count.
func (s *Server) play(ctx context.Context, m *model, q PlayRequest) (*Play, error) {
	switch {
	case m.played == nil && m.rule == nil && !m.clocked():
		return nil, errors.New(m.why)
	case q.Random < 0 || q.Random > mostSteps || len(q.Steps) > mostSteps-q.Random:
		return nil, errors.New("a game has 0 to " + strconv.Itoa(mostSteps) + " steps")
	}
	if m.clocked() {
		return m.playClocked(ctx, q)
	}
	if m.rule != nil {
		return m.playByRule(ctx, q)
	}
	g := game.New(m.played.Net)
	x := &Play{}
	var replay *petri.ReplayError
	switch err := g.Play(q.Steps); {
	case errors.As(err, &replay):
		x.Problem = "step " + strconv.Itoa(replay.Step+1) + ": " + replay.Reason.Error()
	case err != nil:
		return nil, err
	default:
		if x.Problem, err = wander(ctx, g, q.Random, rand.New(rand.NewPCG(q.Seed, 0))); err != nil {
			return nil, err
		}
	}
	x.Steps, x.Marking, x.Enabled = append([]int{}, g.Steps()...), tokens(g.Marking()), append([]int{}, g.Enabled()...)
	if before := g.Before(); before != nil {
		x.Before = tokens(before)
	}
	words := []string{"sim"}
	if fired := firing(m.names(), x.Steps); fired != "" && len(fired) <= mostCommand {
		words = append(words, "--fire", fired)
	}
	x.Command = commandLine(words, m.info.Name)
	return x, nil
}

// A rule is the firing rule of a net with reset arcs or priorities, or of a listed system.
type rule interface {
	Initial() petri.Marking
	Enabled(m petri.Marking, t int) bool
	Fire(m petri.Marking, t int) (petri.Marking, error)
}

// transitions returns how many a model with a rule has.
func (m *model) transitions() int {
	if m.listing != nil {
		return len(m.listing.edges)
	}
	return len(m.drawn.Untimed.Transitions)
}

// enabled lists what can fire in a marking of a model with a rule.
func (m *model) enabled(at petri.Marking) []int {
	list := []int{}
	for t := range m.transitions() {
		if m.rule.Enabled(at, t) {
			list = append(list, t)
		}
	}
	return list
}

// fire fires a transition of a model with a rule.
func (m *model) fire(at petri.Marking, t int) (petri.Marking, error) {
	if t < 0 || t >= m.transitions() {
		return nil, errors.New("there is no transition " + strconv.Itoa(t))
	}
	return m.rule.Fire(at, t)
}

// playByRule is play for a model that has its own firing rule.
func (m *model) playByRule(ctx context.Context, q PlayRequest) (*Play, error) {
	x, here := &Play{Steps: []int{}}, m.rule.Initial()
	var before petri.Marking
	fire := func(t int) error {
		next, err := m.fire(here, t)
		if err == nil {
			before, here = here, next
			x.Steps = append(x.Steps, t)
		}
		return err
	}
	for i, t := range q.Steps {
		if err := cmp.Or(ctx.Err(), fire(t)); err != nil {
			x.Problem = "step " + strconv.Itoa(i+1) + ": " + err.Error()
			break
		}
	}
	limited, stop := context.WithTimeout(ctx, mostWander)
	defer stop()
	from := rand.New(rand.NewPCG(q.Seed, 0))
	for i := 0; i < q.Random && x.Problem == "" && limited.Err() == nil; i++ {
		list := m.enabled(here)
		if len(list) == 0 {
			break
		}
		if err := fire(list[from.IntN(len(list))]); err != nil {
			x.Problem = err.Error()
		}
	}
	x.Marking, x.Enabled = tokens(here), m.enabled(here)
	if before != nil {
		x.Before = tokens(before)
	}
	return x, ctx.Err()
}

// mostWander is how long steps are drawn, so that a large net is no reason to wait.
const mostWander = 10 * time.Second

// wander fires n transitions at random and says why there are fewer; the error is that of ctx. Each step looks at all
// transitions.
func wander(ctx context.Context, g *game.Game, n int, from *rand.Rand) (problem string, err error) {
	limited, stop := context.WithTimeout(ctx, mostWander)
	defer stop()
	for i := range n {
		switch fired, err := g.Random(1, from); {
		case err != nil:
			return err.Error(), nil
		case fired == 0:
			return "", nil
		case ctx.Err() != nil:
			return "", ctx.Err()
		case limited.Err() != nil:
			return fmt.Sprintf("after %v, %s of %d were drawn", mostWander, quantity.Count(i+1, "step"), n), nil
		}
	}
	return "", nil
}

// firing writes steps as brim sim --fire takes them.
func firing(names naming.Names, steps []int) string {
	list := make([]string, len(steps))
	for i, t := range steps {
		list[i] = names.Transition(t)
	}
	return strings.Join(list, " ")
}

// tokens lists the places of a marking that have some.
func tokens(m petri.Marking) []Tokens {
	list := []Tokens{}
	for p, n := range m {
		if n > 0 {
			list = append(list, Tokens{p, strconv.FormatInt(n, 10)})
		}
	}
	return list
}
