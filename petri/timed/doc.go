// Package timed holds nets with time, and their firing rules: time Petri nets, in which a transition fires a while
// after it was enabled [Mer74], and timed-arc nets, in which tokens have ages [DJJS12]. Both extend a net of package
// extended, which has the places, the transitions, the arcs and the drawing. They are plain data, which readers fill
// and writers print; Check says what is wrong with one.
//
// Time is counted in integers: a delay is a number of whole units. What that means for nets whose time is real, and
// where both agree, is in docs/time.md; Exact says it of one net.
//
// # Time Petri nets
//
// A Net has an interval for each transition. A transition is enabled as package extended says it of nets without
// priorities, and has a clock, which says how long it has been enabled. It may fire when the clock is in its interval
// and no transition that has priority over it may fire at the same moment [BPV06]. With strong semantics time passes
// only as long as no clock exceeds the end of its interval; with weak semantics a transition may miss its interval.
//
// When t fires, a transition goes on being enabled if it was enabled before, is enabled afterwards, is not t, and is
// enabled in between, when t took its tokens and has not yet given any. Otherwise its clock begins at 0. That is the
// intermediate semantics of Tina and Romeo [BCH+05]; with Memory set to Atomic, what is in between does not matter.
//
// # Timed-arc nets
//
// In an ArcNet each token has an age, 0 where it is made. An input arc takes tokens whose ages are in its interval. A
// transport arc takes such tokens, too, and puts them on another place, where they keep their ages. An inhibitor arc
// counts tokens of any age. No token may be older than the invariant of its place says: time does not pass beyond that,
// and no transport arc moves a token there that is older. No time passes while an urgent transition is enabled. That is
// the semantics of TAPAAL.
//
// The rules explore nothing, and their clocks and ages grow for ever. They judge what explores.
package timed
