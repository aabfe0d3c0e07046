// Package bbmc is breadth-bounded model checking [MSW09]: it explores a random part of a structure, at most N new
// states at each distance, and looks in that part for a witness of an existential formula. What some path of a part
// shows, the whole structure shows, too; what no part shows may still be there.
//
// # The part
//
// The queue Q₀ has the initial state, and Q_{d+1} has N of the new successors of Q_d, or all if they are fewer: that is
// the highway simulation, Algorithm 1 of the paper (Options.Highway). Algorithm 2 sees to it that no state of the part
// is dead that is not dead in the whole: each state of Q_d that has successors keeps one. Algorithm 3 (Options.Degrade)
// goes on so to some depth only, and then takes no more states than that needs.
//
// Line 4 of Algorithm 2 as it is printed keeps a state alive by any successor that it has in the part, a new one or one
// from before. The text below it says that this "ensures progress of every lane", which is more: with Options.Lanes
// each state of Q_d with new successors keeps a new one. The sets that are left to choose from are some of those of
// line 4, so all that the paper proves of its parts holds for these.
//
// All transitions between states of the part belong to it. Those that lead to the next queue (single steps) or to an
// earlier one or the same (back-edges) are known when their state is expanded; those that pass over queues (jumps) are
// found at the end, by expanding once more the states that had successors outside. If none of these is outside in the
// end, the part is all there is (Slice.Closed), and what does not hold in it is false.
//
// # The choice
//
// Line 4 of the algorithms chooses uniformly among the sets of N states that keep every state of Q_d alive (or every
// lane going). A set is drawn uniformly up to a hundred times; if none does that, it is made: one successor is drawn
// for each state, in random order, that has none yet, and the rest uniformly. A queue has at most N states, so there is
// always room for one successor of each of them.
//
// # Runs
//
// One part is found or not found by chance, so Check explores many, each with random numbers of its own that one seed
// determines, and says how many of them had a witness and what probability that shows; or it ends with the first
// witness, after at most as many runs as Attempts says. A part that grows without end is asked for the formula on the
// way. Prefix is what the paper compares with: the first states of a breadth-first search, as many as it takes.
package bbmc
