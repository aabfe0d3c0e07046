package pnml

import (
	"slices"
	"strconv"
	"strings"

	"brim/internal/printable"
)

// pipe is what is known of a file that the tool PIPE may have written: its nets have the type "P/T net" or none. They
// have labels of their own, <value> in place of <text>, and numbers of tokens by class, "Default,1". What is read is
// the net behind them: rates and servers say when a transition fires and not whether it can. Capacities and the
// priority that immediate transitions have over timed ones (beyond.go) are kept; tokens of several classes are refused.
type pipe struct {
	seen     string // the class of tokens that there are
	seenLine int    // where the first are; 0 before
}

// skips reports whether a label of PIPE in a node or arc of that kind has no bearing on the net's behaviour.
func (p *pipe) skips(label string, in nodeKind) bool {
	if p == nil {
		return false
	}
	switch in {
	case aNet:
		return slices.Contains([]string{"token", "labels", "definition", "stategroup"}, label)
	case aTransition:
		return slices.Contains([]string{"orientation", "rate", "infiniteServer"}, label)
	case aPlace:
		return label == "tagged"
	case anArc:
		return label == "tagged" || label == "arcpath"
	}
	return false
}

// textual lists the names of the children of labels that hold their text.
func (r *reader) textual() []string {
	if r.pipe != nil {
		return []string{"text", "value"}
	}
	return []string{"text"}
}

// word consumes a label and sets to to its text.
func (r *reader) word(to *string) error {
	text, err := r.Find(r.textual()...)
	*to = string(text)
	return err
}

// classes reads numbers of tokens by class, "Default,1,Red,0", of which at most one may not be 0. An empty text is 0.
func (r *reader) classes(text string, in owner, label string, least int64, line int) (int64, error) {
	if text == "" {
		return 0, nil
	}
	parts := strings.Split(text, ",")
	sum := int64(0)
	for i := 0; i < len(parts); i += 2 {
		name, n, err := strings.TrimSpace(parts[i]), int64(0), error(strconv.ErrSyntax)
		if i+1 < len(parts) {
			n, err = strconv.ParseInt(strings.TrimSpace(parts[i+1]), 10, 64)
		}
		again := n > 0 && sum > 0 && name == r.pipe.seen
		if err != nil || n < 0 || again || name == "" || name[0] >= '0' && name[0] <= '9' { // 1,000 is no class
			return 0, r.Errorf(line, "the %s of %v is %s; expected a number, or CLASS,NUMBER for each class of tokens",
				label, in, printable.Quote(text))
		}
		if n > 0 {
			if err := r.class(name, in, label, line); err != nil {
				return 0, err
			}
			sum = n
		}
	}
	if sum < least {
		return 0, r.Errorf(line, "the %s of %v is %s; expected a token at least", label, in, printable.Quote(text))
	}
	return sum, nil
}

// class notes that the label of in has tokens of a class, which must be the only one of the file.
func (r *reader) class(name string, in owner, label string, line int) error {
	p := r.pipe
	if p.seenLine == 0 {
		p.seen, p.seenLine = name, line
	}
	if p.seen != name {
		return r.Errorf(line, "coloured nets are not supported; the %s of %v has tokens of the class %s, line %d "+
			"has some of the class %s",
			label, in, printable.Quote(name), p.seenLine, printable.Quote(p.seen))
	}
	return nil
}
