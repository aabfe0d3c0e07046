package views

import (
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"brim/check"
	"brim/check/explore"
	"brim/check/technique/symbolic"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/petri"
)

// The report of brim states as JSON, and what is said of unbounded nets.

// A statesReport is the result of brim states, as --json prints it. The keys are documented in the help and stable.
// Numbers that can exceed 2^53 are strings.
type statesReport struct {
	models.Report

	Complete  bool   `json:"complete"`
	Reason    string `json:"reason,omitempty"`
	Limit     string `json:"limit,omitempty"`
	Of        string `json:"of,omitempty"`
	States    string `json:"states,omitempty"`
	Firings   string `json:"firings,omitempty"`
	Deadlocks string `json:"deadlocks,omitempty"`
	timedReport
	MaxPlace   string            `json:"max_tokens_in_place,omitempty"`
	MaxMarking string            `json:"max_tokens_per_marking,omitempty"`
	Depth      *int              `json:"depth,omitempty"`
	Bounds     map[string]int64  `json:"place_bounds,omitempty"`
	Unknown    map[string]string `json:"unknown,omitempty"`

	models.Effort

	Unbounded *unboundedReport `json:"unbounded,omitempty"`

	Certificate *models.CertificateReport `json:"certificate,omitempty"`

	model                                  *check.Model
	net                                    *petri.Net        // or its outline
	original                               *explore.Original // of --equations
	states, firings, deadlocks, maxMarking *big.Int
	maxPlace                               *big.Int
	bounds                                 []int64
	levels                                 [][]string // as Order.Places, for people
	variables                              []string   // of the system of a net with time, which has one a level
	listBounds                             bool
}

type unboundedReport struct {
	Place  string   `json:"place"`
	Prefix []string `json:"prefix"`
	Loop   []string `json:"loop"`
}

func newStatesReport(name string, m *check.Model, method string) *statesReport {
	return &statesReport{
		Report: models.NewReport("states", name, m), Effort: models.Effort{Method: method}, model: m, net: m.Outline(),
	}
}

// noteSpace takes over what an exploration says about itself.
func (r *statesReport) noteSpace(x *explore.Space, showOrder bool) {
	if x.Stopped != nil {
		r.Reason, r.Limit = x.Stopped.Error(), string(x.Stopped.Kind)
	}
	if x.Space == nil {
		return
	}
	r.Complete = x.Complete
	r.noteExploration(x.Exploration(), showOrder)
}

// noteExploration takes over what building a space took, and its order.
func (r *statesReport) noteExploration(x *explore.Exploration, showOrder bool) {
	r.Effort = models.NewEffort(x)
	if !showOrder {
		return
	}
	for _, level := range slices.Backward(x.Order.Levels) {
		if r.variables != nil {
			names := []string{r.variables[level[0]]}
			r.Order.Places, r.levels = append(r.Order.Places, names), append(r.levels, names)
			continue
		}
		r.Order.Places = append(r.Order.Places, naming.Of(r.net).PlaceNames(level))
		r.levels = append(r.levels, naming.Of(r.net).Places(level))
	}
}

func (r *statesReport) setPlaces(bounds []int64, list bool) {
	r.bounds, r.listBounds = bounds, list
	r.maxPlace = big.NewInt(slices.Max(append(bounds, 0)))
}

// unknown notes why a number is missing.
func (r *statesReport) unknown(key string, why error) {
	if r.Unknown == nil {
		r.Unknown = map[string]string{}
	}
	r.Unknown[key] = why.Error()
}

// finish writes the numbers as strings, for JSON.
func (r *statesReport) finish() {
	text := func(n *big.Int) string {
		if n == nil {
			return ""
		}
		return n.String()
	}
	r.States, r.Firings, r.Deadlocks = text(r.states), text(r.firings), text(r.deadlocks)
	r.MaxPlace, r.MaxMarking = text(r.maxPlace), text(r.maxMarking)
	r.timedReport.finish(r.model)
	if r.listBounds {
		r.Bounds = map[string]int64{}
		for p, b := range r.bounds {
			r.Bounds[r.net.Places[p].Name] = b
		}
	}
	r.RSS = watch.ResidentPeak()
}

// exploredSoFar says how far an exploration came that was stopped.
func (r *statesReport) exploredSoFar(x *explore.Space) string {
	if x.Space == nil {
		return "nothing is known yet"
	}
	found := "the markings found could not be counted"
	if r.states != nil {
		found = "at least " + quantity.Number(r.states, false) + " state"
		if r.states.Cmp(big.NewInt(1)) != 0 {
			found += "s"
		}
	}
	if string(x.Method) == symbolic.Methods()[0] {
		found += fmt.Sprintf(", %d of %d levels closed", x.Model.Moves.SaturatedLevels(), len(x.Order.Levels))
	}
	return fmt.Sprintf("explored so far: %s, %s nodes at the peak", found, quantity.Int(r.PeakNodes))
}

// firstReason returns the reasons without repeating one.
func firstReason(unknown map[string]string) string {
	return strings.Join(slices.Compact(slices.Sorted(maps.Values(unknown))), "; ")
}

// reportUnbounded prints that the net has infinitely many markings, and why.
func (s *statesCommand) reportUnbounded(r *statesReport, u *explore.UnboundedError) error {
	r.Unbounded = &unboundedReport{Place: u.Place, Prefix: append([]string{}, u.Prefix...),
		Loop: append([]string{}, u.Loop...)}
	r.Reason = "unbounded: place " + u.Place
	r.finish()
	if err := s.Result(r, func(io.Writer) error { return nil }); err != nil {
		return err
	}
	return cli.ExitAfterResult(cli.StatusUnknown, unboundedError(naming.Of(r.net), u))
}

// unboundedError says of a net with infinitely many markings which place is unbounded, and why.
func unboundedError(names naming.Names, u *explore.UnboundedError) error {
	text := func(find func(string) (int, bool), write func(int) string) func(string) string {
		return func(name string) string {
			i, _ := find(name)
			return write(i)
		}
	}
	place, transition := text(names.Net.PlaceIndex, names.Place), text(names.Net.TransitionIndex, names.Transition)
	return fmt.Errorf("unbounded: place %s can hold any number of tokens\n%s",
		place(u.Place), howUnbounded(naming.Each(u.Prefix, transition), naming.Each(u.Loop, transition)))
}

// howUnbounded describes a firing sequence that can be repeated for ever.
func howUnbounded(prefix, loop []string) string {
	if len(prefix) == 0 {
		return fmt.Sprintf("  from the initial marking, repeat %s", steps(loop))
	}
	return fmt.Sprintf("  fire %s,\n  then repeat %s", steps(prefix), steps(loop))
}

// steps lists transitions, leaving out the middle of a long list.
func steps(names []string) string {
	const most = 12
	list := names
	if len(list) > most {
		list = slices.Concat(list[:most-3], []string{"…"}, list[len(list)-2:])
	}
	return fmt.Sprintf("%s (%s)", strings.Join(list, " "), quantity.Count(len(names), "transition"))
}
