package tracefile

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/ui/trace"
	"brim/petri"
)

// The replay of a trace, which checks that it is one of a net and shows what it says.

// A Replay is what became of a trace in a model.
type Replay struct {
	Steps  int      // fired, of the outermost path
	Fired  []int    // those transitions
	Failed *Fault   // nil if the trace is one of the model
	Shows  string   // the formula that the trace was found to show; "" if it says none, or one that is claimed
	Claims []string // formulas of all paths, of the whole trace or inside, which no trace can show: they are believed
	Loop   *int     // the position that the last step leads back to
	Dead   bool     // nothing can fire after the last step

	Witness *check.Witness // the trace by the numbers of the net; nil if it is not a run of the model

	// Run takes the place of Witness in a model that was made of a net with time, reset arcs or priorities.
	Run *check.TimedRun
}

// Played returns the steps to be played: those of the outermost path, or if it has none since its formula joins others,
// those of the first of these that has any.
func (r *Replay) Played() []int {
	if r.Witness == nil || r.Witness.Formula == nil {
		return r.Fired
	}
	if w := trace.Outermost(r.Witness); w != nil {
		return w.Steps
	}
	return nil
}

// A Fault says where and why a trace does not fit a model.
type Fault struct {
	Step   int    // from 1, that cannot be taken; 0 is the start, and one more than there are steps is the end
	Path   string // in which witness, "" for the outermost
	Line   int    // of the file; 0 if it is not known
	Reason string
}

// Where describes the place of a fault for people. steps is the number of steps of the outermost path.
func (f *Fault) Where(steps int) string {
	where := "step " + strconv.Itoa(f.Step)
	switch {
	case f.Step == 0:
		where = "the start"
	case f.Step > steps && f.Path == "":
		where = "the end"
	}
	if f.Path != "" {
		where = f.Path + ", " + where
	}
	return where
}

// Replay fires the steps of a trace in a model, which is a net, an unfolding or made of a net that only a system
// expresses, and checks what the trace says. The outermost path has to start in the initial marking. q is the question
// that the trace names, nil if it names none. The error is that of ctx.
func (t *Trace) Replay(ctx context.Context, m *check.Model, q *check.Question) (*Replay, error) {
	r := &replay{ctx: ctx, trace: t, model: m, index: newIndex(m), pool: syntax.NewPool(), result: &Replay{}}
	if m.Net == nil {
		return r.play(q)
	}
	start := m.Net.Initial()
	w, fault := r.path(t.Witness, start, nil)
	r.result.Failed = fault
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if fault != nil {
		return r.result, nil
	}
	err := m.CheckWitness(w, t.Paths())
	if err == nil && q != nil && w.Formula != nil && !q.Decides(t.verdict(), w.Formula) {
		err = fmt.Errorf("that %s does not say that %s %s", t.Witness.Formula, t.Formula, t.Result)
	}
	if err != nil {
		r.result.Failed = &Fault{Step: len(t.Witness.Steps) + 1, Reason: err.Error()}
		return r.result, nil
	}
	r.result.Witness = w
	if w.Formula != nil && !check.Claimed(w.Formula) {
		r.result.Shows = t.Witness.Formula
	}
	return r.result, nil
}

// A replay holds the state of Trace.Replay while it runs.
type replay struct {
	ctx    context.Context
	trace  *Trace
	model  *check.Model
	index  *index
	pool   *syntax.Pool
	result *Replay
}

// A nested path is a branch of another path, its parent; a branch of the outermost path has a nil parent.
type nested struct {
	in     *nested
	branch int // from 1
}

// String says where the path is, from the outside inwards.
func (n *nested) String() string {
	var list []string
	for ; n != nil; n = n.in {
		list = append(list, "branch "+strconv.Itoa(n.branch))
	}
	slices.Reverse(list)
	return strings.Join(list, ", ")
}

// steps fires the steps of a path one after the other, from out.Start, appends the transitions to out.Steps and returns
// the last marking. It stores a copy of the marking at each position that is a key of met. The error says why a step
// cannot be fired, or does not do what the trace says.
func (r *replay) steps(out *check.Witness, steps []trace.Firing, met map[int]petri.Marking, in *nested) (petri.Marking,
	error) {
	now := out.Start.Clone()
	meet := func(position int) {
		if _, ok := met[position]; ok {
			met[position] = now.Clone()
		}
	}
	meet(0)
	for i, f := range steps {
		t, err := r.index.transition(f)
		if err == nil && i%1024 == 0 {
			err = r.ctx.Err()
		}
		if err == nil {
			err = r.takes(i, t, in)
		}
		if err == nil {
			err = r.fire(now, t, f)
		}
		if err != nil {
			return nil, err
		}
		out.Steps = append(out.Steps, t)
		if in == nil {
			r.result.Steps, r.result.Fired = r.result.Steps+1, append(r.result.Fired, t)
		}
		meet(i + 1)
	}
	return now, nil
}

// path replays a path from start, and recursively its branches; it checks that the path starts where it says, that its
// steps can be fired, that the loop closes, that a marking called dead is dead. It returns the path by the indices of
// the net, or the first fault. start is not changed; in is nil for the outermost path.
func (r *replay) path(w *trace.Witness, start petri.Marking, in *nested) (*check.Witness, *Fault) {
	net := r.model.Net
	if r.ctx.Err() != nil {
		return nil, &Fault{Reason: "it was not replayed to its end"}
	}
	out := &check.Witness{Start: start.Clone(), Loop: check.NoLoop, Cut: w.Cut}
	fault := func(step int, err error) *Fault {
		f := &Fault{Step: step, Path: in.String(), Reason: err.Error()}
		if in == nil && step >= 1 && step <= len(r.trace.lines) {
			f.Line = r.trace.lines[step-1]
		}
		return f
	}
	if w.Start != nil {
		said, err := r.index.marking(w.Start)
		if err == nil && !said.Equal(start) {
			err = fmt.Errorf("it starts in %s, expected %s", net.Format(said), net.Format(start))
		}
		if err != nil {
			return nil, fault(0, err)
		}
	}
	met := map[int]petri.Marking{} // by position: the markings where the loop and branches begin
	if w.Loop != nil {
		met[*w.Loop] = nil
	}
	for _, b := range w.Branches {
		met[*b.At] = nil
	}
	now, err := r.steps(out, w.Steps, met, in)
	if err != nil {
		return nil, fault(len(out.Steps)+1, err)
	}
	end := len(w.Steps) + 1
	if w.Loop != nil {
		out.Loop = *w.Loop
		if back := met[*w.Loop]; !back.Equal(now) {
			return nil, fault(end, fmt.Errorf("the loop does not close: the last step leads to %s, but position "+
				"%d has %s", net.Format(now), *w.Loop, net.Format(back)))
		}
	}
	dead := true
	for t := range net.EnabledTransitions(now) {
		if dead = false; w.Dead {
			return nil, fault(end, fmt.Errorf("the last marking is no deadlock: transition %s can fire",
				net.Transitions[t].Name))
		}
		break
	}
	if in == nil {
		r.result.Dead, r.result.Loop = dead, w.Loop
	}
	for i, b := range w.Branches {
		inner, wrong := r.path(b, met[*b.At], &nested{in, i + 1})
		if wrong != nil {
			return nil, wrong
		}
		out.Branches = append(out.Branches, check.Branch{At: *b.At, Witness: inner})
	}
	return out, r.formula(w, out, fault)
}

// formula reads what a path shows.
func (r *replay) formula(w *trace.Witness, out *check.Witness, fault func(int, error) *Fault) *Fault {
	if w.Formula == "" {
		return nil
	}
	q, err := r.model.Ask(w.Formula, r.trace.Paths())
	if err != nil {
		return fault(0, err)
	}
	if out.Formula = q.Formula; q.LTL != nil {
		out.Formula = q.LTL
	}
	out.Formula = r.pool.Copy(out.Formula) // all formulas of a witness are of one pool
	if check.Claimed(out.Formula) && !slices.Contains(r.result.Claims, w.Formula) {
		r.result.Claims = append(r.result.Claims, w.Formula)
	}
	return nil
}

// fire fires a transition and compares what it changes with what the step says, if it does.
func (r *replay) fire(now petri.Marking, t int, f trace.Firing) error {
	before := map[int]int64{}
	for _, c := range f.Changes {
		p, ok := r.index.places[c.Place]
		if !ok || p < 0 {
			return fmt.Errorf("there is no place %q", c.Place)
		}
		if now[p] != c.From {
			return fmt.Errorf("place %s holds %d, not %d as the trace says", c.Place, now[p], c.From)
		}
		before[p] = c.To
	}
	if err := r.model.Net.Fire(now, t); err != nil {
		return err
	}
	for _, c := range f.Changes {
		if p := r.index.places[c.Place]; now[p] != before[p] {
			return fmt.Errorf("transition %s leaves %d on place %s, not %d as the trace says",
				r.model.Net.Transitions[t].Name, now[p], c.Place, before[p])
		}
	}
	return nil
}

// takes compares the tokens that step i of a trace in TAPAAL's form consumes with the input arcs of transition t. Steps
// that list no tokens, inner paths and coloured nets are not checked.
func (r *replay) takes(i, t int, in *nested) error {
	if in != nil || i >= len(r.trace.taken) || len(r.trace.taken[i]) == 0 || r.model.Unfolding != nil {
		return nil
	}
	counts := map[int]int64{}
	for _, x := range r.trace.taken[i] {
		p, ok := r.index.places[x.place]
		if !ok || p < 0 {
			return fmt.Errorf("there is no place %q", x.place)
		}
		counts[p]++
	}
	tr := &r.model.Net.Transitions[t]
	for _, a := range tr.Pre {
		if n := counts[a.Place]; n != a.Weight && (a.Weight <= mostTokens || n != mostTokens) {
			return fmt.Errorf("transition %s takes %d from place %s, not %d as the trace says", tr.Name, a.Weight,
				r.model.Net.Places[a.Place].Name, n)
		}
		delete(counts, a.Place)
	}
	for p := range r.model.Net.Places { // the first one, whatever the sequence of a map
		if counts[p] > 0 {
			return fmt.Errorf("transition %s takes nothing from place %s", tr.Name, r.model.Net.Places[p].Name)
		}
	}
	return nil
}

// Paths returns how the trace reads dead markings.
func (t *Trace) Paths() check.Paths {
	if t.Deadlock == check.Infinite.String() {
		return check.Infinite
	}
	return check.Maximal
}

// says returns what the trace says of its formula, in words.
func (t *Trace) says() string {
	if t.Time != "" {
		return "is " + t.Time
	}
	return t.Result
}

// verdict returns what the trace says of its formula.
func (t *Trace) verdict() check.Result {
	switch t.Result {
	case check.Holds.String():
		return check.Holds
	case check.Fails.String():
		return check.Fails
	}
	return check.Unknown
}
