package ask

import (
	"fmt"
	"strings"

	"brim/internal/quantity"
	"brim/petri"
)

// Sentences of the diagnosis.

// mostNamed is how many places or transitions a sentence names.
const mostNamed = 8

// enumerate writes names as p, q and r, and how many are left out.
func enumerate(names []string) string {
	if n := len(names); n > mostNamed+1 {
		names = append(names[:mostNamed:mostNamed], quantity.Int(n-mostNamed)+" more")
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func (a *asker) places(list []int) string      { return enumerate(a.names.Places(list)) }
func (a *asker) transitions(list []int) string { return enumerate(a.names.Transitions(list)) }

// held writes which places hold tokens in a marking.
func (a *asker) held(m petri.Marking) string {
	var list []string
	for p, n := range m {
		switch {
		case n == 1:
			list = append(list, a.names.Place(p))
		case n > 1:
			list = append(list, fmt.Sprintf("%s (%s)", a.names.Place(p), quantity.Int(n)))
		}
	}
	if list == nil {
		return "no place"
	}
	return enumerate(list)
}

// marked lists the places with tokens.
func marked(m petri.Marking) (list []int) {
	for p, n := range m {
		if n > 0 {
			list = append(list, p)
		}
	}
	return list
}

// after says after how many steps something is so.
func after(steps int) string {
	if steps == 0 {
		return "at the beginning"
	}
	return "after " + quantity.Count(steps, "step")
}

// waiting says what transitions wait for in a marking that enables none of them: those that have some of their tokens.
func (a *asker) waiting(m petri.Marking) string {
	const mostWaiting = 3
	var list []string
	for t := range a.flowing().Transitions {
		var lacks []int
		some := false
		for _, x := range a.flowing().Transitions[t].Pre {
			if m[x.Place] < x.Weight {
				lacks = append(lacks, x.Place)
			} else {
				some = true
			}
		}
		if !some || lacks == nil {
			continue
		}
		if len(list) == mostWaiting {
			list = append(list, "…")
			break
		}
		list = append(list, fmt.Sprintf("%s waits for tokens in %s", a.names.Transition(t), a.places(lacks)))
	}
	if list == nil {
		return ""
	}
	return ": " + strings.Join(list, "; ")
}

// is says is or are.
func is[T any](list []T) string {
	if len(list) == 1 {
		return "is"
	}
	return "are"
}
