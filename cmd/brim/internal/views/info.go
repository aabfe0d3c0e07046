package views

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/trace"
	"brim/internal/watch"
	"brim/petri/structure"

	"github.com/spf13/cobra"
)

// brim info: what the structure of a net tells without its state space.

const infoHelp = `Print what the structure of a net tells, without building its states: size, class, place
invariants, token bounds, transitions that never fire, and whether it is bounded.

` + models.Help + `

Of a coloured net it prints the sorts with their colours, the variables, and how large the net is that
it unfolds into; then all that follows for that net. Where a limit ends the unfolding, it says which.

A place invariant is a weighted sum of tokens that no firing changes. A transition invariant, here called
t-invariant, is a number of firings of some transitions that together change nothing. A net is unbounded if some place
can get any number of tokens; the firing sequence shown has been replayed. "unknown" means that
neither was shown in the time that the search is given. Well-formed means that some initial marking makes the
net live and bounded; live, that each transition can always become enabled again. They are shown where
siphons, traps and invariants decide them, within three seconds.

A siphon is a set of places that stays empty once it is; a trap is one that keeps a token once it has one.
An S-component is a strongly connected part with all transitions at its places, each of which has one input and one
output place in it; in a T-component, it is the other way round. --siphons, --traps and
--components list them.

Of a net with time, reset arcs or priorities that arcs cannot express it prints these, and whether real time reaches the
same markings as integer time. Then follows the structure of the net without them. That net reaches all markings that
the net itself reaches, and more: invariants, bounds, siphons, traps and dead transitions are those of the net itself,
but liveness, deadlocks and firings that show that it is unbounded need not be. With reset arcs only the invariants are
shown, as sums that never grow.

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "info"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   numbers
  input_arcs, output_arcs, read_arcs, inhibitor_arcs
                              arcs by kind; a read arc is an input and an output arc of one weight and
                              counted in all three
  max_weight                  the largest weight of an arc
  initial_tokens              tokens of the initial marking, as a decimal string
  classes                     ordinary, state_machine, marked_graph, free_choice,
                              extended_free_choice, asymmetric_choice, workflow_net, loop_free,
                              conservative, sub_conservative, strongly_connected: each true or false
  components                  connected parts of the net
  isolated_places, constant_places, source_places, sink_places, source_transitions,
  sink_transitions, idle_transitions
                              names; idle transitions change nothing
  units                       for a net with nested units: count, depth, places, safe
  invariants                  count, complete (false if a limit ended the search), covered_places,
                              and list: places, weights and constant of each
  transition_invariants       count, complete, and list: transitions and counts of each
  proofs                      by property: covered_by_place_invariants, covered_by_transition_invariants,
                              bounded_by_structure, well_formed, siphons_have_marked_traps (Commoner's
                              condition), live, deadlock_free; each has an answer (yes, no or unknown), a
                              reason, and places and transitions that show it
  siphons, traps              with --siphons or --traps: complete, ordered (so many of the list are certainly
                              the smallest), and list: places, marked (initially) and, for a siphon,
                              largest_trap, the places of the largest trap inside
  s_components, t_components  with --components: covers, uncovered (names), and list: places and
                              transitions of each
  dead_transitions            names of transitions that never fire, since their input places are never marked
                              together
  place_bounds                by name, the bound from the invariants, or 1 where places that are never marked
                              together show it; places without one are left out
  boundedness                 verdict (bounded, unbounded or unknown), reason, and for an unbounded
                              net places, prefix and loop
  coloured                    of a coloured net, of whose unfolding the keys above tell: places,
                              transitions and arcs, guards (the transitions that have one), sorts, an
                              array of objects with id, name, kind (dot, finite, cyclic, range, product,
                              partition), size and text, variables, an array of objects with id, name and
                              sort, seconds (what the unfolding took); or not_unfolded, the limit that
                              ended the unfolding: then the keys from places to boundedness are not there
  extended                    of a net with time, reset arcs or priorities: reset_arcs and transport_arcs
                              (numbers), capacities (by place), priorities (numbers, by transition) and
                              over, an array of pairs first and then; structure_of, which says of which
                              net the keys from classes on tell; with reset arcs these are left out, and
                              sums has invariants that such arcs make smaller; and of a net with time
  time                        in extended: kind, semantics (strong or weak) and memory (intermediate or
                              atomic) of a time Petri net, intervals (by transition), ages (how many arcs
                              ask for ages), invariants (by place), urgent (transitions), exact (true if
                              real time reaches the same markings), and reason, why not

Exit status: 0, or 2 for wrong use or input.`

const infoExamples = `  brim info model.pnml
  brim info fms:5 --all --bounds
  brim info dphil:3 --siphons 5 --components
  brim info unbounded:3 --json
  brim info examples/symposium.pnml
  brim info fischer:3`

// An infoCommand is one run of brim info.
type infoCommand struct {
	*cli.App
	models.Limits
	most        models.UnfoldLimits
	all, bounds bool
	siphons     int // so many at most
	traps       int
	components  bool
}

func Info(a *cli.App) *cobra.Command {
	i := &infoCommand{App: a, Limits: models.Limits{Time: quantity.Span(30 * time.Second)}}
	cmd := models.Command("info", infoHelp, infoExamples, i.run)
	f := cmd.Flags()
	f.BoolVar(&i.all, "all", false, "list all invariants and all names, however many")
	f.BoolVar(&i.bounds, "bounds", false, "list the bound of each place")
	f.IntVar(&i.siphons, "siphons", 0, "list so many minimal siphons, the smallest first")
	f.IntVar(&i.traps, "traps", 0, "list so many minimal traps, the smallest first")
	f.BoolVar(&i.components, "components", false, "list S-components and T-components that cover the net")
	i.most.Flags(cmd)
	i.ProcessFlags(cmd)
	f.Lookup("limit-time").Usage, f.Lookup("limit-time").DefValue = "end after this time; 0 for no limit",
		i.Time.String()
	return cmd
}

// A study is what package structure knows of a net, and what is known of a coloured net.
type study struct {
	model    *check.Model // a coloured net that is not unfolded has no net
	whole    *check.Model // a net with time, reset arcs or priorities; model is it without these
	coloured *colouredReport
	names    naming.Names
	facts    structure.Facts
	flows    []structure.Semiflow
	complete bool
	verdict  structure.Verdict
	dead     []int   // transitions that never fire
	bounds   []int64 // by place, structure.NoBound where none is known
	safe     int     // places that never hold two tokens
	sets
}

// relate finds out what the concurrency relation and the invariants show of transitions and places.
func (s *study) relate(ctx context.Context) {
	net := s.model.Net
	s.bounds = structure.Bounds(net, s.flows)
	if c := structure.FindConcurrency(ctx, net, s.flows); c != nil {
		for t := range net.Transitions {
			if !c.Fires(t) {
				s.dead = append(s.dead, t)
			}
		}
		for p, b := range s.bounds {
			if !c.Reached(structure.Level{Place: p, Tokens: 2}) && (b == structure.NoBound || b > 1) {
				s.bounds[p] = 1
			}
		}
	}
	for _, b := range s.bounds {
		if b != structure.NoBound && b <= 1 {
			s.safe++
		}
	}
}

// run loads the net, unfolds it if it is coloured, computes its place invariants, structural properties and boundedness
// within the limits, and prints a report.
func (i *infoCommand) run(cmd *cobra.Command, model string) error {
	ctx := cmd.Context()
	if err := cmp.Or(i.Begin(cmd), i.most.Begin(cmd)); err != nil {
		return err
	}
	p := i.StartProgress()
	defer p.End()
	if err := models.OnlyNets(model); err != nil {
		return err
	}
	m, err := models.LoadAny(ctx, i.App, &i.Limits, model)
	if err != nil {
		return err
	}
	s := &study{model: m}
	if m.HasTime() || m.System != nil {
		if err := i.relaxed(ctx, s); err != nil {
			return err
		}
	}
	if m.Coloured != nil {
		p.At("unfolding")
		if err := i.unfolded(ctx, s); err != nil {
			return err
		}
	}
	s.names = trace.NamesOf(s.model)
	net := s.model.Net
	if net == nil {
		p.End()
		return i.Result(newInfoReport(model, s), func(w io.Writer) error { return i.table(s).Write(w) })
	}
	w := watch.New(ctx, i.Limits.Process())
	defer w.Cancel(nil)
	var verdict structure.Verdict
	late := w.Do(models.ExploreGrace, func() {
		p.At("looking for invariants")
		profile := s.model.Facts()
		s.flows, s.complete = profile.Semiflows(w.Ctx)
		s.facts = structure.Describe(net, s.flows)
		if s.resets() {
			s.bounds = structure.Bounds(net, s.flows)
			return
		}
		p.At("relating places")
		s.relate(w.Ctx)
		p.At("deciding boundedness")
		verdict = structure.Boundedness(w.Ctx, net, s.flows, structure.Budget{})
		p.At("looking for siphons")
		s.sets = i.lookForSets(w.Ctx, profile)
	})
	switch {
	case ctx.Err() != nil:
		return cli.Exit(cli.StatusUnknown, fmt.Errorf("interrupted"))
	case late != nil:
		return cli.Exit(cli.StatusUnknown, errors.New(i.Reason(late)))
	}
	s.verdict = verdict
	p.End()
	return i.Result(newInfoReport(model, s), func(w io.Writer) error { return i.table(s).Write(w) })
}
