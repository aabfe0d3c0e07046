package model

import (
	"brim/engine/kripke"
)

// Paths through single states as text.

// A Run is a path through single states as text, the way --json prints it.
type Run struct {
	Formula string    `json:"formula,omitempty"` // the formula that it shows; "" in the μ-calculus
	Start   string    `json:"start"`
	Steps   []RunStep `json:"steps"`
	Loop    *int      `json:"loop"` // the last state equals the state after this many steps; nil if there is no loop
	Dead    bool      `json:"dead"` // the last state has no successor; of a net with time: nothing fires any more
	// Values are those of the variables in the first state, if there are variables.
	Values []int64 `json:"values,omitempty"`
}

// A RunStep is a transition, and the state that it leads to.
type RunStep struct {
	Label string `json:"label"`
	State string `json:"state"`
	// Values are those of the variables in the state, if there are variables.
	Values []int64 `json:"values,omitempty"`
	// Delay is for how many units of time the run waits in this step, if it does nothing else; nil if there is no time.
	Delay *int64 `json:"delay,omitempty"`
	// Time is that since the beginning of the run, nil if there is no time.
	Time *int64 `json:"time,omitempty"`
}

// Run returns the path of an answer as text, nil if it has no path.
func (m *Model) Run(a *Answer) *Run {
	p := a.Path
	if a.Timed != nil {
		return m.timedRun(a)
	}
	if p == nil {
		return nil
	}
	s, err := m.startsAt(p)
	if err != nil {
		return nil
	}
	r := &Run{Start: m.format(s, p.States[0]), Steps: []RunStep{}, Values: m.values(p.States[0])}
	if a.Shows != nil {
		r.Formula = a.Shows.String()
	}
	if p.Loop != NoLoop {
		r.Loop = new(p.Loop)
	}
	for i, label := range p.Labels {
		r.Steps = append(r.Steps, RunStep{Label: s.Labels()[label], State: m.format(s, p.States[i+1]),
			Values: m.values(p.States[i+1])})
	}
	var out kripke.Successors
	r.Dead = s.Successors(p.States[len(p.Labels)], &out) == nil && out.Len() == 0
	return r
}

// values returns the values of the variables in a state of a system, nil for other models.
func (m *Model) values(s kripke.State) (list []int64) {
	switch {
	case m.System != nil:
		list = numbers(m.packed(), s)
	case m.LTS != nil:
		list = m.LTS.Values(s)
	}
	return list
}

// format writes a state for people, one of a net as a marking.
func (m *Model) format(of kripke.Structure, s kripke.State) string {
	if net := m.Outline(); m.System != nil && net != nil {
		return net.Format(m.values(s))
	}
	return of.Format(s)
}

// Initial writes the first initial state for people.
func (m *Model) Initial() string {
	if m.HasTime() {
		return m.outline.Format(m.outline.Initial())
	}
	s, err := m.States()
	if err != nil {
		return ""
	}
	return m.format(s, s.Initial()[0])
}
