package serve

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"

	"brim/petri"
)

// play fires transitions from the initial marking.
func (s *Server) play(_ context.Context, m *model, q PlayRequest) (*Play, error) {
	if m.played == nil {
		return nil, errors.New(m.why)
	}
	net := m.played.Net
	x := &Play{Steps: []int{}, Command: "brim sim " + m.info.Name}
	now, before := net.Initial(), petri.Marking(nil)
	fire := func(t int) error {
		last := now.Clone()
		if err := net.Fire(now, t); err != nil {
			return err
		}
		before, x.Steps = last, append(x.Steps, t)
		return nil
	}
	for i, t := range q.Steps {
		if t < 0 || t >= len(net.Transitions) {
			x.Problem = "there is no transition " + strconv.Itoa(t)
			break
		}
		if err := fire(t); err != nil {
			x.Problem = "step " + strconv.Itoa(i+1) + ": " + err.Error()
			break
		}
	}
	drawn := rand.New(rand.NewPCG(q.Seed, 0))
	for range q.Random {
		enabled := slices.Collect(net.EnabledTransitions(now))
		if len(enabled) == 0 || x.Problem != "" {
			break
		}
		if err := fire(enabled[drawn.IntN(len(enabled))]); err != nil {
			x.Problem = err.Error()
		}
	}
	x.Marking, x.Enabled = tokens(now), append([]int{}, slices.Collect(net.EnabledTransitions(now))...)
	if before != nil {
		x.Before = tokens(before)
	}
	return x, nil
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
