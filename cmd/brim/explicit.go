package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/engine/kripke/lift"
	"brim/internal/quantity"
	"brim/malformed"
	"brim/petri"
	"brim/petri/nets"

	"github.com/spf13/cobra"
)

const ltsHelp = `A MODEL that ends in .aut is a labelled transition system in the Aldebaran format; lift:3, a model of
three lifts that raise a load together, is another one.`

// An explicitModel is what explicit engines explore.
type explicitModel struct {
	kripke.Structure             // of a circuit only after explore
	net              *kripke.Net // one of these is not nil
	lts              *kripke.LTS
	circuit          *circuit.Circuit
	names            syntax.Names // of formulas
}

// explore makes the states of a circuit ready for engines that look at them one by one. The error says that it has too many inputs.
func (m *explicitModel) explore() error {
	if m.circuit == nil {
		return nil
	}
	x, err := kripke.NewCircuit(m.circuit)
	m.Structure = x
	return err
}

// petri returns the net, nil for other models.
func (m *explicitModel) petri() *petri.Net {
	if m.net == nil {
		return nil
	}
	return m.net.Net()
}

// isLTS tells whether a model of that name is a labelled transition system.
func isLTS(name string) bool { return name == lift.Name || endsIn(name, ".aut") }

// loadExplicit reads the model of the given name.
func (a *app) loadExplicit(ctx context.Context, name string) (*explicitModel, error) {
	if isLTS(name) {
		lts, err := loadLTS(ctx, name)
		if err != nil {
			return nil, err
		}
		return &explicitModel{Structure: lts, lts: lts, names: lts.Names()}, nil
	}
	if isCircuit(name) {
		c, err := loadCircuit(ctx, name)
		if err != nil {
			return nil, err
		}
		return &explicitModel{circuit: c, names: c.Names()}, nil
	}
	net, err := a.load(ctx, name)
	if err != nil {
		return nil, err
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		return nil, err
	}
	return &explicitModel{Structure: n, net: n, names: names(net)}, nil
}

// actions returns the labels as formulas name them: of nets of families those of nets.Label, c2(d1,0) for c2_d1_0.T1_0.K, of others all
// that there is.
func (m *explicitModel) actions() []string {
	list := m.Labels()
	if _, _, err := nets.Split(m.Name()); m.net == nil || err != nil {
		return list
	}
	list = slices.Clone(list)
	for i, name := range list {
		list[i] = nets.Label(name)
	}
	return list
}

// loadLTS reads the labelled transition system of the given name.
func loadLTS(ctx context.Context, name string) (*kripke.LTS, error) {
	if name == lift.Name {
		return lift.LTS(), nil
	}
	lts, err := kripke.ReadAUTFile(ctx, name)
	var wrong *malformed.Error
	if err != nil && !errors.As(err, &wrong) {
		return nil, fileError("read", err)
	}
	return lts, err
}

// An explicitLimits are the limits of explicit engines beside those of time and memory.
type explicitLimits struct{ states, depth int }

// names of the flags of explicitLimits.
const (
	limitStates = "limit-states"
	limitDepth  = "limit-depth"
)

func (l *explicitLimits) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&l.states, limitStates, 0, "end when there are more states; of engines that look at single states")
	f.IntVar(&l.depth, limitDepth, 0, "look no further than so many `steps`; of bmc and of engines that look at single states")
	for _, name := range []string{limitStates, limitDepth} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
}

// begin checks the flags.
func (l *explicitLimits) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name  string
		value int
	}{{limitStates, l.states}, {limitDepth, l.depth}} {
		if x.value < 1 && cmd.Flags().Changed(x.name) {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from 1 on", x.name, x.value)}
		}
	}
	return nil
}

// A modelReport is what a report on an explicit engine begins with: a netReport, or the same for a labelled transition system or a circuit.
type modelReport struct {
	Tool        string         `json:"tool"`
	Version     string         `json:"version"`
	Command     string         `json:"command"`
	Model       string         `json:"model"`
	Net         string         `json:"net,omitempty"`
	Places      *int           `json:"places,omitempty"`
	Transitions *int           `json:"transitions,omitempty"`
	Arcs        *int           `json:"arcs,omitempty"`
	LTS         *ltsReport     `json:"lts,omitempty"`
	Circuit     *circuitReport `json:"circuit,omitempty"`
}

// An ltsReport is what is in the file of a labelled transition system.
type ltsReport struct {
	States      int `json:"states"`
	Transitions int `json:"transitions"`
	Labels      int `json:"labels"`
}

func newModelReport(command, name string, m *explicitModel) modelReport {
	r := modelReport{Tool: "brim", Version: version(), Command: command, Model: name}
	switch {
	case m.lts != nil:
		r.LTS = &ltsReport{m.lts.States(), m.lts.Transitions(), len(m.lts.Labels())}
		return r
	case m.circuit != nil:
		r.Circuit = newCircuitReport(m.circuit)
		return r
	}
	net := m.net.Net()
	r.Net, r.Places, r.Transitions, r.Arcs = net.Name, new(len(net.Places)), new(len(net.Transitions)), new(net.ArcCount())
	return r
}

// heading adds the first row of a report for people.
func (m *explicitModel) heading(t *table) {
	switch {
	case m.circuit != nil:
		t.addf("circuit", "%s: %v", m.circuit.Name, newCircuitReport(m.circuit))
		return
	case m.lts != nil:
		t.addf("lts", "%s: %s, %s, %s", m.Name(), quantity.Count(m.lts.States(), "state"), quantity.Count(m.lts.Transitions(), "transition"), quantity.Count(len(m.Labels()), "label"))
		return
	}
	t.addf("net", "%s: %s", m.Name(), sizeOf(m.net.Net()))
}
