// Package sequence draws firing sequences in the manner of message sequence charts: a vertical lifeline for each
// component, time running down, and one row for each step with a bar that joins the lifelines that take part in it.
//
//	    a        b        c
//	1   ●────────●        │     a step of a and b
//	    │ x → y  │ u → v  │
//	2   │        ○───────→│     a token goes from b to c
//	    │        │ − v    │ + w
//
// It knows no nets: what lifelines and steps mean is up to the caller. Equal diagrams give equal pictures.
package sequence

// A Diagram is what is drawn.
type Diagram struct {
	Title     string
	Lifelines []Lifeline
	Rows      []Row
	Loop      int    // the row, from 0, to which the end leads back, or NoLoop
	Dead      bool   // nothing can follow the last row
	End       string // said below the last row
}

// NoLoop is the Loop of a diagram whose end leads nowhere.
const NoLoop = -1

// A Lifeline is a component.
type Lifeline struct {
	Name  string
	Start string // its state before the first row
	About string // shown where the reader points to the name
}

// A Row is a step.
type Row struct {
	Label string
	Marks []Mark // by lifeline from the left, each at most once
}

// A Mark says what a step has to do with a lifeline.
type Mark struct {
	Lifeline int
	Role     Role
	Text     string // the change, as "3 → 2"
}

// A Role is the part that a lifeline has in a step.
type Role uint8

const (
	Reads Role = iota // looked at and left as it is
	Takes             // tokens are taken from it
	Gives             // tokens are given to it
	Both              // tokens are taken from it and given to it
)

// Texts longer than these, in characters, are shortened; the whole text is shown where the reader points to it.
const (
	longName  = 24
	longLabel = 40
	longText  = 36
	longTitle = 120
)

// cut shortens text to at most n characters. The middle goes: long names often differ at their ends.
func cut(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	tail := n / 3
	return string(r[:n-1-tail]) + "…" + string(r[len(r)-tail:])
}
