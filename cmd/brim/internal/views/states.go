// Package views has the commands that look at a model without a question: states (its state space), info (its
// structure), orders, draw, sim (the token game), serve (the page in a browser) and replay (of a trace).
package views

import (
	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/spf13/cobra"
)

const statesHelp = `Build the reachable markings of a Petri net with decision diagrams, count them and report on them.

` + models.Help + `
A net with reset arcs, or with priorities that arcs cannot express, has an order of its own, and what the flags order,
method, save-order, equations, certificate and depth ask for is missing. If diagrams need a bound that is not known,
its markings are counted one by one, as with --engine bfs.

Of a net with time the markings that integer time reaches are counted, and its states, which are markings with the
clocks of transitions or the ages of tokens; clocks and ages that are so large that more makes no difference are one.
A deadlock is a state after which no transition fires, whatever time passes, and a timelock one after which, moreover,
time cannot go on for ever. A step is a firing or a unit of time. The same flags are missing. Where no bound is known
for the tokens of a place there may be infinitely many states: then brim counts a part, one by one if diagrams do not
end in 5 seconds or in half of the time.

` + models.OrderHelp + `

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "states"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   numbers
  complete                    true if all reachable markings were found
  reason                      why not: the limit, the interrupt, that the net is unbounded, or that no bound is
                              known for a place of a net with time
  limit                       which one in a word: time, memory, nodes, state, depth or interrupt
  of                          with --equations: the net of which the model was made, whose numbers follow
  states                      reachable markings, as a decimal string; if complete is false, those found
  firings                     pairs of a marking and a transition enabled in it, as a decimal string
  deadlocks                   markings that enable no transition, as a decimal string
  markings                    of a net with time: reachable markings, as a decimal string; states counts them with
                              their clocks or ages, and deadlocks such states; firings are left out
  deadlock_markings           of a net with time: markings of the deadlocks, as a decimal string
  timelocks, timelock_markings
                              of a net with time: states, and their markings, as decimal strings
  integer_time                of a net with time: why real time may reach other markings; left out if it does not
  max_tokens_in_place         the most tokens in one place, as a decimal string
  max_tokens_per_marking      the most tokens in all places together, as a decimal string
  depth                       the largest distance from the initial marking; with --depth
  place_bounds                the most tokens of each place, by name; with --places
  unknown                     for each of these that a limit ended: its key and the reason
  order                       method, levels (how many), tried (orders measured), and with
                              --show-order places: the names by level, the top level first
  method                      saturation, chaining or bfs, or saturation of lists
  nodes, peak_nodes           nodes of the final diagram, and the most there were at a time
  work                        what the exploration did, without the choice of the order; independent of
                              the machine, and the clock of the choice
  lookups                     questions to the computed table, a part of work
  order_work                  what the choice of the order did: all explorations before the last one
  seconds                     time of the exploration, the choice of the order included
  order_seconds               time of the choice of the order alone
  count_seconds               time of counting and asking afterwards
  rss_bytes                   the most memory the process had
  store_bytes                 the most memory the diagrams had
  unbounded                   for an unbounded net: place, prefix and loop; the transitions of the
                              loop can be repeated for ever after those of the prefix
  certificate                 what --certificate wrote: file, bytes and evidence, a list of words, and
                              model, the file of PNML that it is about, if that is not the model's own;
                              or reason, if there is none

Keys without a value are left out; with --count-only those from firings to
max_tokens_per_marking. An error gives an object with error and status instead, and with limit
if that was one.

` + statesListsHelp + `

` + statesEngineHelp + `

With --equations the model is one that 'brim reduce --keep states' wrote, and the file its equations: the
numbers from states on are then those of the original net, but for deadlocks, which are left out.

With --certificate there is a proof of the number of markings, which brim-verify checks with the question
STATES; 'brim help check certificates' says more.

Exit status: 0 if everything asked for is known, 2 for wrong use or input, 3 if a limit or
an interrupt left something unknown or the net is unbounded.`

const statesExamples = `  brim states kanban:10
  brim states model.pnml --json
  brim gen dphil:100 | brim states -
  brim states model.pnml --limit-time 10m --limit-memory 8GiB
  brim states fms:20 --save-order fms.order
  brim states fms:50 --order fms.order
  brim states hanoi:8 --order force --method chaining --depth
  brim states fms:500 --engine symbolic
  brim states kanban:4 --engine bfs
  brim states protocol.aut
  brim states smaller --equations smaller/equations.json`

// A statesCommand is one run of brim states.
type statesCommand struct {
	*cli.App
	models.SpaceFlags
	models.StateLimits
	engine                                      cli.Choice
	countOnly, depth, places, digits, showOrder bool
	saveOrder, equations, certificate           string
}

func States(a *cli.App) *cobra.Command {
	s := &statesCommand{App: a}
	cmd := models.Command("states", statesHelp, statesExamples, s.run)
	s.SpaceFlags.Flags(cmd)
	s.StateLimits.Flags(cmd)
	s.engine.Flag(cmd, "engine", "what explores", autoStates, models.SymbolicEngine, listsStates, bfsStates)
	f := cmd.Flags()
	f.BoolVar(&s.countOnly, "count-only", false,
		"count the markings and leave the other facts out; saves time and memory on large nets")
	f.BoolVar(&s.depth, "depth", false, "find the largest distance from the initial marking too; breadth-first, can "+
		"take long")
	f.BoolVar(&s.places, "places", false, "list the most tokens of each place")
	f.BoolVar(&s.digits, "digits", false, "print all digits of long numbers")
	f.BoolVar(&s.showOrder, "show-order", false, "list the places of each level")
	f.StringVar(&s.saveOrder, "save-order", "", "write the order into a `file` for --order")
	f.StringVar(&s.equations, "equations", "",
		"the numbers of the net of which the model was made, by the equations in a `file` of brim reduce")
	f.StringVar(&s.certificate, "certificate", "",
		"write a proof of the number of markings to this `file`, for brim-verify (question STATES)")
	_ = cmd.MarkFlagFilename("equations", "json")
	cmd.PreRunE = cli.Together([]string{"equations", "depth"}, []string{"equations", "certificate"},
		[]string{"equations", "places"}, []string{"count-only", "depth"}, []string{"count-only", "places"})
	return cmd
}

// run explores the net by decision diagrams, or state by state where explicit says so, computes the numbers that the
// flags ask for, prints the report, and saves the order if asked to.
func (s *statesCommand) run(cmd *cobra.Command, model string) error {
	if err := s.Limits.Begin(cmd); err != nil {
		return err
	}
	switch explicit, err := s.explicit(cmd, model); {
	case err != nil:
		return err
	case explicit:
		return s.runExplicit(cmd, model)
	case s.engine.Value == listsStates:
		return s.runLists(cmd, model)
	}
	for _, file := range []string{s.saveOrder, s.certificate} {
		if err := cli.TryFile(file); err != nil {
			return err
		}
	}
	p := s.StartProgress()
	defer p.End()
	m, err := models.LoadAnyUnfolded(cmd.Context(), s.App, &s.Limits, model)
	switch {
	case err != nil:
		return err
	case m.HasTime():
		return s.runTimed(cmd, model, m, p)
	case m.System != nil:
		return s.runSystem(cmd, model, m, p)
	}
	net := m.Net
	d, err := s.Ways(cmd.Context(), net)
	if err != nil {
		return err
	}
	if s.mayUseLists(cmd) {
		x, err := explore.ExploreListsIfBetter(cmd.Context(), net, s.Limits.Check(), models.Progress(p))
		if x != nil || err != nil {
			return s.reportLists(cmd.Context(), p, newStatesReport(model, m, listsStates), x, err)
		}
	}
	r := newStatesReport(model, m, d.Method)
	if s.equations != "" {
		r.original, err = models.Within(cmd.Context(), &s.Limits, func(ctx context.Context) (*explore.Original, error) {
			return explore.ReadOriginal(ctx, s.equations, net)
		})
		if err != nil {
			return err
		}
		r.Of = r.original.Name
	}
	x, err := explore.Explore(cmd.Context(), net, d, s.Limits.Check(), models.Progress(p))
	var u *explore.UnboundedError
	if errors.As(err, &u) {
		p.End()
		return s.reportUnbounded(r, u)
	}
	if err != nil {
		return err
	}
	defer x.Close()
	s.fill(r, x)
	unsaved := s.certify(cmd.Context(), model, r, x)
	p.End()
	err = cli.After(s.report(r, x), unsaved)
	if s.saveOrder != "" && x.Space != nil {
		err = cli.After(err, s.Save(cmd.Context(), s.Deadline(), s.saveOrder,
			func(w io.Writer) error { return x.Order.Write(w, net) }))
	}
	return err
}

// certify writes a proof of the number of markings to the file of --certificate, if that is asked for. The error is one
// of the file.
func (s *statesCommand) certify(ctx context.Context, name string, r *statesReport, x *explore.Space) (err error) {
	if s.certificate == "" {
		return nil
	}
	if name == "-" {
		err = errors.New("the net is from standard input; save it before")
	} else if r.states == nil || !x.Complete {
		err = errors.New("the number is not known")
	}
	if err != nil {
		r.Certificate = models.WithoutCertificate(err)
		return nil
	}
	m, err := models.Load(ctx, s.App, &s.Limits, name)
	if err != nil {
		return err
	}
	subject, err := models.NewSubject(ctx, name, m)
	if err != nil {
		r.Certificate = models.WithoutCertificate(err)
		return nil
	}
	c := check.NewCertifier(m, subject.Digest, check.Options{Limits: s.Limits.Check()})
	defer c.Close()
	q, a := &check.Question{Kind: check.States}, &check.Answer{Number: r.states}
	a.Result = check.Holds
	r.Certificate, err = models.Certify(ctx, s.App, &s.Limits, subject, c, q, a, s.certificate)
	return err
}

// fill computes the numbers of the report from the space: nodes, markings and, if the space is complete and more than
// the count is wanted, token bounds, deadlocks, firings and depth. A number that a limit ends is noted as unknown, with
// the reason. With --equations the numbers are those of the original net; see fillOriginal.
func (s *statesCommand) fill(r *statesReport, x *explore.Space) {
	r.noteSpace(x, s.showOrder)
	if x.Space == nil {
		return
	}
	if r.original != nil {
		start := time.Now()
		ask := s.asking(r, x)
		ask("nodes", func() { r.Nodes = x.Nodes() })
		s.fillOriginal(r, x, ask)
		r.CountSeconds = time.Since(start).Seconds()
		return
	}
	s.count(r, x, x.Complete)
	if x.Complete && s.depth {
		start := time.Now()
		s.asking(r, x)("depth", func() { r.Depth = new(x.Depth()) })
		r.CountSeconds += time.Since(start).Seconds()
	}
}

// A countable is a space whose numbers can be asked for.
type countable interface {
	Ask(what string, fn func()) error
	Nodes() int
	States() *big.Int
	PlaceBounds() []int64
	MaxTokens() *big.Int
	Deadlocks() *big.Int
	Firings() *big.Int
}

// asking returns a function that asks x for a number of the report, and notes it as unknown if a limit ends that.
func (s *statesCommand) asking(r *statesReport, x countable) func(key string, fn func()) {
	return func(key string, fn func()) {
		if err := x.Ask("counting "+key, fn); err != nil {
			r.unknown(key, err)
		}
	}
}

// count computes the numbers of the report that both kinds of diagrams have.
func (s *statesCommand) count(r *statesReport, x countable, complete bool) {
	start := time.Now()
	ask := s.asking(r, x)
	ask("nodes", func() { r.Nodes = x.Nodes() })
	ask("states", func() { r.states = x.States() })
	if complete && !s.countOnly {
		ask("max_tokens_in_place", func() { r.setPlaces(x.PlaceBounds(), s.places) })
		ask("max_tokens_per_marking", func() { r.maxMarking = x.MaxTokens() })
		ask("deadlocks", func() { r.deadlocks = x.Deadlocks() })
		ask("firings", func() { r.firings = x.Firings() })
	}
	r.CountSeconds = time.Since(start).Seconds()
}

// fillOriginal answers the questions about the net that the model was made of: they need all markings of the model.
func (s *statesCommand) fillOriginal(r *statesReport, x *explore.Space, ask func(key string, fn func())) {
	if !x.Complete {
		return
	}
	for _, q := range []struct {
		key  string
		kind check.Kind
		to   **big.Int
	}{
		{"states", check.States, &r.states}, {"max_tokens_in_place", check.MostInPlace, &r.maxPlace},
		{"max_tokens_per_marking", check.MostInMarking, &r.maxMarking}, {"firings", check.Firings, &r.firings},
	} {
		var err error
		ask(q.key, func() { *q.to, err = r.original.Number(x, q.kind) })
		if err != nil {
			r.unknown(q.key, err)
		}
		if s.countOnly {
			break
		}
	}
}

// print prints r.
func (s *statesCommand) print(r *statesReport) error {
	r.finish()
	return s.Result(r, func(w io.Writer) error { return r.table(s.digits).Write(w) })
}

// report prints r. The error carries the exit status if something is unknown.
func (s *statesCommand) report(r *statesReport, x *explore.Space) error {
	err := s.print(r)
	switch {
	case err != nil:
		return err
	case !r.Complete:
		return cli.ExitAfterResult(cli.StatusUnknown, fmt.Errorf("%s; %s", r.Reason, r.exploredSoFar(x)))
	case len(r.Unknown) > 0:
		return cli.ExitAfterResult(cli.StatusUnknown,
			fmt.Errorf("not everything was counted: %s", firstReason(r.Unknown)))
	}
	return nil
}
