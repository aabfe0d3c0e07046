package models

import (
	"brim/check"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/petri/coloured"
	"strings"

	"github.com/spf13/cobra"
)

// What all reports on a model begin with: names and sizes.

const LTSHelp = `A MODEL that ends in .aut is a labelled transition system in the Aldebaran format; lift:3, a model of
three lifts that raise a load together, is another one.`

// An StateLimits are the limits of explicit engines beside those of time and memory.
type StateLimits struct{ States, Depth int }

// names of the flags of explicitLimits.
const (
	LimitStates = "limit-states"
	LimitDepth  = "limit-depth"
)

func (l *StateLimits) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&l.States, LimitStates, 0, "end when there are more states; of engines that look at single states")
	f.IntVar(&l.Depth, LimitDepth, 0, "look no further than so many `steps`; of bmc and of engines that look at "+
		"single states")
}

// Begin checks the flags.
func (l *StateLimits) Begin(cmd *cobra.Command) error {
	return cli.InRange(cmd, cli.Between(LimitStates, l.States, 1, 0), cli.Between(LimitDepth, l.Depth, 1, 0))
}

// A Report is what every report on a model begins with.
type Report struct {
	Tool    string  `json:"tool"`
	Version string  `json:"version"`
	Command string  `json:"command"`
	Model   string  `json:"model"`
	Net     *string `json:"net,omitempty"`
	Extent          // of a net
	LTS     *Extent `json:"lts,omitempty"`
	Circuit *Extent `json:"circuit,omitempty"`
}

// An Extent is the numbers of a net, a labelled transition system or a circuit.
type Extent struct {
	Places      *int `json:"places,omitempty"`
	States      *int `json:"states,omitempty"`
	Transitions *int `json:"transitions,omitempty"`
	Arcs        *int `json:"arcs,omitempty"`
	Labels      *int `json:"labels,omitempty"`
	Inputs      *int `json:"inputs,omitempty"`
	Latches     *int `json:"latches,omitempty"`
	Gates       *int `json:"gates,omitempty"`
	Outputs     *int `json:"outputs,omitempty"`
	Bad         *int `json:"bad,omitempty"`
	Constraints *int `json:"constraints,omitempty"`
	Justice     *int `json:"justice,omitempty"`
	Fairness    *int `json:"fairness,omitempty"`
}

func ExtentOf(m *check.Model) Extent {
	if l := m.LTS; l != nil {
		return Extent{States: new(l.States()), Transitions: new(l.Transitions()), Labels: new(m.Labels())}
	}
	if c := m.Circuit; c != nil {
		return Extent{
			Inputs: new(len(c.Inputs)), Latches: new(len(c.Latches)), Gates: new(len(c.Gates)),
			Outputs: new(len(c.Outputs)), Bad: new(len(c.Bad)), Constraints: new(len(c.Constraints)),
			Justice: new(len(c.Justice)), Fairness: new(len(c.Fairness)),
		}
	}
	if d := m.Document; d != nil && (m.System != nil || m.HasTime()) {
		return Extent{Places: new(len(d.Places)), Transitions: new(len(d.Transitions)), Arcs: new(len(d.Arcs))}
	}
	if m.Net == nil {
		return ColouredExtent(m.Coloured)
	}
	return Extent{Places: new(len(m.Net.Places)), Transitions: new(len(m.Net.Transitions)), Arcs: new(m.Net.ArcCount())}
}

// ColouredExtent returns the numbers of a coloured net.
func ColouredExtent(n *coloured.Net) Extent {
	arcs := 0
	for i := range n.Transitions {
		arcs += n.Transitions[i].ArcCount()
	}
	return Extent{Places: new(len(n.Places)), Transitions: new(len(n.Transitions)), Arcs: &arcs}
}

// String writes the extent for people: of a circuit's properties only what there is.
func (s Extent) String() string {
	var list []string
	for _, x := range []struct {
		n          *int
		one, many  string
		ifThereAre bool
	}{
		{s.Places, "place", "places", false}, {s.States, "state", "states", false},
		{s.Transitions, "transition", "transitions", false},
		{s.Arcs, "arc", "arcs", false}, {s.Labels, "label", "labels", false}, {s.Inputs, "input", "inputs", false},
		{s.Latches, "latch", "latches", false}, {s.Gates, "gate", "gates", false},
		{s.Outputs, "output", "outputs", true},
		{s.Bad, "bad state", "bad states", true}, {s.Constraints, "constraint", "constraints", true},
		{s.Justice, "justice property", "justice properties", true},
		{s.Fairness, "fairness constraint", "fairness constraints", true},
	} {
		if x.n != nil && (*x.n > 0 || !x.ifThereAre) {
			list = append(list, quantity.Times(*x.n, x.one, x.many))
		}
	}
	return strings.Join(list, ", ")
}

func NewReport(command, name string, m *check.Model) Report {
	r := Report{Tool: "brim", Version: cli.Version(), Command: command, Model: name}
	switch s := ExtentOf(m); {
	case m.LTS != nil:
		r.LTS = &s
	case m.Circuit != nil:
		r.Circuit = &s
	case m.System != nil || m.HasTime(): // a net with reset arcs, priorities or time
		r.Net, r.Extent = &m.Document.Name, s
	case m.Net == nil: // coloured, and not unfolded
		r.Net = &m.Coloured.Name
	default:
		r.Net, r.Extent = &m.Net.Name, s
	}
	return r
}

// Heading adds the first row of a report for people.
func Heading(t *terminal.Table, m *check.Model) {
	kind, name := "net", ""
	switch {
	case m.Circuit != nil:
		kind, name = "circuit", m.Circuit.Name
	case m.LTS != nil:
		kind, name = "lts", m.LTS.Name()
	case m.System != nil:
		name = m.Document.Name
	case m.Timed != nil:
		kind, name = "time Petri net", m.Document.Name
	case m.TimedArcs != nil:
		kind, name = "timed-arc net", m.Document.Name
	case m.Folded():
		kind, name = "coloured net", m.Coloured.Name
	default:
		name = m.Net.Name
	}
	t.Addf(kind, "%s: %v", name, ExtentOf(m))
}
