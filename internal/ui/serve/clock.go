package serve

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"brim/check"
	"brim/internal/ui/game"
	"brim/petri/timed"
)

// The token game of nets with time.

const (
	mostChoices = 20 // of tokens of one transition that are offered
	mostAges    = 30 // of the tokens of one place that are told
)

// playClocked is play for a net with time. A random step waits until something can fire, and fires it.
func (m *model) playClocked(ctx context.Context, q PlayRequest) (*Play, error) {
	g, err := game.NewClocked(m.drawn)
	if err != nil {
		return nil, err
	}
	x := &Play{Enabled: []int{}}
	for i, step := range q.Steps {
		if err := g.Do(step); err != nil {
			x.Problem = "step " + strconv.Itoa(i+1) + ": " + err.Error()
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	limited, stop := context.WithTimeout(ctx, mostWander)
	defer stop()
	from := rand.New(rand.NewPCG(q.Seed, 0))
	for i := 0; i < q.Random && x.Problem == "" && limited.Err() == nil; i++ {
		units, ok := g.Soonest()
		if !ok {
			break
		}
		if units > 0 {
			err = g.Wait(units)
		} else {
			moves := g.Moves(mostChoices)
			err = g.Do(g.Step(moves[from.IntN(len(moves))]))
		}
		if err != nil {
			x.Problem = err.Error()
		}
	}
	x.Steps, x.Marking = append([]int{}, g.Steps()...), tokens(g.Marking())
	if before := g.Before(); before != nil {
		x.Before = tokens(before)
	}
	x.Clock = clockOf(g, x)
	return x, ctx.Err()
}

// clockedRun returns the steps of the game that are a run, nil if the game does not come to its end. Markings that the
// run tells are those of the game.
func (m *model) clockedRun(run *check.TimedRun) []int {
	g, err := game.NewClocked(m.drawn)
	if err != nil || run.Start != nil && !g.Marking().Equal(run.Start) {
		return nil
	}
	list := []int{}
	for _, s := range run.Steps {
		step := -int(s.Delay)
		if s.Transition < 0 {
			err = g.Wait(s.Delay)
		} else {
			step, err = g.Take(s.Transition, s.Choice)
		}
		if err != nil || s.Marking != nil && !g.Marking().Equal(s.Marking) {
			return nil
		}
		list = append(list, step)
	}
	return list
}

// clockOf tells of time where a game stands, and adds to x what can fire.
func clockOf(g *game.Clocked, x *Play) *Clock {
	c := &Clock{Elapsed: strconv.FormatInt(g.Elapsed(), 10)}
	if longest := g.Longest(); longest != timed.Infinite {
		c.Longest = strconv.FormatInt(longest, 10)
	}
	if soonest, ok := g.Soonest(); ok {
		c.Soonest = strconv.FormatInt(soonest, 10)
	}
	moves := g.Moves(mostChoices)
	ways := map[int]int{}
	for _, m := range moves {
		ways[m.Transition]++
	}
	for _, m := range moves {
		x.Enabled = append(x.Enabled, g.Step(m))
		text := ""
		if ways[m.Transition] > 1 {
			var list []string
			for _, ages := range m.Takes {
				list = append(list, agesText(ages))
			}
			text = strings.Join(list, " and ")
		}
		c.Takes = append(c.Takes, text)
	}
	for _, clock := range g.Clocks() {
		text := ""
		if clock >= 0 {
			text = strconv.FormatInt(clock, 10)
		}
		c.Clocks = append(c.Clocks, text)
	}
	for _, ages := range g.Ages() {
		c.Ages = append(c.Ages, agesText(ages))
	}
	return c
}

// agesText lists ages, cut if they are many.
func agesText(ages []int64) string {
	var list []string
	for i, age := range ages {
		if i == mostAges {
			list = append(list, "…")
			break
		}
		list = append(list, strconv.FormatInt(age, 10))
	}
	return strings.Join(list, ", ")
}
