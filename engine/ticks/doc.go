// Package ticks makes systems of nets with integer time: of time Petri nets and of timed-arc nets. One event, the tick,
// is a unit of time; the others are firings. Whatever explores systems so explores nets with time, and knows nothing
// about it [WC09].
//
// # Time Petri nets
//
// A place is a variable with the number of its tokens. A transition has a variable, its clock, if its interval is not
// that of all times, or if it has priority over another: 0 while it is not enabled, and 1 more than the time since it
// was enabled otherwise, up to a value from which on more makes no difference (docs/time.md). Since the clock tells
// whether its transition is enabled, the tick looks at each clock alone, and is a product of local effects. So is the
// condition that no transition with priority may fire.
//
// A firing changes places, and then tells the clocks of the transitions that depend on these places whether they are
// enabled. That depends on several places, so the firing is a sequence of stages (system.Builder.Sequence), for which
// the places need bounds, from capacities or from invariants of the net. A firing is a product of local effects where
// nothing has to be told, or where it is the same in all cases. Without bounds it becomes several events, one for each
// case, if these are few.
//
// # Timed-arc nets
//
// A place is a variable whose values stand for the multisets of ages that its tokens may have, fewer tokens first; so
// the net has to be bounded by its invariants. An urgent transition has a variable that is 1 while it is enabled. The
// tick is a product of local effects again. The first stage of a firing has an alternative for each choice of the ages
// that transport arcs move; the others tell urgent transitions whether they are enabled.
//
// A place with too many multisets has a variable for each age instead, the number of tokens with that age. The tick
// then has further stages, which move the numbers to the next age, and a firing has alternatives for the ages that
// input arcs take there, too.
//
// # Bounds
//
// Where the structure shows no bound that an encoding needs, one is sought by exploration: what adds tokens to a place
// is kept back beyond a number, and that is repeated with a larger number while a state is reached with more. A place
// that needs counters by the bound of the structure is first tried with fewer tokens, too.
//
// # State machines
//
// The places of a state machine, of which one is marked at a time, then become one variable, with the clocks and urgent
// transitions that depend on these places only. Its values are the tuples that the others may have by what events do to
// them alone; the net stays the same, and Model.Place tells where its tokens are.
//
// # Questions
//
// check.OfTimed makes models of nets with time by this package. Its steps are firings and ticks, so X of CTL and LTL
// counts ticks, too. A tick may lead back to its state: then nothing that matters changes any more, and time goes on
// for ever. Model.Deadlocks tells in which states nothing fires any more. A Watch tells the time since it was started.
package ticks
