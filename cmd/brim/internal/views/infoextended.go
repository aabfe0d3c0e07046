package views

import (
	"context"
	"fmt"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/ui/picture"
	"brim/petri/extended"
	"brim/petri/timed"
)

// brim info of nets with time, reset arcs and priorities: these, and the structure of the net without them.

// relaxed puts the net without time, priorities and reset arcs into the study. That net reaches all markings that the
// net with time and priorities reaches. A reset arc only takes from the weighted sum of an invariant.
func (i *infoCommand) relaxed(ctx context.Context, s *study) error {
	s.whole = s.model
	net := s.whole.Document
	if s.whole.TimedArcs != nil {
		net = s.whole.TimedArcs.Ageless()
	}
	var err error
	s.model, err = models.Within(ctx, &i.Limits,
		func(ctx context.Context) (*check.Model, error) { return check.OfExtended(ctx, net.Bare()) })
	return err
}

// arcsOf returns the number of arcs of a kind of the net with time, reset arcs or priorities.
func (s *study) arcsOf(kind extended.Kind) (n int) {
	for _, a := range s.whole.Document.Arcs {
		if a.Kind == kind {
			n++
		}
	}
	return n
}

// resets reports whether reset arcs are left out of the net whose structure is looked at.
func (s *study) resets() bool { return s.whole != nil && s.arcsOf(extended.Reset) > 0 }

// without says which net the structure is of.
func (s *study) without() string {
	var list []string
	if s.whole.HasTime() {
		list = append(list, "time")
	}
	if s.resets() {
		list = append(list, "reset arcs")
	}
	if s.whole.Document.HasPriorities() {
		list = append(list, "priorities")
	}
	return "the net without " + strings.Replace(strings.Join(list, ", "), ", "+list[len(list)-1],
		" and "+list[len(list)-1], 1)
}

// An extendedReport is what a net has beside places, transitions and arcs of place/transition nets.
type extendedReport struct {
	ResetArcs     int               `json:"reset_arcs"`
	TransportArcs int               `json:"transport_arcs"`
	Capacities    map[string]int64  `json:"capacities"`
	Priorities    map[string]int64  `json:"priorities"`
	Over          []overReport      `json:"over"`
	StructureOf   string            `json:"structure_of"`
	Sums          []invariantReport `json:"sums,omitempty"`
	Time          *timeReport       `json:"time,omitempty"`
}

type overReport struct {
	First string `json:"first"`
	Then  string `json:"then"`
}

type timeReport struct {
	Kind       string            `json:"kind"`
	Semantics  string            `json:"semantics,omitempty"`
	Memory     string            `json:"memory,omitempty"`
	Intervals  map[string]string `json:"intervals,omitempty"`
	Ages       int               `json:"ages"`
	Invariants map[string]string `json:"invariants,omitempty"`
	Urgent     []string          `json:"urgent,omitempty"`
	Exact      bool              `json:"exact"`
	Reason     string            `json:"reason,omitempty"`
}

func newExtendedReport(s *study) *extendedReport {
	net := s.whole.Document
	r := &extendedReport{
		ResetArcs: s.arcsOf(extended.Reset), Capacities: map[string]int64{}, Priorities: map[string]int64{},
		Over:        []overReport{},
		StructureOf: s.without(), Time: newTimeReport(s.whole),
	}
	if s.whole.TimedArcs != nil {
		r.TransportArcs = len(s.whole.TimedArcs.Transports)
	}
	for _, p := range net.Places {
		if p.Capacity != extended.Unlimited {
			r.Capacities[p.ID] = p.Capacity
		}
	}
	for _, t := range net.Transitions {
		if t.Priority != 0 {
			r.Priorities[t.ID] = t.Priority
		}
	}
	for _, o := range net.Over {
		r.Over = append(r.Over, overReport{net.Transitions[o.First].ID, net.Transitions[o.Then].ID})
	}
	if s.resets() {
		r.Sums = newInvariantReports(s)
	}
	return r
}

// newTimeReport describes the time of a net; nil if it has none.
func newTimeReport(m *check.Model) *timeReport {
	if !m.HasTime() {
		return nil
	}
	r := &timeReport{Kind: "timed-arc net", Exact: m.Exact() == nil}
	if err := m.Exact(); err != nil {
		r.Reason = err.Error()
	}
	if n := m.TimedArcs; n != nil {
		r.Invariants = map[string]string{}
		for p, b := range n.Invariants {
			switch {
			case b.Most == timed.Infinite:
			case b.Open:
				r.Invariants[n.Places[p].ID] = fmt.Sprintf("< %d", b.Most)
			default:
				r.Invariants[n.Places[p].ID] = fmt.Sprintf("<= %d", b.Most)
			}
		}
		for _, ages := range n.Ages {
			r.count(ages)
		}
		for _, t := range n.Transports {
			r.count(t.Ages)
		}
		for t, urgent := range n.Urgent {
			if urgent {
				r.Urgent = append(r.Urgent, n.Transitions[t].ID)
			}
		}
		return r
	}
	r.Kind, r.Semantics, r.Memory, r.Intervals = "time Petri net", "strong", "intermediate", map[string]string{}
	if m.Timed.Weak {
		r.Semantics = "weak"
	}
	if m.Timed.Memory == timed.Atomic {
		r.Memory = "atomic"
	}
	for t, i := range m.Timed.Intervals {
		if i != timed.Always() {
			r.Intervals[m.Timed.Transitions[t].ID] = i.String()
		}
	}
	return r
}

// count counts an interval of ages, unless it has all ages.
func (r *timeReport) count(ages timed.Interval) {
	if ages != timed.Always() {
		r.Ages++
	}
}

// addExtended adds to a table what a net has beside places, transitions and arcs of place/transition nets.
func (i *infoCommand) addExtended(t *terminal.Table, s *study) {
	net, names := s.whole.Document, naming.Of(s.whole.Outline())
	t.Add("initial marking", initialText(s.whole.Outline()))
	arcs := []string{
		quantity.Int(s.arcsOf(extended.Input)) + " input", quantity.Int(s.arcsOf(extended.Output)) + " output",
		quantity.Int(s.arcsOf(extended.Read)) + " read", quantity.Int(s.arcsOf(extended.Inhibitor)) + " inhibitor",
		quantity.Int(s.arcsOf(extended.Reset)) + " reset",
	}
	if n := s.whole.TimedArcs; n != nil {
		arcs = append(arcs[:4], quantity.Int(len(n.Transports))+" transport")
	}
	t.Add("arcs", strings.Join(arcs, ", "))
	list := func(label string, of []string) {
		if len(of) > 0 {
			t.Add(label, i.names(of, ", "))
		}
	}
	var capacities, priorities []string
	for p := range net.Places {
		if c := net.Places[p].Capacity; c != extended.Unlimited {
			capacities = append(capacities, names.Place(p)+" "+quantity.Int(c))
		}
	}
	for x := range net.Transitions {
		if k := net.Transitions[x].Priority; k != 0 {
			priorities = append(priorities, names.Transition(x)+" "+quantity.Int(k))
		}
	}
	for _, o := range net.Over {
		priorities = append(priorities, names.Transition(o.First)+" over "+names.Transition(o.Then))
	}
	list("capacities", capacities)
	list("priorities", priorities)
	if s.whole.HasTime() {
		i.addTime(t, s.whole, list)
	}
	t.Add("")
	t.Addf("structure", "of %s", s.without())
	if s.resets() {
		t.Add("", "reset arcs make the sums of its invariants smaller, never larger; its other properties are "+
			"not shown")
	} else {
		t.Add("", "it reaches more markings: invariants, bounds, siphons, traps and dead transitions hold here, too;")
		t.Add("", "liveness, deadlocks and unbounded places may be different here")
	}
}

// addTime adds the time of a net.
func (i *infoCommand) addTime(t *terminal.Table, m *check.Model, list func(label string, of []string)) {
	names := naming.Of(m.Outline())
	d := &timed.Document{Timed: m.Timed, Arcs: m.TimedArcs}
	texts, r := picture.TimeTexts(d), newTimeReport(m)
	var transitions, places []string
	for x, text := range texts.Transitions {
		switch {
		case text == "":
		case m.Timed == nil: // urgent
			transitions = append(transitions, names.Transition(x))
		default:
			transitions = append(transitions, names.Transition(x)+" "+text)
		}
	}
	for p, text := range texts.Places {
		if text != "" {
			places = append(places, names.Place(p)+" "+strings.TrimPrefix(text, "age "))
		}
	}
	if m.Timed != nil {
		misses := "no transition misses the end of its interval"
		if m.Timed.Weak {
			misses = "a transition may miss its interval"
		}
		t.Addf("time", "%s semantics: %s; %s memory", r.Semantics, misses, r.Memory)
		list("intervals", transitions)
	} else {
		t.Addf("ages", "%s for ages", quantity.Times(r.Ages, "arc asks", "arcs ask"))
		list("ages at most", places)
		list("urgent transitions", transitions)
	}
	if r.Exact {
		t.Add("real time", "reaches the same markings as integer time")
	} else {
		t.Add("real time", "may reach other markings than integer time: "+r.Reason)
	}
}
