// Package product looks for runs that an automaton accepts, in the product of a structure (package kripke) with the
// automaton, which is made while it is searched.
//
// # The search
//
// A state of the product is one of the structure with one of the automaton; the automaton reads what holds in the
// first one and goes on, both take a step. A run is accepted if it reaches a strongly connected component whose arcs
// have all marks. Components are found by depth-first search [Tar72], those that are not complete kept on a stack with
// the marks seen in them [Cou99]; the search ends as soon as one has all marks, mostly long before that component is
// complete [GV05].
//
// Dead states step to themselves where runs are maximal, and have no successors where runs are infinite.
//
// # What is shared
//
// A Space keeps the states and their successors. Searches for several automata in one structure share it: what one has
// expanded costs the others nothing. A Search is put off and gone on with at any time.
//
// # Fewer states
//
// Where stuttering does not matter to the automaton, from one of its states on, a Reducer may leave out transitions.
// What it leaves depends on the state of the structure alone: sets that depend on the automaton's, too, with cycles of
// the product in place of those of the structure, lose runs [Sie19]. Yet there may be several structures that are left:
// one for all states of the automaton from which the same propositions are still read. These become fewer on the way,
// so the automaton goes through them in one direction, and each entry is into a part of the product that accepts what
// it would accept with all transitions.
//
// Where the automaton waits for a goal, and what a path there looks like does not matter, transitions are left out that
// no such path needs, as in a search for a goal alone.
//
// A state is reduced for runs only if its transitions lead to none that was expanded before, or to one from which every
// cycle has a state that is wide: in which all transitions are taken that a proposition can see. So each cycle has a
// wide state: of all its states, the one that was expanded last leads to one that was expanded before.
package product
