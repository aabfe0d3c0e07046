package views

import (
	"errors"
	"fmt"
	"io"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/watch"
	"brim/petri"
)

// The report of brim orders, as JSON and as text.

// An ordersReport is the result of brim orders, as --json prints it. The keys are documented in the help and stable.
type ordersReport struct {
	models.Report

	Complete bool          `json:"complete"`
	Reason   string        `json:"reason,omitempty"`
	Limit    string        `json:"limit,omitempty"`
	States   string        `json:"states,omitempty"`
	Orders   []trialReport `json:"orders"`
	Choice   *trialReport  `json:"choice,omitempty"`
	Best     string        `json:"best,omitempty"`
	RSS      int64         `json:"rss_bytes"`

	fork string // why two orders cannot both be right, "" if nothing is wrong
}

// A trialReport is what an exploration under one order took.
type trialReport struct {
	Method       string  `json:"method"`
	Levels       int     `json:"levels"`
	Tried        int     `json:"tried,omitempty"`
	Complete     bool    `json:"complete"`
	Limit        string  `json:"limit,omitempty"`
	Work         int64   `json:"work"`
	OrderWork    int64   `json:"order_work,omitempty"`
	Lookups      int64   `json:"lookups"`
	Nodes        int     `json:"nodes,omitempty"`
	PeakNodes    int     `json:"peak_nodes"`
	Seconds      float64 `json:"seconds"`
	OrderSeconds float64 `json:"order_seconds,omitempty"`
}

func newTrialReport(t *explore.Trial) trialReport {
	return trialReport{
		Method: t.Order.Method, Levels: len(t.Order.Levels), Complete: t.States != nil,
		Limit: new(models.Limits).Kind(t.Err),
		Work:  t.Stats.Work, Lookups: t.Stats.Lookups, Nodes: t.Nodes, PeakNodes: t.Stats.PeakNodes,
		Seconds: t.Took.Seconds(),
	}
}

// newOrdersReport converts the results of the comparison into the form that --json prints. If two orders yield
// different numbers of markings, one of them must be wrong: it says so in fork.
func newOrdersReport(model string, net *petri.Net, m *explore.Orders) *ordersReport {
	r := &ordersReport{Report: models.NewReport("orders", model, check.OfNet(net)), Orders: []trialReport{}}
	if best := m.Best(); best != nil {
		r.Best = best.Order.Method
	}
	note := func(t *explore.Trial) {
		if t.States == nil {
			return
		}
		n := t.States.String()
		if r.States != "" && r.States != n {
			r.fork = fmt.Sprintf("there are %s states under the order %s, and %s under another one", n, t.Order.Method,
				r.States)
		}
		r.States, r.Complete = n, true
	}
	for i := range m.Trials {
		r.Orders = append(r.Orders, newTrialReport(&m.Trials[i]))
		note(&m.Trials[i])
	}
	if m.Choice != nil {
		x := newTrialReport(m.Choice)
		x.Tried, x.OrderWork, x.OrderSeconds = m.Choice.Choice.Tried, m.Choice.Choice.Work,
			m.Choice.Choice.Took.Seconds()
		r.Choice = &x
		note(m.Choice)
	}
	if !r.Complete {
		r.Reason = "no order explored the net within the limits"
	}
	return r
}

// report prints r. The error carries the exit status.
func (c *ordersCommand) report(r *ordersReport) error {
	r.RSS = watch.ResidentPeak()
	err := c.Result(r, func(w io.Writer) error {
		if len(r.Orders) == 0 {
			return nil
		}
		return r.table().Write(w)
	})
	switch {
	case err != nil:
		return err
	case r.fork != "":
		return cli.ExitAfterResult(cli.StatusInternal, errors.New(r.fork))
	case r.Reason != "":
		return cli.ExitAfterResult(cli.StatusUnknown, errors.New(r.Reason))
	case !r.Choice.Complete:
		return cli.ExitAfterResult(cli.StatusUnknown,
			fmt.Errorf("the choice did not end within %d times the work of the order %s", explore.Hopeless, r.Best))
	}
	return nil
}

// table returns the report as a table for people: a row for each order, with its work also relative to that of the best
// one, followed by the chosen order without and with the cost of choosing it.
func (r *ordersReport) table() *terminal.Table {
	t := &terminal.Table{
		Header: []string{"order", "levels", "work", "of the best", "nodes", "peak", "time"},
		Right:  []bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true},
	}
	best := int64(0)
	for i := range r.Orders {
		if x := &r.Orders[i]; x.Complete && (best == 0 || x.Work < best) {
			best = max(x.Work, 1)
		}
	}
	add := func(name string, x *trialReport, work int64, took float64) {
		more, nodes, ratio := "", quantity.Int(x.Nodes), "–"
		if !x.Complete {
			more, nodes = "> ", "–"
		}
		if best > 0 {
			ratio = fmt.Sprintf("%s%.2f", more, float64(work)/float64(best))
		}
		end := quantity.Seconds(quantity.Duration(took))
		if x.Limit != "" {
			end += " (" + x.Limit + ")"
		}
		t.Add(name, quantity.Int(x.Levels), more+quantity.Int(work), ratio, nodes, quantity.Int(x.PeakNodes), end)
	}
	for i := range r.Orders {
		add(r.Orders[i].Method, &r.Orders[i], r.Orders[i].Work, r.Orders[i].Seconds)
	}
	if x := r.Choice; x != nil {
		t.Add("")
		add("chosen: "+x.Method, x, x.Work, x.Seconds)
		add(fmt.Sprintf("with the choice, %d tried", x.Tried), x, x.Work+x.OrderWork, x.Seconds+x.OrderSeconds)
	}
	return t
}
