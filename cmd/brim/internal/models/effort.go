package models

import (
	"fmt"

	"brim/check/explore"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/watch"
)

// The part of reports that says what a state space cost.

// An Effort is what a state space cost, as part of a report. The keys are documented in the help of brim states and
// stable.
type Effort struct {
	Order        *OrderReport `json:"order,omitempty"`
	Method       string       `json:"method"`
	Nodes        int          `json:"nodes,omitempty"`
	PeakNodes    int          `json:"peak_nodes,omitempty"`
	Work         int64        `json:"work"`
	Lookups      int64        `json:"lookups"`
	OrderWork    int64        `json:"order_work"`
	Seconds      float64      `json:"seconds"`
	OrderSeconds float64      `json:"order_seconds"`
	CountSeconds float64      `json:"count_seconds"`
	RSS          int64        `json:"rss_bytes"`
	Store        int64        `json:"store_bytes,omitempty"`
}

// An OrderReport is the order of the places by which a state space was built, as part of a report.
type OrderReport struct {
	Method string     `json:"method"`
	Levels int        `json:"levels"`
	Tried  int        `json:"tried"`
	Places [][]string `json:"places,omitempty"` // the top level first
}

// NewEffort returns what an exploration says about itself.
func NewEffort(x *explore.Exploration) Effort {
	return Effort{
		Order:  &OrderReport{Method: x.Order.Method, Levels: len(x.Order.Levels), Tried: x.Choice.Tried},
		Method: x.Method,
		Nodes:  x.Nodes, PeakNodes: x.Stats.PeakNodes, Store: x.Stats.PeakBytes,
		Work: x.Stats.Work, Lookups: x.Stats.Lookups, OrderWork: x.Choice.Work,
		Seconds: x.Took.Seconds(), OrderSeconds: x.Choice.Took.Seconds(), CountSeconds: x.Counting.Seconds(),
		RSS: watch.ResidentPeak(),
	}
}

// Add adds the rows for people. Nodes is not known where counting was stopped; what came after the exploration follows
// its time.
func (e *Effort) Add(t *terminal.Table, nodesKnown bool, after string) {
	if nodesKnown {
		t.Addf("nodes", "%s final, %s peak", quantity.Int(e.Nodes), quantity.Int(e.PeakNodes))
	} else {
		t.Addf("nodes", "%s peak", quantity.Int(e.PeakNodes))
	}
	t.Addf("memory", "%s, diagrams %s", quantity.Size(e.RSS), quantity.Size(e.Store))
	took := quantity.Seconds(quantity.Duration(e.Seconds))
	if e.OrderSeconds > 0 {
		took += fmt.Sprintf(" (%s for the order)", quantity.Seconds(quantity.Duration(e.OrderSeconds)))
	}
	t.Add("time", took+", "+after)
	order := e.Order.Method + ", " + quantity.Count(e.Order.Levels, "level")
	if e.Order.Tried > 0 {
		order += fmt.Sprintf(", %d tried", e.Order.Tried)
	}
	t.Add("order", order)
	t.Add("method", e.Method)
}
