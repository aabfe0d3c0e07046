package symbolic

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Runs of a system with a least or largest number of counted events, backwards through the sets that were kept.

// A timeTracer finds the steps of a run backwards.
type timeTracer struct {
	*systemTracer
	*timeWay
	run *runs.Lasso // reversed, without its first tuple
}

// TimeRun returns a run with the number of counted events of an Extremum that was kept and is neither Infinite nor
// Never, of a system with one start: to the first tuple where the formula holds. Within one number it has as few other
// events as possible. If limits, a done ctx or the length of the run end the search, there is a reason and no run. The
// error is a fault of this program.
func (x *SystemSpace) TimeRun(
	ctx context.Context, e Extremum, o WitnessOptions,
) (run *SystemRun, reason string, err error) {
	t := &timeTracer{x.tracer(ctx, syntax.Maximal, o), e.way, &runs.Lasso{Loop: engine.NoLoop}}
	switch err := t.back(e.Number); {
	case errors.Is(err, runs.ErrNoWay):
		return nil, "", fmt.Errorf("system %s: %w", x.System.Name(), err)
	case err != nil:
		return nil, err.Error(), nil
	}
	start, _ := x.System.Start().Pick()
	slices.Reverse(t.run.Steps)
	slices.Reverse(t.run.To)
	t.run.To = append([]petri.Marking{t.Marking(start)}, t.run.To...)
	return t.shown(t.run, 0), "", nil
}

// back notes the whole run, which has n counted events.
func (t *timeTracer) back(n int64) error {
	if len(t.layers) == 0 { // the goal holds at the start
		return nil
	}
	if t.outside && t.last {
		n--
	}
	at, err := t.end(t.layers[n].all)
	for ; err == nil; n-- {
		if at, err = t.within(at, t.layers[n]); err != nil || n == 0 {
			return err
		}
		at, err = t.before(at, t.layers[n-1].all, true)
	}
	return err
}

// end returns a tuple of the last layer with which the way back begins. If the goal is outside of it, the event that
// leads there is noted.
func (t *timeTracer) end(all mdd.Set) (petri.Marking, error) {
	met, err := t.Guard(t.Left, func() (mdd.Set, error) {
		if t.outside {
			return t.events(t.last).ImageWithin(all, t.goal), nil
		}
		return all.Intersect(t.goal), nil
	})
	if err != nil {
		return nil, err
	}
	tuple, ok := met.Pick()
	switch {
	case !ok:
		return nil, runs.ErrNoWay
	case t.outside:
		return t.before(t.Marking(tuple), all, t.last)
	}
	return t.Marking(tuple), nil
}

// events returns the events that are counted, or those that are not.
func (t *timeTracer) events(counted bool) *mdd.Relation {
	if counted {
		return t.steps
	}
	return t.free
}

// before notes an event, counted or not, that leads to a tuple from one of a set, which it returns.
func (t *timeTracer) before(to petri.Marking, part mdd.Set, counted bool) (petri.Marking, error) {
	values, _ := t.Tuple(to)
	from, err := t.Guard(t.Left, func() (mdd.Set, error) {
		return t.events(counted).PreImageWithin(t.Forest.Tuple(values...), part), nil
	})
	if err != nil {
		return nil, err
	}
	tuple, ok := from.Pick()
	if !ok {
		return nil, runs.ErrNoWay
	}
	return t.Marking(tuple), t.step(t.Marking(tuple), to, counted)
}

// step notes an event, counted or not, that leads from one tuple to another.
func (t *timeTracer) step(from, to petri.Marking, counted bool) error {
	if err := t.Ctx.Err(); err != nil {
		return err
	}
	if len(t.run.Steps) == t.Steps {
		return runs.ErrTooLong
	}
	for e, m := range t.After(from) {
		if t.counted(e) == counted && m.Equal(to) {
			t.run.Steps, t.run.To = append(t.run.Steps, e), append(t.run.To, to)
			return nil
		}
	}
	return runs.ErrNoWay
}

// within notes a shortest way by events that are not counted from the entry of a layer to one of its tuples, and
// returns where it begins.
func (t *timeTracer) within(to petri.Marking, layer timeLayer) (petri.Marking, error) {
	values, _ := t.Tuple(to)
	var sets []mdd.Set // from which so many events lead to the tuple
	seen := t.Forest.Empty()
	set, err := t.Guard(t.Left, func() (mdd.Set, error) { return t.Forest.Tuple(values...), nil })
	for err == nil {
		var begun mdd.Set
		begun, err = t.Guard(t.Left, func() (mdd.Set, error) { return set.Intersect(layer.entry), nil })
		if err != nil {
			break
		}
		if tuple, ok := begun.Pick(); ok {
			return t.Marking(tuple), t.through(t.Marking(tuple), sets)
		}
		switch sets = append(sets, set); {
		case set.IsEmpty():
			return nil, runs.ErrNoWay
		case len(t.run.Steps)+len(sets) > t.Steps:
			return nil, runs.ErrTooLong
		}
		set, err = t.Guard(t.Left, func() (mdd.Set, error) {
			seen = seen.Union(set)
			return t.free.PreImageWithin(set, layer.all).Minus(seen), nil
		})
	}
	return nil, err
}

// through notes, from its end, the way from a tuple through one tuple of each of the sets, the last of them first.
func (t *timeTracer) through(from petri.Marking, sets []mdd.Set) error {
	way := []petri.Marking{from}
	for _, set := range slices.Backward(sets) {
		at := way[len(way)-1]
		values, _ := t.Tuple(at)
		next, err := t.Guard(t.Left, func() (mdd.Set, error) {
			return t.free.ImageWithin(t.Forest.Tuple(values...), set), nil
		})
		if err != nil {
			return err
		}
		tuple, ok := next.Pick()
		if !ok {
			return runs.ErrNoWay
		}
		way = append(way, t.Marking(tuple))
	}
	for i := len(way) - 1; i > 0; i-- {
		if err := t.step(way[i-1], way[i], false); err != nil {
			return err
		}
	}
	return nil
}
