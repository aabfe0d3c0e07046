package class

import (
	"context"
	"fmt"

	"brim/petri"
	"brim/petri/structure"
)

// Findings, and the study that keeps them.

// An Answer says whether a net has a property.
type Answer uint8

const (
	Unknown Answer = iota
	Yes
	No
)

func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

// A Finding is an answer with the reason, and what shows it.
type Finding struct {
	Answer Answer
	Reason string // one line
	// Places and Transitions, ascending, are what Reason speaks of: those of a siphon, or those not covered.
	Places, Transitions []int
	// Traps are marked traps, one of which keeps a token wherever it is needed, if the answer follows from them.
	Traps [][]int
}

// A Study finds out what the structure of one net tells. Each finding is computed when it is first asked for, and
// kept unless it is Unknown. It belongs to one goroutine at a time.
type Study struct {
	profile *structure.Profile
	net     *petri.Net
	classes structure.Facts

	conservative, consistent, bounded, wellFormed, commoner, live, deadlockFree Finding
}

// New returns the study of the net of a profile. Cost: O(arcs), and for asymmetric choice a little more.
func New(p *structure.Profile) *Study {
	return &Study{profile: p, net: p.Net(), classes: structure.Describe(p.Net(), nil)}
}

// Classes returns the classes of the net, which are known without any search.
func (s *Study) Classes() structure.Classes { return s.classes.Classes }

// plain returns why theorems about ordinary nets say nothing, "" if they do say something.
func (s *Study) plain() string {
	switch {
	case s.classes.InhibitorArcs > 0:
		return "the net has inhibitor arcs"
	case !s.classes.Ordinary:
		return "the net is not ordinary: some arc has a weight"
	}
	return ""
}

// keep returns a finding that is known, or computes it.
func keep(ctx context.Context, f *Finding, compute func(context.Context) Finding) Finding {
	if f.Answer == Unknown {
		*f = compute(ctx)
	}
	return *f
}

// without says that a limit came before an answer.
func without(what string, err error) Finding {
	return Finding{Reason: fmt.Sprintf("%s: %v", what, err)}
}

// name calls a set of places or transitions by its first members.
func name[T any](list []int, all []T, of func(*T) string) string {
	text := ""
	for i, x := range list {
		if i == 3 {
			return fmt.Sprintf("%s, … (%d in all)", text, len(list))
		}
		if i > 0 {
			text += ", "
		}
		text += of(&all[x])
	}
	return text
}

func (s *Study) places(list []int) string {
	return name(list, s.net.Places, func(p *petri.Place) string { return p.Name })
}

func (s *Study) transitions(list []int) string {
	return name(list, s.net.Transitions, func(t *petri.Transition) string { return t.Name })
}
