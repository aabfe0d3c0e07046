package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"brim/check"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/ui/game"
	"brim/internal/ui/trace"
	"brim/petri"
	"brim/petri/timed"
)

// Games of nets with time, and of nets with reset arcs and priorities, by their firing rules.

var errNoTime = errors.New("the net has no time")

// mostChoices is how many choices of tokens are offered of one transition.
const mostChoices = 20

// A clockPlay is such a game. Its run can be taken back, which plays it anew.
type clockPlay struct {
	session *Session
	now     *game.Clocked
	steps   []check.TimedStep
	at      int
}

// newClockPlay begins a game. The error is that of the firing rule.
func newClockPlay(s *Session) (*clockPlay, error) {
	now, err := game.NewClocked(s.model.Drawn())
	return &clockPlay{session: s, now: now}, err
}

func (p *clockPlay) At() int                { return p.at }
func (p *clockPlay) Len() int               { return len(p.steps) }
func (p *clockPlay) Marking() petri.Marking { return p.now.Marking() }
func (p *clockPlay) Before() petri.Marking  { return p.now.Before() }
func (p *clockPlay) Fire(t int) error       { return p.do(check.TimedStep{Transition: t}, true) }

// do makes a step. If free is true, a firing takes the first choice of tokens that is possible. Undone steps are
// forgotten.
func (p *clockPlay) do(s check.TimedStep, free bool) error {
	name := ""
	if s.Transition >= 0 {
		name = p.session.names.Transition(s.Transition)
	}
	switch {
	case s.Transition < 0:
		if err := p.now.Wait(s.Delay); err != nil {
			return err
		}
	case free && len(p.now.Choices(s.Transition, 1)) == 0:
		if units := p.now.Earliest()[s.Transition]; units != timed.Never {
			return fmt.Errorf("transition %s cannot fire now, but after wait %d", name, units)
		}
		return fmt.Errorf("transition %s cannot fire before something else does", name)
	default:
		if free {
			s.Choice = p.now.Choices(s.Transition, 1)[0]
		}
		if _, err := p.now.Take(s.Transition, s.Choice); err != nil {
			return err
		}
	}
	p.steps = append(p.steps[:p.at], s)
	p.at++
	return nil
}

// Go plays the run anew up to a step.
func (p *clockPlay) Go(at int) int {
	at = min(max(at, 0), len(p.steps))
	again, err := newClockPlay(p.session)
	for _, s := range p.steps[:at] {
		if err == nil {
			err = again.do(s, false)
		}
	}
	if err != nil {
		panic("sim: a run that was played cannot be played again: " + err.Error())
	}
	p.now, p.at = again.now, at
	return at
}

// play replaces the run; steps must be a run of the net.
func (p *clockPlay) play(steps []check.TimedStep) {
	p.steps = slices.Clone(steps)
	p.Go(len(steps))
}

// Random fires n transitions, fewer if ctx ends. Each time it waits until some transition can fire, and draws from
// those that can.
func (p *clockPlay) Random(ctx context.Context, n int, from *rand.Rand) (int, error) {
	for i := range n {
		if ctx.Err() != nil {
			return i, nil
		}
		moves := p.now.Moves(mostChoices)
		if len(moves) == 0 {
			units, ok := p.now.Soonest()
			if !ok {
				return i, nil
			}
			if err := p.Wait(units); err != nil {
				return i, err
			}
			moves = p.now.Moves(mostChoices)
		}
		m := moves[from.IntN(len(moves))]
		if err := p.do(check.TimedStep{Transition: m.Transition, Choice: m.Takes}, false); err != nil {
			return i, err
		}
	}
	return n, nil
}

func (p *clockPlay) Wait(units int64) error {
	if !p.session.model.HasTime() {
		return errNoTime
	}
	return p.do(check.TimedStep{Transition: -1, Delay: units}, false)
}

func (p *clockPlay) Step(i int) string {
	if s := p.steps[i]; s.Transition >= 0 {
		return p.session.names.Transition(s.Transition)
	}
	return "wait " + strconv.FormatInt(p.steps[i].Delay, 10)
}

func (p *clockPlay) Enabled() (list []int) {
	for _, m := range p.now.Moves(1) {
		list = append(list, m.Transition)
	}
	return list
}

func (p *clockPlay) Move(i int) error {
	m := p.now.Moves(mostChoices)[i]
	return p.do(check.TimedStep{Transition: m.Transition, Choice: m.Takes}, false)
}

// Moves tells the ages of the tokens where a transition has several choices.
func (p *clockPlay) Moves() (list []string) {
	moves := p.now.Moves(mostChoices)
	for i, m := range moves {
		text := p.session.names.Transition(m.Transition)
		alone := (i == 0 || moves[i-1].Transition != m.Transition) &&
			(i == len(moves)-1 || moves[i+1].Transition != m.Transition)
		if !alone {
			var taken []string
			from, _ := p.session.model.TimedArcs.Taken(m.Transition)
			for k, ages := range m.Takes {
				taken = append(taken, p.session.names.Place(from[k])+" "+agesText(ages))
			}
			text += " with " + strings.Join(taken, ", ")
		}
		list = append(list, text)
	}
	return list
}

// About returns the time, how much may pass, what can fire later, and the clocks or ages.
func (p *clockPlay) About() []aspect {
	if !p.session.model.HasTime() {
		return nil
	}
	text := strconv.FormatInt(p.now.Elapsed(), 10)
	switch longest := p.now.Longest(); longest {
	case timed.Infinite:
		text += "; any time may pass"
	case 0:
		text += "; no time may pass now"
	default:
		text += fmt.Sprintf("; %s more may pass", quantity.Count(longest, "unit"))
	}
	var later, clocks []entry
	names := p.session.names
	for t, units := range p.now.Earliest() {
		if units > 0 {
			later = append(later, entry{text: fmt.Sprintf("%s after %d", printable.Text(names.Transition(t)), units)})
		}
	}
	for t, units := range p.now.Clocks() {
		if units >= 0 {
			clocks = append(clocks, entry{text: fmt.Sprintf("%s %d", printable.Text(names.Transition(t)), units)})
		}
	}
	for place, ages := range p.now.Ages() {
		if len(ages) > 0 {
			clocks = append(clocks, entry{text: printable.Text(names.Place(place)) + " " + agesText(ages)})
		}
	}
	return []aspect{
		{what: "time", text: text}, {what: "later", entries: later}, {what: "clocks", entries: clocks, asked: true},
	}
}

// agesText lists ages.
func agesText(ages []int64) string {
	var list []string
	for _, age := range ages {
		list = append(list, strconv.FormatInt(age, 10))
	}
	return strings.Join(list, "+")
}

// run returns the run up to where the game stands.
func (p *clockPlay) run() *check.TimedRun {
	r := &check.TimedRun{Steps: slices.Clone(p.steps[:p.at]), Loop: check.NoLoop}
	if err := p.session.model.CheckRun(r, nil, check.Maximal); err != nil {
		panic("sim: a run that was played cannot be replayed: " + err.Error())
	}
	return r
}

func (p *clockPlay) Report() *Report {
	m := p.session.model
	r := &Report{Steps: trace.OfPlay(m, p.run(), "").Steps}
	if !m.HasTime() {
		return r
	}
	r.Time, r.Later = new(p.now.Elapsed()), map[string]int64{}
	if longest := p.now.Longest(); longest != timed.Infinite {
		r.Longest = &longest
	}
	net := m.Outline()
	for t, units := range p.now.Earliest() {
		if units > 0 {
			r.Later[net.Transitions[t].Name] = units
		}
	}
	if clocks := p.now.Clocks(); clocks != nil {
		r.Clocks = map[string]int64{}
		for t, units := range clocks {
			if units >= 0 {
				r.Clocks[net.Transitions[t].Name] = units
			}
		}
	}
	if ages := p.now.Ages(); ages != nil {
		r.Ages = map[string][]int64{}
		for place, list := range ages {
			if len(list) > 0 {
				r.Ages[net.Places[place].Name] = list
			}
		}
	}
	return r
}

// delay reads a number of units of time.
func delay(text string) (int64, error) {
	units, err := strconv.ParseInt(text, 10, 64)
	if err != nil || units < 1 {
		return 0, fmt.Errorf("wait takes a number of units of time, from 1 to 2^63−1, not %s", printable.Quote(text))
	}
	return units, nil
}

// wait executes the command wait.
func (s *Session) wait(_ context.Context, rest string) error {
	units, err := delay(rest)
	if err != nil {
		return err
	}
	if err := s.game.Wait(units); errors.Is(err, errNoTime) {
		return err
	} else if err != nil {
		return &MoveError{Reason: err}
	}
	return s.Show()
}

// clocks executes the command clocks.
func (s *Session) clocks(_ context.Context, filter string) error {
	for _, a := range s.game.About() {
		if a.what == "clocks" {
			list := slices.DeleteFunc(a.entries, func(e entry) bool { return !contains(e.text, filter) })
			var b strings.Builder
			s.list(&b, a.what, list, filter, mostEntries)
			return s.print(b.String())
		}
	}
	return errNoTime
}
