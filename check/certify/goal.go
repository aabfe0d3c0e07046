package certify

import (
	"fmt"
	"slices"
	"strings"

	"brim/internal/checked"
	"brim/petri/equation/certificate"
)

// This file brings conditions into the normal form in which the checker reads them, so that both count the same facts
// and choices.

// plain returns the normal form of a condition: atoms have each place once and no common divisor, operands are neither
// of the same kind nor there twice, and nothing has a constant in it. It is nil if g is, or a number is too large.
func plain(g *certificate.Goal) *certificate.Goal {
	if g == nil {
		return nil
	}
	if g.Kind == certificate.IsAtom {
		return atom(g.Atom)
	}
	whole := &certificate.Goal{Kind: g.Kind}
	seen := map[string]bool{}
	for _, part := range g.Parts {
		part = plain(part)
		switch {
		case part == nil:
			return nil
		case part.Kind != certificate.IsAtom && part.Kind != g.Kind && len(part.Parts) == 0:
			return part // a constant that decides
		}
		list := []*certificate.Goal{part}
		if part.Kind == g.Kind {
			list = part.Parts
		}
		for _, x := range list {
			if key := canonical(x); !seen[key] {
				seen[key] = true
				whole.Parts = append(whole.Parts, x)
			}
		}
	}
	if len(whole.Parts) == 1 {
		return whole.Parts[0]
	}
	return whole
}

// atom is plain for a comparison.
func atom(a certificate.Atom) *certificate.Goal {
	var terms []certificate.Term
	byPlace := func(s, t certificate.Term) int { return s.Index - t.Index }
	for _, t := range slices.SortedStableFunc(slices.Values(a.Terms), byPlace) {
		if last := len(terms) - 1; last >= 0 && terms[last].Index == t.Index {
			sum, ok := checked.Add(terms[last].Weight, t.Weight)
			if !ok {
				return nil
			}
			terms[last].Weight = sum
		} else {
			terms = append(terms, t)
		}
	}
	terms = slices.DeleteFunc(terms, func(t certificate.Term) bool { return t.Weight == 0 })
	least, most, divisor := int64(0), int64(0), int64(0)
	for _, t := range terms {
		least, most = min(least, t.Weight), max(most, t.Weight)
		divisor = checked.GCD(divisor, t.Weight)
	}
	switch {
	case least == 0 && a.Least <= 0:
		return certificate.And()
	case most == 0 && a.Least > 0:
		return certificate.Or()
	}
	for i := range terms {
		terms[i].Weight /= divisor
	}
	return &certificate.Goal{Atom: certificate.Atom{Terms: terms, Least: checked.Ceiling(a.Least, divisor)}}
}

// canonical returns a text that is equal for conditions in normal form that differ by the sequence of operands only.
func canonical(g *certificate.Goal) string {
	if g.Kind == certificate.IsAtom {
		return fmt.Sprint(g.Atom)
	}
	var parts []string
	for _, part := range g.Parts {
		parts = append(parts, canonical(part))
	}
	slices.Sort(parts)
	return fmt.Sprint(g.Kind, "(", strings.Join(parts, " "), ")")
}
