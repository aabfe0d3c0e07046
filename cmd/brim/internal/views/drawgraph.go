package views

import (
	"errors"
	"fmt"
	"io"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/ui/picture"
	"brim/internal/ui/trace"

	"github.com/spf13/cobra"
)

// brim draw --what graph: the reachability graph.

// graphOf is the value of --what for the reachability graph.
const graphOf = "graph"

// A graphReport is a reachability graph for programs. Its keys are stable.
type graphReport struct {
	Initial int           `json:"initial"`
	States  []stateReport `json:"states"`
	Steps   []stepReport  `json:"steps"`
}

type stateReport struct {
	Marking map[string]int64 `json:"marking,omitempty"` // places without tokens are left out
	Clocks  map[string]int   `json:"clocks,omitempty"`
	Ages    map[string][]int `json:"ages,omitempty"`
	Text    string           `json:"text,omitempty"`
	Dead    bool             `json:"dead"`
}

type stepReport struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Label string `json:"label"`
}

// graphAsJSON reports whether the graph is written for programs.
func (d *drawCommand) graphAsJSON() bool { return d.what.Value == graphOf && d.format.Value == "json" }

// graph writes the reachability graph of a model, and returns the number of its nodes.
func (d *drawCommand) graph(cmd *cobra.Command, name string, w io.Writer, p *cli.Progress) (nodes int, err error) {
	m, err := models.LoadAnyUnfolded(cmd.Context(), d.App, &d.Limits, name)
	if err != nil {
		return 0, err
	}
	l := d.Check()
	l.States = d.most
	g, err := explore.ListGraph(cmd.Context(), m, l, models.Progress(p))
	var stop *check.Stop
	switch {
	case errors.As(err, &stop) && stop.Kind == check.StopStates:
		return 0, fmt.Errorf("the graph has more states than --max-nodes %d", d.most)
	case err != nil:
		return 0, unknown(err)
	case d.graphAsJSON():
		return len(g.States), cli.WriteJSON(w, newGraphReport(m, g))
	}
	var names naming.Names
	if m.Net != nil {
		names = trace.NamesOf(m)
	} else if o := m.Outline(); o != nil {
		names = naming.Of(o)
	}
	return len(g.States), picture.Graph(w, names, m.Name, g)
}

func newGraphReport(m *check.Model, g *explore.Graph) *graphReport {
	r := &graphReport{States: []stateReport{}, Steps: []stepReport{}}
	for _, s := range g.States {
		x := stateReport{Text: s.Text, Dead: s.Dead}
		if s.Marking != nil {
			x.Marking = map[string]int64{}
		}
		for p, tokens := range s.Marking {
			if tokens > 0 {
				x.Marking[m.Outline().Places[p].Name] = tokens
			}
		}
		for _, c := range s.Clocks {
			if c.Place < 0 {
				x.Clocks = with(x.Clocks, m.Outline().Transitions[c.Transition].Name, c.Times[0])
			} else {
				x.Ages = with(x.Ages, m.Outline().Places[c.Place].Name, c.Times)
			}
		}
		r.States = append(r.States, x)
	}
	for _, s := range g.Steps {
		r.Steps = append(r.Steps, stepReport{s.From, s.To, s.Label})
	}
	return r
}

// with returns the map with another entry; it makes one where the map is nil.
func with[V any](m map[string]V, key string, value V) map[string]V {
	if m == nil {
		m = map[string]V{}
	}
	m[key] = value
	return m
}
