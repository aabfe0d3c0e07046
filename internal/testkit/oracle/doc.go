// Package oracle explores state spaces one marking at a time. It is the judge of
// the diagrams: slow, small and obviously right. It shares no code with what it
// judges: of the nets it uses the data only and fires transitions by itself, in
// the words of the definition.
//
// A Space numbers the reachable markings in the order in which a breadth-first
// search finds them, trying transitions by index; marking 0 is the initial one.
// The same net always gives the same numbers.
//
// Space.Sat evaluates formulas of CTL and LTL on all markings: each operator of CTL by its own
// definition, runs by the tableau of Graph.Runs. A Word is one run, on which path formulas of LTL
// are evaluated by the words of the definition, or by the tableau.
//
// A ColouredSpace is that of a coloured net, by the rule for coloured nets: markings are
// multisets of colours, all assignments of colours to variables are tried, and nothing is
// unfolded. So it judges unfoldings, and the firing rule of package coloured.
//
// ExploreExtended does the same for a net with capacities, reset arcs and priorities, by its rule.
//
// A TimedSpace is that of a net with integer time, of a time Petri net or a timed-arc net, a unit of time after the
// other. It judges the firing rules of package timed, and what explores such nets.
package oracle
