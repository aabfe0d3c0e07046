package oracle

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/coloured"
)

// State spaces of coloured nets.

// mostAssignments is how many assignments of colours to the variables of one transition are tried at most.
const mostAssignments = 20_000_000

// A ColouredEdge is the firing of a transition with a binding, seen from the marking where it starts.
type ColouredEdge struct {
	ColouredStep
	To int // number of the marking after it
}

// A ColouredSpace is the reachable part of a coloured net's state space, or the part within a number of firings of the
// initial marking, found by the rule for coloured nets: nothing is unfolded. A transition may fire in a marking with an
// assignment of colours to all its variables if that satisfies the guard, no difference of its terms takes away what is
// not there, each input place holds the multiset of its arc, and of each colour in the multiset of an inhibitor arc the
// place holds less. All lists are indexed by the number of the marking.
type ColouredSpace struct {
	Net    *coloured.Net
	States []ColouredMarking // by breadth-first search; 0 is the initial marking
	Sums   []petri.Marking   // the tokens of each place of Net, of all colours together
	Dist   []int             // least number of firings from the initial marking
	Succ   [][]ColouredEdge  // by transition and then by binding; only edges within the space
	Dead   []int             // the markings in which no transition has an enabled binding, ascending

	Firings  int  // Σ len(Succ[i]): assignments that do the same count each
	Depth    int  // the largest Dist
	Complete bool // nothing was cut off

	MaxTokens    []Bag   // by place: the most tokens it holds of each colour in any marking
	MaxSums      []int64 // by place: the most tokens it holds in any marking
	MaxInPlace   int64   // the most tokens of one colour that any place holds
	MaxInMarking int64   // the most tokens any marking holds over all places and colours

	moves  [][]*move // by transition
	number map[string]int
	from   []ColouredEdge // by which the search found each marking but the first; To is the marking before
}

// ExploreColoured returns the whole state space of net. It fails with ErrTooMany as soon as there are more than
// maxStates markings, or too many assignments of a transition's variables to try them all, and if a place or a marking
// gets more than 2^63−1 tokens. Time is proportional to the assignments, and to markings × assignments that satisfy the
// guard.
func ExploreColoured(net *coloured.Net, maxStates int) (*ColouredSpace, error) {
	return ExploreColouredTo(net, math.MaxInt, maxStates)
}

// ExploreColouredTo returns the part of the state space within depth firings of the initial marking, found
// breadth-first: the markings, and all firings among them. Limits and errors are those of ExploreColoured.
func ExploreColouredTo(net *coloured.Net, depth, maxStates int) (*ColouredSpace, error) {
	s := &ColouredSpace{Net: net, Complete: true, MaxSums: make([]int64, len(net.Places)), number: map[string]int{}}
	for range net.Places {
		s.MaxTokens = append(s.MaxTokens, Bag{})
	}
	for t := range net.Transitions {
		moves, err := movesOf(net, t)
		if err != nil {
			return nil, err
		}
		s.moves = append(s.moves, moves)
	}
	first, err := initial(net)
	if err != nil {
		return nil, err
	}
	if err := s.add(first, 0, ColouredEdge{}, maxStates); err != nil {
		return nil, err
	}
	for i := 0; i < len(s.States); i++ {
		if err := s.expand(i, depth, maxStates); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// movesOf returns the moves of transition t, one for each assignment of colours to its variables that satisfies the
// guard. It enumerates all assignments, and fails if there are more than mostAssignments.
func movesOf(net *coloured.Net, t int) (moves []*move, err error) {
	tr := &net.Transitions[t]
	left := int64(mostAssignments)
	for _, v := range tr.Variables {
		if left /= net.Sorts[net.Variables[v].Sort].Size; left == 0 {
			return nil, fmt.Errorf("%w: transition %s has more than %d assignments", ErrTooMany, tr.Name,
				mostAssignments)
		}
	}
	binding := make([]int64, len(tr.Variables))
	for {
		mv, err := moveOf(net, t, slices.Clone(binding))
		if err == nil {
			moves = append(moves, mv)
		} else if !errors.Is(err, errNoMove) {
			return nil, err
		}
		i := len(binding) - 1 // the last one counts most quickly
		for ; i >= 0; i-- {
			if binding[i]++; binding[i] < net.Sorts[net.Variables[tr.Variables[i]].Sort].Size {
				break
			}
			binding[i] = 0
		}
		if i < 0 {
			return moves, nil
		}
	}
}

// expand computes the successors of marking i by trying all moves of all transitions, adds new markings within the
// depth, and records the firings. A marking that enables no move is recorded as dead.
func (s *ColouredSpace) expand(i, depth, maxStates int) error {
	dead := true
	for t, moves := range s.moves {
		transition := &s.Net.Transitions[t]
		for _, mv := range moves {
			if _, lacking := lacks(transition, mv, s.States[i]); lacking {
				continue
			}
			dead = false
			next, err := fireMove(transition, mv, s.States[i])
			if err != nil {
				return err
			}
			step := ColouredStep{t, mv.binding}
			j, known := s.number[colouredKey(next)]
			if !known {
				if s.Dist[i] >= depth {
					s.Complete = false
					continue
				}
				j = len(s.States)
				if err := s.add(next, s.Dist[i]+1, ColouredEdge{step, i}, maxStates); err != nil {
					return err
				}
			}
			s.Succ[i] = append(s.Succ[i], ColouredEdge{step, j})
		}
	}
	s.Firings += len(s.Succ[i])
	if dead {
		s.Dead = append(s.Dead, i)
	}
	return nil
}

// add gives the marking m the next number and updates the maxima of the space. It fails if there are more than
// maxStates markings, or if 64 bits cannot count the tokens.
func (s *ColouredSpace) add(m ColouredMarking, dist int, from ColouredEdge, maxStates int) error {
	if len(s.States) >= maxStates {
		return fmt.Errorf("%w: net %s has more than %d", ErrTooMany, s.Net.Name, maxStates)
	}
	all := int64(0)
	sums := make(petri.Marking, len(m))
	for p, bag := range m {
		n, ok := bag.size()
		if !ok || n > math.MaxInt64-all {
			return fmt.Errorf("oracle: net %s: more than 2^63−1 tokens in one marking", s.Net.Name)
		}
		all += n
		sums[p] = n
		s.MaxSums[p] = max(s.MaxSums[p], n)
		for colour, n := range bag {
			s.MaxTokens[p][colour] = max(s.MaxTokens[p][colour], n)
			s.MaxInPlace = max(s.MaxInPlace, n)
		}
	}
	s.MaxInMarking = max(s.MaxInMarking, all)
	s.Depth = max(s.Depth, dist)
	s.number[colouredKey(m)] = len(s.States)
	s.States = append(s.States, m)
	s.Sums = append(s.Sums, sums)
	s.Dist = append(s.Dist, dist)
	s.Succ = append(s.Succ, nil)
	s.from = append(s.from, from)
	return nil
}
