package main

import (
	"fmt"

	"brim/petri/nets"
)

// A familyReport describes one family. Its keys are stable.
type familyReport struct {
	Name        string `json:"name"`
	Title       string `json:"title"`
	Parameter   string `json:"parameter"`
	Min         int    `json:"min"`
	Max         int    `json:"max"`
	StatesKnown bool   `json:"states_known"` // there is a closed form
	DepthKnown  bool   `json:"depth_known"`

	Sizes        []sizeReport        `json:"sizes,omitempty"`
	Propositions []propositionReport `json:"propositions,omitempty"`
}

// A sizeReport describes a named size of a family. Its keys are stable.
type sizeReport struct {
	Name    string `json:"name"`
	Numbers []int  `json:"numbers"`
}

// A propositionReport describes a proposition of a family, or N of them. Its keys are stable.
type propositionReport struct {
	Name    string `json:"name"`
	Formula string `json:"formula"`
}

func (a *app) listFamilies() error {
	if a.json {
		var list []familyReport
		for _, f := range nets.All() {
			r := familyReport{Name: f.Name, Title: f.Title, Parameter: f.Parameter, Min: f.Min, Max: f.Max, StatesKnown: f.States != nil, DepthKnown: f.Depth != nil}
			for _, s := range f.Sizes {
				r.Sizes = append(r.Sizes, sizeReport{s.Name, s.Numbers})
			}
			for _, p := range f.Propositions {
				r.Propositions = append(r.Propositions, propositionReport{p.Name, p.Formula})
			}
			list = append(list, r)
		}
		return writeJSON(a.out, map[string]any{"families": list})
	}
	t := &table{header: []string{"family", "N is the number of", "N", "states, N = 10", "net"}, right: []bool{2: false, 3: true}}
	for _, f := range nets.All() {
		states := "unknown"
		switch {
		case f.States != nil && f.Min <= 10:
			states = number(f.States(10), false)
		case f.Name == "unbounded":
			states = "infinite"
		}
		sizes := ""
		for _, s := range f.Sizes {
			sizes += s.Name + ", "
		}
		sizes += groupedInt(f.Min) + " … " + groupedInt(f.Max)
		t.add(f.Form(), f.Parameter, sizes, states, f.Title)
	}
	if err := t.write(a.out); err != nil {
		return err
	}
	propositions := &table{header: []string{"family", "proposition", "stands for, i = 1 … N"}}
	for _, f := range nets.All() {
		for _, p := range f.Propositions {
			propositions.add(f.Form(), p.Name, p.Formula)
		}
	}
	fmt.Fprintln(a.out)
	return propositions.write(a.out)
}
