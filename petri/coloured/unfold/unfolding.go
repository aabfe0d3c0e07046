package unfold

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"brim/petri"
	"brim/petri/coloured"
)

// An Unfolding is a place/transition net that behaves as a coloured one, with what its places and transitions stand
// for. Places come by coloured place and then by colour, transitions by coloured transition and then by binding, which
// are compared as words; so those of one coloured place or transition are neighbours. A colour that a place never holds
// has no place, a binding that is never enabled has no transition.
type Unfolding struct {
	Coloured   *coloured.Net
	Net        *petri.Net
	Coarsening *Coarsening // by which some colours stand for others; nil if each stands for itself
	Partial    bool        // bindings may have been left out; see Options.Most

	colours         []int64   // by place of Net
	firstPlace      []int     // by coloured place, and at the end the number of places
	firstTransition []int     // by coloured transition, and at the end the number of transitions
	bindings        [][]int64 // by coloured transition: those of its transitions, one behind the other
}

// PlaceOf returns the coloured place and the colour that place p of the net stands for.
func (u *Unfolding) PlaceOf(p int) (place int, colour int64) {
	return owner(u.firstPlace, p), u.colours[p]
}

// TransitionOf returns the coloured transition that transition t of the net stands for, and the binding: a colour for
// each of its Variables. Nobody may change it.
func (u *Unfolding) TransitionOf(t int) (transition int, binding []int64) {
	transition = owner(u.firstTransition, t)
	return transition, u.binding(transition, t-u.firstTransition[transition])
}

// Places returns the places of the net that stand for a coloured place: from first to end−1.
func (u *Unfolding) Places(place int) (first, end int) {
	return u.firstPlace[place], u.firstPlace[place+1]
}

// Transitions returns the transitions of the net that stand for a coloured transition: from first to end−1.
func (u *Unfolding) Transitions(transition int) (first, end int) {
	return u.firstTransition[transition], u.firstTransition[transition+1]
}

// Place returns the place of the net that stands for a colour in a coloured place, and false if that never holds it.
func (u *Unfolding) Place(place int, colour int64) (int, bool) {
	first, end := u.Places(place)
	i, ok := slices.BinarySearch(u.colours[first:end], colour)
	return first + i, ok
}

// Transition returns the transition of the net that stands for a coloured transition with a binding, and false if that
// is never enabled.
func (u *Unfolding) Transition(transition int, binding []int64) (int, bool) {
	first, end := u.Transitions(transition)
	i, ok := sort.Find(end-first, func(i int) int { return slices.Compare(binding, u.binding(transition, i)) })
	return first + i, ok
}

// binding returns the i-th binding of a coloured transition.
func (u *Unfolding) binding(transition, i int) []int64 {
	n := len(u.Coloured.Transitions[transition].Variables)
	return u.bindings[transition][i*n : (i+1)*n : (i+1)*n]
}

// owner returns the last index whose first entry is at most i: those before may own nothing.
func owner(first []int, i int) int {
	at, _ := slices.BinarySearchFunc(first, i, func(f, i int) int { return cmp.Or(cmp.Compare(f, i), -1) })
	return at - 1
}

// Numbered returns u with other names, which certificates use: of a place that of the coloured one, a slash, and the
// number of the colour; of a transition likewise the numbers of its binding, with commas between them. Net does not
// find a place or a transition by such a name.
func (u *Unfolding) Numbered() *Unfolding {
	numbered, net := *u, *u.Net
	net.Places, net.Transitions = slices.Clone(net.Places), slices.Clone(net.Transitions)
	for p := range net.Places {
		place, colour := u.PlaceOf(p)
		net.Places[p].Name = u.Coloured.Places[place].Name + "/" + strconv.FormatInt(colour, 10)
	}
	for t := range net.Transitions {
		transition, binding := u.TransitionOf(t)
		var colours []string
		for _, c := range binding {
			colours = append(colours, strconv.FormatInt(c, 10))
		}
		net.Transitions[t].Name = u.Coloured.Transitions[transition].Name + "/" + strings.Join(colours, ",")
	}
	numbered.Net = &net
	return &numbered
}
