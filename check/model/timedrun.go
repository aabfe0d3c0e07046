package model

import (
	"errors"
	"fmt"
	"slices"

	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri"
	"brim/petri/timed"
)

// Runs of nets with time, replayed by their firing rules.

// A TimedRun is a run of a net with time: delays and firings.
type TimedRun struct {
	Start petri.Marking
	Steps []TimedStep
	Loop  int  // after so many steps all is as at the end, but for clocks or ages that are large; or NoLoop
	Dead  bool // at the end nothing fires any more, and time cannot go on

	Deadlock bool // at the end nothing fires any more, however long one waits
	Timelock bool // moreover, time cannot go on for ever
}

// A TimedStep is a delay or a firing.
type TimedStep struct {
	Delay      int64        // 0 for a firing
	Transition int          // -1 for a delay
	Choice     timed.Choice // of the tokens that a firing of a timed-arc net takes
	Time       int64        // since the beginning
	Marking    petri.Marking
}

// replay replays a path of the system by the firing rule of the net, whose clocks and ages are those of the definition.
// It returns the run with neighbouring units of time as one delay. values tells those of
// the variables. The error says which step is impossible, or leads to another marking than in the system.
func (x *timing) replay(p *kripke.Path, values func(kripke.State) []int64) (*TimedRun, error) {
	r := &TimedRun{Start: x.of.outline.Initial(), Loop: NoLoop}
	var player timedPlayer
	var err error
	if x.of.Timed != nil {
		player, err = newClockPlayer(x.of.Timed)
	} else {
		player, err = newAgePlayer(x.of.TimedArcs, x.ticks)
	}
	if err != nil {
		return nil, err
	}
	time := int64(0)
	for i, event := range p.Labels {
		if i == p.Loop {
			r.Loop = len(r.Steps)
		}
		values, step := narrow(values(p.States[i+1])), TimedStep{Transition: -1}
		switch t := x.ticks.Transitions[event]; t {
		case ticks.Start:
			continue
		case ticks.Tick:
			step.Delay, err = 1, player.wait()
			time++
		default:
			step.Transition = t
			step.Choice, err = player.fire(t, values)
		}
		if err != nil {
			return nil, fmt.Errorf("step %d of the run: %w", i+1, err)
		}
		step.Time, step.Marking = time, player.marking()
		if want := x.ticks.Marking(values); !want.Equal(step.Marking) {
			return nil, fmt.Errorf("step %d of the run leads to %s, in the system to %s",
				i+1, x.of.outline.Format(step.Marking), x.of.outline.Format(want))
		}
		if n := len(r.Steps); step.Delay == 1 && n > 0 && r.Steps[n-1].Delay > 0 && r.Loop != n {
			step.Delay += r.Steps[n-1].Delay
			r.Steps[n-1] = step
		} else {
			r.Steps = append(r.Steps, step)
		}
	}
	return r, r.rest(player)
}

// mostPatience is how long a run is continued by waiting at most.
const mostPatience = 1 << 20

// rest finds out what can happen after the last step: it waits until something can fire, time stops, or waiting longer
// makes no difference.
func (r *TimedRun) rest(p timedPlayer) error {
	largest := p.largest()
	for units := int64(0); !p.fires() && largest < mostPatience; units++ {
		switch longest := p.longest(); {
		case longest == 0:
			r.Dead, r.Deadlock, r.Timelock = units == 0, true, true
			return nil
		case units > largest:
			r.Deadlock, r.Timelock = true, longest != timed.Infinite
			return nil
		}
		if err := p.wait(); err != nil {
			return err
		}
	}
	return nil
}

// A timedPlayer plays a net with time by its rule.
type timedPlayer interface {
	wait() error // one unit
	fire(t int, values []int) (timed.Choice, error)
	marking() petri.Marking
	fires() bool    // whether some transition can fire, without a delay
	longest() int64 // the longest delay that is possible, or timed.Infinite
	largest() int64 // the largest constant, beyond which clocks and ages are alike
}

// A clockPlayer plays a time Petri net.
type clockPlayer struct {
	rule *timed.Rule
	at   timed.State
	net  *timed.Net
}

func newClockPlayer(n *timed.Net) (*clockPlayer, error) {
	rule, err := timed.NewRule(n)
	if err != nil {
		return nil, err
	}
	return &clockPlayer{rule, rule.Initial(), n}, nil
}

func (p *clockPlayer) wait() (err error) {
	p.at, err = p.rule.Delay(p.at, 1)
	return err
}

func (p *clockPlayer) fire(t int, _ []int) (_ timed.Choice, err error) {
	p.at, err = p.rule.Fire(p.at, t)
	return nil, err
}

func (p *clockPlayer) marking() petri.Marking { return p.at.Marking }

func (p *clockPlayer) longest() int64 { return p.rule.Longest(p.at) }

func (p *clockPlayer) fires() bool {
	for t := range p.net.Transitions {
		if p.rule.CanFire(p.at, t) {
			return true
		}
	}
	return false
}

func (p *clockPlayer) largest() (most int64) {
	for _, i := range p.net.Intervals {
		most = max(most, i.Low, i.High)
	}
	return most
}

// An agePlayer plays a timed-arc net. Of the tokens that a firing may take, it takes those that lead to the state of
// the system. Two states that this stands for can do the same, so whichever it takes, the rest of the run is possible.
type agePlayer struct {
	rule   *timed.ArcRule
	at     timed.ArcState
	system *ticks.Model
	net    *timed.ArcNet
}

func newAgePlayer(n *timed.ArcNet, system *ticks.Model) (*agePlayer, error) {
	rule, err := timed.NewArcRule(n)
	if err != nil {
		return nil, err
	}
	return &agePlayer{rule, rule.Initial(), system, n}, nil
}

func (p *agePlayer) wait() (err error) {
	p.at, err = p.rule.Delay(p.at, 1)
	return err
}

func (p *agePlayer) fire(t int, values []int) (timed.Choice, error) {
	for c := range p.rule.Choices(p.at, t) {
		next, err := p.rule.Fire(p.at, t, c)
		if err != nil {
			return nil, err
		}
		if p.system.Agrees(next, values) {
			p.at = next
			own := make(timed.Choice, len(c))
			for i := range c {
				own[i] = slices.Clone(c[i])
			}
			return own, nil
		}
	}
	return nil, errors.New("no choice of tokens leads to the state of the system")
}

func (p *agePlayer) marking() petri.Marking { return p.at.Marking() }

func (p *agePlayer) longest() int64 { return p.rule.Longest(p.at) }

func (p *agePlayer) fires() bool {
	for t := range p.net.Transitions {
		if p.rule.CanFire(p.at, t) {
			return true
		}
	}
	return false
}

func (p *agePlayer) largest() (most int64) {
	for _, i := range p.net.Ages {
		most = max(most, i.Low, i.High)
	}
	for _, a := range p.net.Transports {
		most = max(most, a.Ages.Low, a.Ages.High)
	}
	for _, b := range p.net.Invariants {
		most = max(most, b.Most)
	}
	return most
}

// timedRun returns the run of an answer about a net with time as text.
func (m *Model) timedRun(a *Answer) *Run {
	first := a.Timed.Start
	r := &Run{Start: m.outline.Format(first), Steps: []RunStep{}, Values: first, Dead: a.Timed.Dead}
	if a.Shows != nil {
		r.Formula = a.Shows.String()
	}
	if a.Timed.Loop != NoLoop {
		r.Loop = new(a.Timed.Loop)
	}
	for _, s := range a.Timed.Steps {
		step := RunStep{State: m.outline.Format(s.Marking), Values: s.Marking, Time: new(s.Time), Delay: new(s.Delay)}
		if s.Transition < 0 {
			step.Label = fmt.Sprintf("wait %d", s.Delay)
		} else {
			step.Label = m.Document.Transitions[s.Transition].ID
		}
		r.Steps = append(r.Steps, step)
	}
	return r
}
