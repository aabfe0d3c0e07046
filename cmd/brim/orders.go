package main

import (
	"cmp"
	"context"
	"errors"
	"math"
	"sync"
	"time"

	"brim/engine/symbolic"
	"brim/internal/randnet"
	"brim/internal/watch"
	"brim/petri"
	"brim/petri/structure"

	"github.com/spf13/cobra"
)

const ordersHelp = `Explore a Petri net under each of the orders that the choice of the order knows, and by that choice, and
tell what each took.

` + modelHelp + `

An order is given up when it needs more than 20 times the work of the best one, and so is the choice. Each may take
an equal part of --limit-time, the choice the rest. The choice is what the other commands do with --order auto.
Work is what the diagrams did; it does not depend on the machine.

--shuffle lists the places in a random sequence first: what a file happens to begin with should not matter.

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "orders"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   numbers
  complete                    true if all markings were found, under one order at least
  reason                      why not: the limit, the interrupt, or that the net is unbounded
  limit                       which one: time, memory, nodes or interrupt
  states                      reachable markings, as a decimal string
  orders                      an array of objects, in the sequence in which orders are tried:
                              method, levels (how many), complete, limit (what ended it: one of the above
                              or work), work, lookups (of the computed table), nodes and peak_nodes (of the
                              final diagram, and the most at a time), seconds
  choice                      the same of the order that was chosen, with tried (orders measured), order_work
                              and order_seconds (of the choice, all before the last exploration)
  best                        the method of the order with the least work
  rss_bytes                   the most memory the process had

Exit status: 0 if all markings were found under some order and by the choice; 2 for wrong use or input; 3 if a limit or an
interrupt came first or the net is unbounded; 4 if two orders disagree on the number of markings.`

const ordersExamples = `  brim orders kanban:100
  brim orders model.pnml --limit-time 5m
  brim orders model.pnml --shuffle 1 --json`

// An ordersCommand is one run of brim orders.
type ordersCommand struct {
	*app
	limits
	seed uint64 // of the sequence of places
}

func newOrders(a *app) *cobra.Command {
	c := &ordersCommand{app: a}
	cmd := &cobra.Command{
		Use:               "orders MODEL",
		Short:             "compare the orders of a net, and the one that is chosen",
		Long:              ordersHelp,
		Example:           ordersExamples,
		Args:              oneModel,
		ValidArgsFunction: completeModel,
		RunE:              func(cmd *cobra.Command, args []string) error { return c.run(cmd, args[0]) },
	}
	c.limits.flags(cmd)
	cmd.Flags().Uint64Var(&c.seed, "shuffle", 0, "list the places in the random sequence of this `seed`")
	_ = cmd.RegisterFlagCompletionFunc("shuffle", cobra.NoFileCompletions)
	return cmd
}

func (c *ordersCommand) run(cmd *cobra.Command, model string) error {
	if err := c.begin(cmd); err != nil {
		return err
	}
	p := c.startProgress()
	defer p.end()
	net, err := c.loadNet(cmd.Context(), &c.limits, model)
	if err == nil && cmd.Flags().Changed("shuffle") {
		net, err = randnet.Shuffle(net, c.seed)
	}
	if err != nil {
		return err
	}
	p.at("exploring")
	m := &measuring{net: net, o: symbolic.Options{Memory: c.process().Room(), Nodes: c.nodes, Progress: p.callback()}}
	w := watch.New(cmd.Context(), c.limits.process())
	defer w.Cancel(nil)
	late := w.Do(exploreGrace, func() { err = m.run(w.Ctx) })
	var infinite *symbolic.UnboundedError
	if late == nil && err != nil && !errors.As(err, &infinite) {
		return err
	}
	p.end()
	r := newOrdersReport(model, m)
	if infinite != nil {
		r.Reason = "unbounded: place " + infinite.Place
	}
	if err := cmp.Or(late, w.Cause()); err != nil {
		r.Reason, r.Limit = c.reason(err), limitOf(err)
	}
	return c.report(r)
}

// A measuring is the comparison of the orders of a net. What is known may be read while it goes on.
type measuring struct {
	net *petri.Net
	o   symbolic.Options

	mu     sync.Mutex
	trials []symbolic.Trial // as they are tried
	tried  []bool           // of each: whether there is anything to tell
	choice *symbolic.Trial  // nil if it did not end
}

// run measures. Limits are no error.
func (m *measuring) run(ctx context.Context) error {
	m.o.Facts = structure.NewProfile(m.net)
	flows, _ := m.o.Facts.Semiflows(context.Background())
	orders := symbolic.Orders(m.net, flows)
	m.mu.Lock()
	m.trials, m.tried = make([]symbolic.Trial, len(orders)), make([]bool, len(orders))
	for i, d := range orders {
		m.trials[i].Order = d
	}
	m.mu.Unlock()
	part, cancel := context.WithCancel(ctx)
	if end, ok := ctx.Deadline(); ok { // the choice has its part, too
		part, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/time.Duration(len(orders)+1)))
	}
	defer cancel()
	err := symbolic.Trials(part, m.net, orders, m.o, func(i int, t symbolic.Trial) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.trials[i], m.tried[i] = t, true
	})
	if err != nil || ctx.Err() != nil {
		return err
	}
	return m.choose(ctx)
}

// choose measures the choice. It knows nothing of a limit of time, of which it would keep its share, and ends by its
// work.
func (m *measuring) choose(ctx context.Context) error {
	free, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	defer context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })()
	work := int64(math.MaxInt64)
	if best := m.best(); best != nil {
		work = symbolic.Hopeless * max(best.Stats.Work, leastWork)
	}
	t, err := symbolic.TryChoice(free, m.net, m.o, work)
	if err == nil {
		if t.Err != nil && free.Err() != nil {
			t.Err = context.Cause(free) // that it was cancelled does not say why
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		m.choice = &t
	}
	return err
}

// leastWork is the work of a best order below which differences are no matter, about a tenth of a second.
const leastWork = 2_500_000

// best returns the trial that took the least work, nil if none is complete.
func (m *measuring) best() (best *symbolic.Trial) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i := range m.trials {
		if t := &m.trials[i]; t.States != nil && (best == nil || t.Stats.Work < best.Stats.Work) {
			best = t
		}
	}
	return best
}
