package tina

import (
	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/format/internal/scan"
)

// Declarations of .net about nodes that others declare.

// priority reads what follows the first name of a priority.
func (p *parser) priority(name token) error {
	left := []token{name}
	for p.name() {
		left = append(left, p.token)
		if err := p.next(); err != nil {
			return err
		}
	}
	sign := p.token
	if !sign.is("<") && !sign.is(">") {
		return p.Expected(sign.at, sign.text, "< or >")
	}
	if err := p.next(); err != nil {
		return err
	}
	if !p.name() {
		return p.Expected(p.token.at, p.text, "a transition")
	}
	var right []token
	for p.name() {
		right = append(right, p.token)
		if err := p.next(); err != nil {
			return err
		}
	}
	if sign.is("<") {
		left, right = right, left
	}
	p.orders = append(p.orders, order{left, right})
	return nil
}

// later resolves the names in labels and priorities.
func (p *parser) later() error {
	for _, l := range p.labels {
		place, isPlace := p.Places[l.node.text]
		transition, isTransition := p.Transitions[l.node.text]
		switch {
		case isPlace && isTransition:
			return p.Errorf(l.node.at, "%s is a place and a transition; expected a label in the declaration of one "+
				"of them",
				printable.Quote(l.node.text))
		case isPlace:
			p.Net.Places[place].Label = l.text.text
		case isTransition:
			p.Net.Transitions[transition].Label = l.text.text
		default:
			return p.unknown(l.node, "place or transition")
		}
	}
	for _, o := range p.orders {
		for _, first := range o.first {
			for _, then := range o.then {
				f, ok := p.Transitions[first.text]
				if !ok {
					return p.unknown(first, "transition")
				}
				t, ok := p.Transitions[then.text]
				if !ok {
					return p.unknown(then, "transition")
				}
				p.Net.Over = append(p.Net.Over, extended.Priority{First: f, Then: t})
			}
		}
	}
	return nil
}

func (p *parser) unknown(name token, what string) error {
	meant := scan.Meant(name.text, p.Transitions)
	if meant == "" && what != "transition" {
		meant = scan.Meant(name.text, p.Places)
	}
	return p.Errorf(name.at, "there is no %s %s%s", what, printable.Quote(name.text), meant)
}
