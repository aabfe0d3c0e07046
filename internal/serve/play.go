package serve

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"

	"brim/internal/game"
	"brim/internal/naming"
	"brim/petri"
)

// mostSteps is how long a game may be, so that each move is answered at once.
const mostSteps = 1 << 20

// play fires transitions from the initial marking.
func (s *Server) play(_ context.Context, m *model, q PlayRequest) (*Play, error) {
	switch {
	case m.played == nil:
		return nil, errors.New(m.why)
	case q.Random < 0 || len(q.Steps)+q.Random > mostSteps:
		return nil, errors.New("a game has 0 to " + strconv.Itoa(mostSteps) + " steps")
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
		if _, err := g.Random(q.Random, rand.New(rand.NewPCG(q.Seed, 0))); err != nil {
			x.Problem = err.Error()
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
