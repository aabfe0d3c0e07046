package pnml

import (
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
)

// This file reads what nets have beyond the standard's place/transition nets: capacities, priorities, final markings,
// and silent transitions.

// capacity consumes the capacity of the place in. PIPE writes 0 where there is no limit.
func (r *reader) capacity(in owner) (int64, error) {
	line, text := r.Line(), ""
	if err := r.word(&text); err != nil {
		return 0, err
	}
	if r.pipe != nil && (text == "" || text == "0") {
		return extended.Unlimited, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, r.Errorf(line, "the capacity of %v is %s; expected an integer from 1 to 2^63−1", in,
			printable.Quote(text))
	}
	return n, nil
}

// noCapacity consumes a toolspecific part of a place and sets to to 0 if it says that the place has room for no tokens.
func (r *reader) noCapacity(to *int64, el xmlscan.Element, in owner) error {
	if tool, _ := el.Attr("tool"); tool != ownTool {
		return r.tool(el, in)
	}
	return r.each(func(el xmlscan.Element) error {
		if el.Name == "capacity" {
			*to = 0
		}
		return r.Skip()
	})
}

// A firing says when a transition fires.
type firing struct {
	transition int
	timed      string // "true" or "false" in files of PIPE, "" elsewhere
	priority   int64
	line       int
}

// priority consumes the priority of the transition in.
func (r *reader) priority(f *firing, in owner) error {
	line, text := r.Line(), ""
	err := r.word(&text)
	if err != nil {
		return err
	}
	bits := 64
	if r.pipe != nil {
		bits = 32 // so that the differences that order takes have 64
	}
	if f.priority, err = strconv.ParseInt(text, 10, bits); err != nil {
		return r.Errorf(line, "the priority of %v is %s; expected an integer of %d bits", in, printable.Quote(text),
			bits)
	}
	return nil
}

// order gives transitions their priorities. The greater number goes first. In a file of PIPE all immediate transitions
// go before all timed ones, whose numbers mean nothing [MCB84].
func (r *reader) order() error {
	all := len(r.lines[aTransition])
	numbers := make(map[int]int64, len(r.firings)) // by transition
	timed, immediate := make(map[int]bool), 0
	var least int64
	for _, f := range r.firings {
		switch {
		case f.timed == "":
			numbers[f.transition] = f.priority
			continue
		case f.timed == "true":
			timed[f.transition] = true
			continue
		case f.timed != "false":
			return r.Errorf(f.line, "transition %s has <timed> with the text %s; expected true or false",
				printable.Quote(r.b.TransitionName(f.transition)), printable.Quote(f.timed))
		case immediate == 0 || f.priority < least:
			least = f.priority
		}
		immediate++
		numbers[f.transition] = f.priority
	}
	if immediate > 0 {
		if immediate+len(timed) < all {
			return r.Errorf(r.netLine, "some transitions are immediate, others do not say whether they are; "+
				"expected <timed> in all")
		}
		for t := range numbers {
			numbers[t] -= least
			if len(timed) > 0 {
				numbers[t]++ // timed transitions have 0
			}
		}
	}
	for _, f := range r.firings {
		n := numbers[f.transition]
		if n == 0 {
			continue
		}
		if err := r.extend(f.line); err != nil {
			return err
		}
		r.ext.Transitions[f.transition].Priority = n
	}
	return nil
}

// silent consumes a toolspecific part of a transition and sets to if it says that the transition is silent, as ProM,
// PM4Py and the stochastic nets of both write it [BZS23].
func (r *reader) silent(to *bool, el xmlscan.Element, in owner) error {
	tool, _ := el.Attr("tool")
	activity, _ := el.Attr("activity")
	if strings.Contains(tool, "ProM") {
		*to = strings.Contains(activity, "$invisible$")
	}
	if tool != "StochasticPetriNet" {
		return r.tool(el, in)
	}
	return r.Mixed(func(el xmlscan.Element) error {
		if key, _ := el.Attr("key"); key != "invisible" {
			return r.Skip()
		}
		text, err := r.Content()
		*to = err == nil && strings.EqualFold(string(text), "true")
		return err
	})
}

// A final is a final marking as it stands in the document.
type final []finalPlace

type finalPlace struct {
	id     string
	tokens int64
	line   int
}

// finalMarkings reads the final markings of a net. Places that one does not name are empty in it.
func (r *reader) finalMarkings() error {
	return r.each(func(el xmlscan.Element) error {
		if el.Name != "marking" {
			return r.label(el, owner{kind: aNet}, "a marking inside <finalmarkings>")
		}
		var f final
		err := r.each(func(el xmlscan.Element) (err error) {
			p := finalPlace{line: r.Line()}
			if el.Name != "place" {
				return r.label(el, owner{kind: aNet}, "a place inside <marking>")
			}
			p.id, _ = el.Attr("idref")
			p.tokens, err = r.number("final marking", owner{aPlace, p.id}, 0)
			f = append(f, p)
			return err
		})
		r.finals = append(r.finals, f)
		return err
	})
}

// addFinals adds the final markings to a net that keeps them.
func (r *reader) addFinals() error {
	for _, f := range r.finals {
		if r.whole {
			if err := r.extend(r.netLine); err != nil {
				return err
			}
			r.ext.Finals = append(r.ext.Finals, make(extended.Final, len(r.ext.Places)))
		}
		seen := make(map[int]bool, len(f))
		for _, p := range f {
			n, ok := r.node(p.id)
			if ok {
				n = r.behind(n)
			}
			if !ok || n.kind != aPlace {
				return r.Errorf(p.line, "final marking: there is no place %s; expected the id of one%s",
					printable.Quote(p.id), r.meant(p.id, aPlace))
			}
			if seen[n.index] {
				return r.Errorf(p.line, "final marking: place %s occurs twice; expected it once", printable.Quote(p.id))
			}
			seen[n.index] = true
			if r.whole {
				r.ext.Finals[len(r.ext.Finals)-1][n.index] = p.tokens
			}
		}
	}
	return nil
}

// ownTool is the tool of the parts that hold what no other notation has: pairs of transitions of which the first goes
// before the other, and capacities of 0.
const ownTool = "brim"

// A beforeOther says that the transition called first goes before the one called then.
type beforeOther struct {
	first, then string
	line        int
}

// toolPriorities reads pairs of transitions, of which the first has priority.
func (r *reader) toolPriorities() error {
	return r.each(func(el xmlscan.Element) error {
		if el.Name == "priority" {
			b := beforeOther{line: r.Line()}
			b.first, _ = el.Attr("first")
			b.then, _ = el.Attr("then")
			r.before = append(r.before, b)
		}
		return r.Skip()
	})
}

// addPriorities adds the pairs of transitions, of which the first has priority.
func (r *reader) addPriorities() error {
	for _, b := range r.before {
		if err := r.extend(b.line); err != nil {
			return err
		}
		var pair [2]int
		for i, id := range []string{b.first, b.then} {
			n, ok := r.node(id)
			if ok {
				n = r.behind(n)
			}
			if !ok || n.kind != aTransition {
				return r.Errorf(b.line, "priority: there is no transition %s; expected the id of one%s",
					printable.Quote(id), r.meant(id, aTransition))
			}
			pair[i] = n.index
		}
		r.ext.Over = append(r.ext.Over, extended.Priority{First: pair[0], Then: pair[1]})
	}
	return nil
}
