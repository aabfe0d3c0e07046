package views

import (
	"strings"

	"brim/petri/structure/component"
	"brim/petri/structure/siphon"
)

// Sets of places and transitions, and what they prove, as JSON.

// A setsReport has sets and findings, with names.
type setsReport struct {
	Repeats  repeatsReport            `json:"transition_invariants"`
	Proofs   map[string]findingReport `json:"proofs"`
	Siphons  *siphonsReport           `json:"siphons,omitempty"`
	Traps    *siphonsReport           `json:"traps,omitempty"`
	Machines *coverReport             `json:"s_components,omitempty"`
	Graphs   *coverReport             `json:"t_components,omitempty"`
}

type repeatsReport struct {
	Count    int            `json:"count"`
	Complete bool           `json:"complete"`
	List     []repeatReport `json:"list"`
}

type repeatReport struct {
	Transitions []string `json:"transitions"`
	Counts      []int64  `json:"counts"`
}

type findingReport struct {
	Answer      string   `json:"answer"`
	Reason      string   `json:"reason"`
	Places      []string `json:"places,omitempty"`
	Transitions []string `json:"transitions,omitempty"`
}

type siphonsReport struct {
	Complete bool           `json:"complete"`
	Ordered  int            `json:"ordered"`
	List     []siphonReport `json:"list"`
}

type siphonReport struct {
	Places []string `json:"places"`
	Marked bool     `json:"marked"`
	Trap   []string `json:"largest_trap,omitempty"`
}

type coverReport struct {
	Covers bool              `json:"covers"`
	Open   []string          `json:"uncovered"`
	List   []componentReport `json:"list"`
}

type componentReport struct {
	Places      []string `json:"places"`
	Transitions []string `json:"transitions"`
}

// newSetsReport converts sets into the form that --json prints.
func newSetsReport(s *study) setsReport {
	net := s.model.Net
	r := setsReport{Repeats: repeatsReport{len(s.repeats), s.allRepeats, []repeatReport{}},
		Proofs: map[string]findingReport{}}
	for _, f := range s.repeats {
		r.Repeats.List = append(r.Repeats.List, repeatReport{s.names.TransitionNames(f.Transitions), f.Counts})
	}
	for _, f := range s.findings {
		key := strings.NewReplacer(" ", "_", "-", "_").Replace(f.Name)
		r.Proofs[key] = findingReport{f.Answer.String(), f.Reason, s.names.PlaceNames(f.Places),
			s.names.TransitionNames(f.Transitions)}
	}
	for _, x := range []struct {
		list *siphon.List
		to   **siphonsReport
	}{{s.siphons, &r.Siphons}, {s.traps, &r.Traps}} {
		if x.list == nil {
			continue
		}
		*x.to = &siphonsReport{x.list.Complete, x.list.Ordered, []siphonReport{}}
		for _, set := range x.list.Sets {
			one := siphonReport{Places: s.names.PlaceNames(set), Marked: marked(net, set)}
			if x.list == s.siphons {
				one.Trap = s.names.PlaceNames(siphon.Traps.Largest(net, set))
			}
			(*x.to).List = append((*x.to).List, one)
		}
	}
	if s.machines != nil {
		r.Machines = newCoverReport(s, s.machines, s.names.PlaceNames)
		r.Graphs = newCoverReport(s, s.markedGraphs, s.names.TransitionNames)
	}
	return r
}

func newCoverReport(s *study, c *component.Cover, names func([]int) []string) *coverReport {
	r := &coverReport{c.Covers(), names(append(c.Open[:len(c.Open):len(c.Open)], c.Unknown...)), []componentReport{}}
	for _, x := range c.Components {
		r.List = append(r.List, componentReport{s.names.PlaceNames(x.Places), s.names.TransitionNames(x.Transitions)})
	}
	return r
}
