package reduce

import (
	"context"
	"strconv"
	"strings"

	"brim/petri"
)

// This file applies the rules until none changes anything, and builds the net that is left.

// Options say what to keep of a net, and how.
type Options struct {
	Class    Class
	Observed []int // places that a question can see; not used by Count and Dead
	Goal     *Goal // of Reach: nothing but whether it can be reached matters
	Rules    []Rule
	// Growing lets a round bring up to 12 transitions more for a place that goes.
	Growing bool
	// Programs has the rules that need linear programs come last, P4 and T8: they can take some tenths of a second.
	Programs bool
	// Never lists transitions that are known to fire in no reachable marking; they go first, by T8.
	Never []int
}

// A Goal is that a place holds a given number of tokens. It is observed.
type Goal struct {
	Place   int
	AtLeast int64
}

// A Hit tells how often a rule was used and what went.
type Hit struct {
	Times, Places, Transitions int // Transitions may be negative: some rules bring more than they take
}

// A Result is a smaller net, with all that it takes to speak of the original.
type Result struct {
	Net         *petri.Net
	Places      []int // of each place the one of the original whose name it has
	Transitions []int // of each transition the one of the original that it is, −1 if it stands for several or none
	Hits        [Rules]Hit
	Rounds      int
	Stopped     error // the end of the context; the net is as small as it was then

	NeverDead bool // a transition is always enabled (T6)
	NeverLive bool // of Live: some transition can never fire (T1)

	Equations Equations // of the class Count

	log     log
	numbers []int // of each transition in the log
}

// Net makes a smaller net that keeps the class asked for. The original stays as it is. After the end of ctx the result
// is what was reached by then. Cost: each round is linear in the arcs, the sorting of arcs and lists apart, but for the
// comparison of places and transitions with a fixed number of others; a round that changes nothing is the last.
func Net(ctx context.Context, net *petri.Net, o Options) *Result {
	if o.Goal != nil && o.Class != Reach {
		panic("reduce: Net: a goal, but the class is " + o.Class.String())
	}
	if o.Goal != nil {
		o.Observed = append([]int{o.Goal.Place}, o.Observed...)
	}
	s := newState(ctx, net, &o)
	s.dropNever()
	rounds := s.run()
	r := s.result(net)
	r.Rounds = rounds
	r.Stopped = ctx.Err()
	return r
}

// A step applies rules once to the whole net.
type step struct {
	rule Rule
	run  func(*state)
}

// cheap are the steps of every round, in their order.
var cheap = []step{
	{DeadParts, (*state).deadParts},
	{Dominated, (*state).dominated},
	{Effectless, (*state).effectless},
	{PastGoal, func(s *state) {
		if s.options.Goal != nil {
			s.pastGoal()
		}
	}},
	{Sink, (*state).sinks}, // and OnlyTakes
	{NeverShort, (*state).neverShort},
	{Implied, (*state).implied},
	{Scaled, (*state).scaled},
	{Cone, (*state).cone},
	{Circle, (*state).circles},
	{WordCircle, (*state).wordCircles},
	{Chain, (*state).chains},
	{FireNow, (*state).fireNow},
	{Post, func(s *state) { s.agglomerate(0, (*agglomeration).post) }},
}

// costly are the steps that come when no cheap one changes anything; then the cheap ones begin again.
func costly(extra int) []step {
	pre := func(r Rule) func(*state) {
		return func(s *state) { s.agglomerate(extra, func(a *agglomeration, p int) { a.pre(r, p) }) }
	}
	return []step{
		{Pre, pre(Pre)},
		{Free, pre(Free)},
		{EqualFutures, (*state).equalFutures},
		{Composed, (*state).composed},
		{Post, func(s *state) { s.agglomerate(extra, (*agglomeration).post) }},
		{OneConsumer, func(s *state) { s.agglomerate(extra, (*agglomeration).oneConsumer) }},
		{OneProducer, func(s *state) { s.agglomerate(extra, (*agglomeration).oneProducer) }},
	}
}

// programs are the steps that come when no other one changes anything.
var programs = []step{{Never, (*state).neverFires}, {Several, (*state).impliedBySeveral}}

// mostGrowing is after how many rounds in a row with more transitions no other may bring more.
const mostGrowing = 3

// run applies the rules until none changes anything, and returns the number of rounds. Each round tries the cheap
// rules; only if these change nothing, the costly ones, with more and more growth allowed, and at last the search for
// programs.
func (s *state) run() (rounds int) {
	extras, growing := []int{0, 4, 12}, 0
	if !s.options.Growing {
		extras = extras[:1]
	}
	for again := true; again && s.ctx.Err() == nil; {
		rounds++
		again = s.try(cheap) > 0
		for i := 0; i < len(extras) && !again && s.ctx.Err() == nil; i++ {
			before := s.alive
			again = s.try(costly(extras[i])) > 0
			switch {
			case s.alive <= before:
				growing = 0
			case growing+1 == mostGrowing:
				extras = extras[:1]
			default:
				growing++
			}
		}
		if !again && s.options.Programs && s.ctx.Err() == nil {
			again = s.try(programs) > 0
		}
	}
	if s.allowed(Source) {
		s.sources()
	}
	return rounds
}

// try runs the steps that are allowed and returns how many changed something.
func (s *state) try(steps []step) (changed int) {
	for _, x := range steps {
		if s.ctx.Err() != nil || !s.allowed(x.rule) && !(x.rule == Sink && s.allowed(OnlyTakes)) {
			continue
		}
		before := s.hits
		if x.run(s); s.hits != before {
			changed++
		}
	}
	return changed
}

// longName is the most letters of a name that is made of others.
const longName = 60

// result builds the net that is left.
func (s *state) result(net *petri.Net) *Result {
	r := &Result{Hits: s.hits, NeverDead: s.neverEnd, NeverLive: s.neverLive, log: s.log}
	r.Equations = Equations{List: s.equation}
	b := petri.NewBuilder(net.Name + "-reduced") // a name of a family would promise what is not so
	number := make([]int, len(s.initial))
	for p := range s.initial {
		if s.gone[p] {
			continue
		}
		number[p] = b.Place(net.Places[p].Name, s.initial[p])
		if net.Places[p].Alias != "" {
			b.AliasPlace(number[p], net.Places[p].Alias)
		}
		r.Places = append(r.Places, p)
	}
	r.Equations.Places = r.Places
	names := s.names(net)
	for i, t := range s.living() {
		n := b.Transition(names[i])
		original := -1
		if i < s.log.originals {
			original = i
			if net.Transitions[i].Alias != "" {
				b.AliasTransition(n, net.Transitions[i].Alias)
			}
		}
		r.Transitions, r.numbers = append(r.Transitions, original), append(r.numbers, i)
		for _, a := range t.pre {
			b.In(n, number[a.Place], a.Weight)
		}
		for _, a := range t.post {
			b.Out(n, number[a.Place], a.Weight)
		}
		for _, a := range t.inhibit {
			b.Inhibit(n, number[a.Place], a.Weight)
		}
	}
	small, err := b.Net()
	if err != nil {
		panic("reduce: Net: " + err.Error()) // weights and names were looked after
	}
	r.Net = small
	return r
}

// names returns the names of transitions: of one that stands for several theirs, if these are few.
func (s *state) names(net *petri.Net) []string {
	names := make([]string, len(s.transitions))
	taken := make(map[string]bool, s.alive)
	for i := range net.Transitions {
		names[i] = net.Transitions[i].Name
		taken[names[i]] = true
	}
	for i := len(net.Transitions); i < len(names); i++ {
		var list []string
		for _, x := range s.log.words[i-s.log.originals] {
			list = append(list, names[x.transition])
		}
		name := strings.Join(list, ".")
		if name == "" || len(name) > longName || taken[name] {
			name = s.fresh(taken, i)
		}
		names[i], taken[name] = name, true
	}
	return names
}

// fresh returns a name that no transition has.
func (s *state) fresh(taken map[string]bool, i int) string {
	name := "merged_" + strconv.Itoa(i)
	for taken[name] {
		name += "_"
	}
	return name
}

// mostSteps is the longest trace that Lift makes.
const mostSteps = 10_000_000

// Lift returns a trace of the original net for one of the smaller net. It ends in a marking that agrees with that of
// the smaller net on the observed places, and for the classes with Dead is dead if that is. Whoever uses it replays
// it. The error is a *TooLongError. Cost: the steps of the trace times the passes that fused places.
func (r *Result) Lift(trace []int) ([]int, error) {
	own := make([]int, len(trace))
	for i, t := range trace {
		own[i] = r.numbers[t]
	}
	return r.log.lift(own, mostSteps)
}
