package views

import (
	"cmp"
	"math/big"

	"brim/cmd/brim/internal/models"
	"brim/petri"
	"brim/petri/structure"
)

// The report of brim info as JSON.

// An infoReport is the result of brim info, as --json prints it. The keys are documented in the help and stable.
type infoReport struct {
	models.Report
	Coloured         *colouredReport `json:"coloured,omitempty"`
	Extended         *extendedReport `json:"extended,omitempty"`
	*structureReport                 // nil of a coloured net that is not unfolded
}

// A structureReport is what package structure knows of a net.
type structureReport struct {
	InputArcs     int    `json:"input_arcs"`
	OutputArcs    int    `json:"output_arcs"`
	ReadArcs      int    `json:"read_arcs"`
	InhibitorArcs int    `json:"inhibitor_arcs"`
	MaxWeight     int64  `json:"max_weight"`
	InitialTokens string `json:"initial_tokens"`

	Classes    structure.Classes `json:"classes"`
	Components int               `json:"components"`

	IsolatedPlaces    []string `json:"isolated_places"`
	ConstantPlaces    []string `json:"constant_places"`
	SourcePlaces      []string `json:"source_places"`
	SinkPlaces        []string `json:"sink_places"`
	SourceTransitions []string `json:"source_transitions"`
	SinkTransitions   []string `json:"sink_transitions"`
	IdleTransitions   []string `json:"idle_transitions"`
	DeadTransitions   []string `json:"dead_transitions"`

	Units      *unitsReport     `json:"units,omitempty"`
	Invariants invariantsReport `json:"invariants"`
	setsReport
	Bounds      map[string]int64  `json:"place_bounds"`
	Boundedness boundednessReport `json:"boundedness"`
}

type unitsReport struct {
	Count  int  `json:"count"`
	Depth  int  `json:"depth"`
	Places int  `json:"places"` // in some unit
	Safe   bool `json:"safe"`
}

type invariantsReport struct {
	Count    int               `json:"count"`
	Complete bool              `json:"complete"`
	Covered  int               `json:"covered_places"`
	List     []invariantReport `json:"list"`
}

type invariantReport struct {
	Places   []string `json:"places"`
	Weights  []int64  `json:"weights"`
	Constant int64    `json:"constant"`
}

type boundednessReport struct {
	Verdict string   `json:"verdict"`
	Reason  string   `json:"reason"`
	Places  []string `json:"places,omitempty"`
	Prefix  []string `json:"prefix,omitempty"`
	Loop    []string `json:"loop,omitempty"`
}

func newInfoReport(model string, s *study) *infoReport {
	r := &infoReport{Report: models.NewReport("info", model, cmp.Or(s.whole, s.model)), Coloured: s.coloured}
	if s.whole != nil {
		r.Extended = newExtendedReport(s)
	}
	if s.model.Net != nil && !s.resets() {
		r.structureReport = newStructureReport(s)
	}
	return r
}

// newStructureReport converts what package structure found out about a net into the form that --json prints, with names
// in place of indices.
func newStructureReport(s *study) *structureReport {
	net, f := s.model.Net, &s.facts
	r := &structureReport{
		InputArcs: f.InputArcs, OutputArcs: f.OutputArcs, ReadArcs: f.ReadArcs, InhibitorArcs: f.InhibitorArcs,
		MaxWeight: f.MaxWeight, InitialTokens: initialTokens(net).String(),
		Classes:           f.Classes,
		Components:        f.Components,
		IsolatedPlaces:    s.names.PlaceNames(f.IsolatedPlaces),
		ConstantPlaces:    s.names.PlaceNames(f.ConstantPlaces),
		SourcePlaces:      s.names.PlaceNames(f.SourcePlaces),
		SinkPlaces:        s.names.PlaceNames(f.SinkPlaces),
		SourceTransitions: s.names.TransitionNames(f.SourceTransitions),
		SinkTransitions:   s.names.TransitionNames(f.SinkTransitions),
		IdleTransitions:   s.names.TransitionNames(f.Idle),
		DeadTransitions:   s.names.TransitionNames(s.dead),
		Units:             newUnitsReport(net.Units),
		Invariants:        invariantsReport{Count: len(s.flows), Complete: s.complete, Covered: f.Covered},
		setsReport:        newSetsReport(s),
		Bounds:            map[string]int64{},
		Boundedness: boundednessReport{
			Verdict: s.verdict.Kind.String(), Reason: s.verdict.Reason,
			Places: s.names.PlaceNames(s.verdict.Grown),
			Prefix: s.names.TransitionNames(s.verdict.Prefix), Loop: s.names.TransitionNames(s.verdict.Loop),
		},
	}
	r.Invariants.List = newInvariantReports(s)
	for p, b := range s.bounds {
		if b != structure.NoBound {
			r.Bounds[net.Places[p].Name] = b
		}
	}
	return r
}

func newInvariantReports(s *study) []invariantReport {
	list := []invariantReport{}
	for _, flow := range s.flows {
		list = append(list, invariantReport{s.names.PlaceNames(flow.Places), flow.Weights, flow.Constant})
	}
	return list
}

func initialTokens(net *petri.Net) *big.Int {
	sum := new(big.Int)
	for p := range net.Places {
		sum.Add(sum, big.NewInt(net.Places[p].Initial))
	}
	return sum
}

// newUnitsReport describes nested units, nil if there are none.
func newUnitsReport(u *petri.Units) *unitsReport {
	if u == nil {
		return nil
	}
	r := &unitsReport{Count: len(u.List), Safe: u.Safe}
	for i := range u.List {
		r.Places += len(u.List[i].Places)
	}
	for level := []int{u.Root}; len(level) > 0; r.Depth++ {
		var next []int
		for _, unit := range level {
			next = append(next, u.List[unit].Sub...)
		}
		level = next
	}
	return r
}
