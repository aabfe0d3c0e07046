package views

import (
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/testkit/randnet"

	"github.com/spf13/cobra"
)

// brim orders: a comparison of the orders of places for a net.

const ordersHelp = `Explore a Petri net under each of the orders that the choice of the order knows, and by that choice, and
tell what each took.

` + models.Help + `

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
	*cli.App
	models.Limits
	seed uint64 // of the sequence of places
}

func Orders(a *cli.App) *cobra.Command {
	c := &ordersCommand{App: a}
	cmd := models.Command("orders", ordersHelp, ordersExamples, c.run)
	c.Limits.Flags(cmd)
	cmd.Flags().Uint64Var(&c.seed, "shuffle", 0, "list the places in the random sequence of this `seed`")
	return cmd
}

// run loads the net, shuffles its places if asked to, explores it under each order and under the chosen one, and prints
// the comparison.
func (c *ordersCommand) run(cmd *cobra.Command, model string) error {
	if err := c.Begin(cmd); err != nil {
		return err
	}
	p := c.StartProgress()
	defer p.End()
	net, err := models.LoadNet(cmd.Context(), c.App, &c.Limits, model)
	if err == nil && cmd.Flags().Changed("shuffle") {
		net, err = randnet.Shuffle(net, c.seed)
	}
	if err != nil {
		return err
	}
	p.At("exploring")
	m, err := explore.CompareOrders(cmd.Context(), net, c.Limits.Check(), models.Progress(p))
	if err != nil {
		return err
	}
	p.End()
	r := newOrdersReport(model, net, m)
	if m.Unbounded != nil {
		r.Reason = "unbounded: place " + m.Unbounded.Place
	}
	if m.Stopped != nil {
		r.Reason, r.Limit = m.Stopped.Error(), string(m.Stopped.Kind)
	}
	return c.report(r)
}
