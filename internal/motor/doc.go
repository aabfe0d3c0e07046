// Package motor has a motor control as a system of machines that react to events, a stand-in for the industrial model
// of [WR00], which is not public.
//
// There are 12 machines with 41 states in all, 27 events and 123 transitions. A transition has a machine, a source, a
// target, an event and a guard, a conjunction of literals on the states of other machines. The system has
// two readings:
//
//   - as events: a step is an event, any at any time. Each machine looks for its first transition, in the order of the
//     table, with this event whose source is its state and whose guard holds, and all machines that find one move at
//     once; the others stay. So each step exists, and may lead nowhere. Reachable are 100,642 states, the farthest
//     after 40 steps.
//   - as a Petri net, the family motor of petri/nets: one transition of the table fires at a time, events are ignored.
//
// The goals are those a state/event tool generates: each state of a machine, each transition enabled, and each
// transition's target together with its guard.
package motor
