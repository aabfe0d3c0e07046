package oracle

import (
	"errors"
	"fmt"
	"math"

	"brim/petri"
)

// State spaces of place/transition nets.

// ErrTooMany says that there are more markings than the caller allowed.
var ErrTooMany = errors.New("oracle: too many markings")

// An Edge is the firing of a transition, seen from the marking where it starts.
type Edge struct {
	Transition int // index in the net
	To         int // number of the marking after it
}

// A Space is the reachable part of a net's state space, or the part within a
// number of firings of the initial marking. All lists are indexed by the number
// of the marking.
type Space struct {
	Net    *petri.Net
	States []petri.Marking // by breadth-first search; 0 is the initial marking
	Dist   []int           // least number of firings from the initial marking
	Succ   [][]Edge        // by index of the transition; only edges within the space
	Dead   []int           // the markings that enable no transition, ascending

	Firings  int  // pairs of marking and transition enabled in it: Σ len(Succ[i])
	Edges    int  // pairs of markings joined by at least one firing
	Depth    int  // the largest Dist
	Complete bool // nothing was cut off

	MaxTokens    []int64 // by place: the most tokens it holds in any marking
	MaxInPlace   int64   // the most tokens any place holds
	MaxInMarking int64   // the most tokens any marking holds over all places

	rule   rule
	number map[string]int // key of a marking → its number
	parent []int          // the marking from which the search found this one
}

// Explore returns the whole state space of net. It fails with ErrTooMany as soon
// as there are more than maxStates markings, and if a place or a marking gets
// more than 2^63−1 tokens. Time and memory are proportional to markings × places
// plus firings.
func Explore(net *petri.Net, maxStates int) (*Space, error) {
	return ExploreTo(net, math.MaxInt, maxStates)
}

// ExploreTo returns the markings that at most depth firings reach and all firings
// among them. Complete reports whether that is the whole state space. Firings and
// Edges count what lies within; Dead has the true deadlocks, not the markings
// whose successors are all beyond the limit. Limits and cost are those of Explore.
func ExploreTo(net *petri.Net, depth, maxStates int) (*Space, error) {
	return explore(net, netRule{net}, depth, maxStates)
}

// explore is ExploreTo by any rule for the places and transitions of net.
func explore(net *petri.Net, by rule, depth, maxStates int) (*Space, error) {
	s := &Space{
		Net:       net,
		rule:      by,
		Complete:  true,
		MaxTokens: make([]int64, len(net.Places)),
		number:    map[string]int{},
	}
	if err := s.add(net.Initial(), 0, -1, maxStates); err != nil {
		return nil, err
	}
	for i := 0; i < len(s.States); i++ {
		if err := s.expand(i, depth, maxStates); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// expand computes the successors of marking i by firing each enabled transition, adds new markings within the depth,
// and records the firings. A marking that enables nothing is recorded as dead.
func (s *Space) expand(i, depth, maxStates int) error {
	dead := true
	targets := map[int]bool{}
	for t := range s.Net.Transitions {
		if !s.rule.enabled(t, s.States[i]) {
			continue
		}
		dead = false
		next, err := s.rule.fire(t, s.States[i])
		if err != nil {
			return err
		}
		j, known := s.number[key(next)]
		if !known {
			if s.Dist[i] >= depth {
				s.Complete = false
				continue
			}
			j = len(s.States)
			if err := s.add(next, s.Dist[i]+1, i, maxStates); err != nil {
				return err
			}
		}
		s.Succ[i] = append(s.Succ[i], Edge{t, j})
		targets[j] = true
	}
	s.Firings += len(s.Succ[i])
	s.Edges += len(targets)
	if dead {
		s.Dead = append(s.Dead, i)
	}
	return nil
}

// add gives m the next number.
func (s *Space) add(m petri.Marking, dist, parent, maxStates int) error {
	if len(s.States) >= maxStates {
		return fmt.Errorf("%w: net %s has more than %d", ErrTooMany, s.Net.Name, maxStates)
	}
	sum := int64(0)
	for p, tokens := range m {
		if tokens > math.MaxInt64-sum {
			return fmt.Errorf("oracle: net %s: more than 2^63−1 tokens in one marking", s.Net.Name)
		}
		sum += tokens
		s.MaxTokens[p] = max(s.MaxTokens[p], tokens)
		s.MaxInPlace = max(s.MaxInPlace, tokens)
	}
	s.MaxInMarking = max(s.MaxInMarking, sum)
	s.Depth = max(s.Depth, dist)
	s.number[key(m)] = len(s.States)
	s.States = append(s.States, m)
	s.Dist = append(s.Dist, dist)
	s.Succ = append(s.Succ, nil)
	s.parent = append(s.parent, parent)
	return nil
}
