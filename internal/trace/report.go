package trace

import (
	"brim/check"
	"brim/internal/naming"
	"brim/petri"
)

// A Witness is a witness as --json prints it.
type Witness struct {
	At       *int             `json:"at,omitempty"`
	Formula  string           `json:"formula"`
	Claimed  bool             `json:"claimed,omitempty"`
	Start    map[string]int64 `json:"start,omitempty"` // not of a branch
	Steps    []Firing         `json:"steps"`
	Loop     *int             `json:"loop"`
	Dead     bool             `json:"dead"`
	Branches []*Witness       `json:"branches"`
	Cut      bool             `json:"cut"`
}

// A Firing is a step of a Witness, with what it changed.
type Firing struct {
	Transition string       `json:"transition"`
	Changes    []Difference `json:"changes"`
}

// A Difference is what a step did to one place.
type Difference struct {
	Place string `json:"place"`
	From  int64  `json:"from"`
	To    int64  `json:"to"`
}

// OfWitness returns w for --json, nil for none.
func OfWitness(net *petri.Net, w *check.Witness) *Witness {
	if w == nil {
		return nil
	}
	r := branch(net, w)
	r.Start = map[string]int64{}
	for p, tokens := range w.Start {
		if tokens > 0 {
			r.Start[net.Places[p].Name] = tokens
		}
	}
	return r
}

func branch(net *petri.Net, w *check.Witness) *Witness {
	p := Follow(net, w)
	r := &Witness{
		Formula: w.Formula.Format(naming.Identities(net)), Claimed: check.Claimed(w.Formula), Steps: []Firing{}, Dead: p.Dead,
		Branches: []*Witness{}, Cut: w.Cut,
	}
	for _, s := range p.Steps {
		changes := []Difference{}
		for _, c := range s.Changes {
			changes = append(changes, Difference{net.Places[c.Place].Name, c.From, c.To})
		}
		r.Steps = append(r.Steps, Firing{net.Transitions[s.Transition].Name, changes})
	}
	if w.Loop != check.NoLoop {
		r.Loop = new(w.Loop)
	}
	for _, b := range w.Branches {
		inner := branch(net, b.Witness)
		inner.At = new(b.At)
		r.Branches = append(r.Branches, inner)
	}
	return r
}
