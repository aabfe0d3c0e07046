package main

import (
	"brim/check"
	"brim/internal/naming"
	"brim/petri"
)

// A witnessReport is a witness as --json prints it.
type witnessReport struct {
	At       *int             `json:"at,omitempty"`
	Formula  string           `json:"formula"`
	Claimed  bool             `json:"claimed,omitempty"`
	Start    map[string]int64 `json:"start,omitempty"` // not of a branch
	Steps    []stepReport     `json:"steps"`
	Loop     *int             `json:"loop"`
	Dead     bool             `json:"dead"`
	Branches []*witnessReport `json:"branches"`
	Cut      bool             `json:"cut"`
}

type stepReport struct {
	Transition string         `json:"transition"`
	Changes    []changeReport `json:"changes"`
}

type changeReport struct {
	Place string `json:"place"`
	From  int64  `json:"from"`
	To    int64  `json:"to"`
}

// reportWitness returns w for --json, nil for none.
func reportWitness(net *petri.Net, w *check.Witness) *witnessReport {
	if w == nil {
		return nil
	}
	r := reportBranch(net, w)
	r.Start = map[string]int64{}
	for p, tokens := range w.Start {
		if tokens > 0 {
			r.Start[net.Places[p].Name] = tokens
		}
	}
	return r
}

func reportBranch(net *petri.Net, w *check.Witness) *witnessReport {
	p := follow(net, w)
	r := &witnessReport{
		Formula: w.Formula.Format(naming.Identities(net)), Claimed: check.Claimed(w.Formula), Steps: []stepReport{}, Dead: p.dead,
		Branches: []*witnessReport{}, Cut: w.Cut,
	}
	for _, s := range p.steps {
		changes := []changeReport{}
		for _, c := range s.changes {
			changes = append(changes, changeReport{net.Places[c.place].Name, c.from, c.to})
		}
		r.Steps = append(r.Steps, stepReport{net.Transitions[s.transition].Name, changes})
	}
	if w.Loop != check.NoLoop {
		r.Loop = new(w.Loop)
	}
	for _, b := range w.Branches {
		inner := reportBranch(net, b.Witness)
		inner.At = new(b.At)
		r.Branches = append(r.Branches, inner)
	}
	return r
}
