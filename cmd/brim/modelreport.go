package main

import (
	"brim/check"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"fmt"

	"github.com/spf13/cobra"
)

const ltsHelp = `A MODEL that ends in .aut is a labelled transition system in the Aldebaran format; lift:3, a model of
three lifts that raise a load together, is another one.`

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

func newModelReport(command, name string, m *check.Model) modelReport {
	r := modelReport{Tool: "brim", Version: version(), Command: command, Model: name}
	switch {
	case m.LTS != nil:
		r.LTS = &ltsReport{m.LTS.States(), m.LTS.Transitions(), m.Labels()}
		return r
	case m.Circuit != nil:
		r.Circuit = newCircuitReport(m.Circuit)
		return r
	}
	net := m.Net
	r.Net, r.Places, r.Transitions, r.Arcs = net.Name, new(len(net.Places)), new(len(net.Transitions)), new(net.ArcCount())
	return r
}

// heading adds the first row of a report for people.
func heading(t *terminal.Table, m *check.Model) {
	switch {
	case m.Circuit != nil:
		t.Addf("circuit", "%s: %v", m.Circuit.Name, newCircuitReport(m.Circuit))
		return
	case m.LTS != nil:
		t.Addf("lts", "%s: %s, %s, %s", m.LTS.Name(), quantity.Count(m.LTS.States(), "state"), quantity.Count(m.LTS.Transitions(), "transition"), quantity.Count(m.Labels(), "label"))
		return
	}
	t.Addf("net", "%s: %s", m.Net.Name, sizeOf(m.Net))
}
