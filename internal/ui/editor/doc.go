// Package editor holds nets as the editor of the page draws and sends them: documents, which may be unfinished. A
// Document becomes a timed.Document if nothing is wrong with it; else each mistake is named with the place, transition
// or arc that has it.
package editor

import "brim/petri/extended"

// A Document is a net while it is drawn. Numbers are text, since people type them and those of a page are exact up to
// 2^53 only.
type Document struct {
	Name        string       `json:"name"`
	Places      []Place      `json:"places"`
	Transitions []Transition `json:"transitions"`
	Arcs        []Arc        `json:"arcs"`
	Over        [][2]int     `json:"over"`   // the first transition has priority over the second one
	Finals      [][]string   `json:"finals"` // final markings, by place
	Units       *Units       `json:"units"`  // nested units of the places; null for none

	// Time, and what only nets with such a time have; see package timed.
	Time       string      `json:"time,omitempty"`       // intervals of transitions, ages of tokens, or "" for neither
	Weak       bool        `json:"weak,omitempty"`       // of intervals
	Atomic     bool        `json:"atomic,omitempty"`     // of intervals
	Transports []Transport `json:"transports,omitempty"` // of ages
}

// The kinds of time.
const (
	Intervals = "intervals"
	Ages      = "ages"
)

// Units are nested units. Whether they are safe is not said, since that depends on the whole net.
type Units struct {
	Root int    `json:"root"`
	List []Unit `json:"list"`
}

// A Unit is one of a Document.
type Unit struct {
	Name   string `json:"name"`
	Places []int  `json:"places"`
	Sub    []int  `json:"sub"` // units directly below
}

// A Place is one of a Document.
type Place struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Initial  string `json:"initial"`  // "" is 0
	Capacity string `json:"capacity"` // "" is no limit
	At       *Point `json:"at"`       // null if that is open

	Invariant string `json:"invariant,omitempty"` // ages: how old tokens become at most, as 5 or <5; "" is no limit
}

// A Transition is one of a Document.
type Transition struct {
	ID       string `json:"id"`
	Label    string `json:"label"`
	Silent   bool   `json:"silent"`
	Priority string `json:"priority"` // "" is 0
	At       *Point `json:"at"`

	Interval string `json:"interval,omitempty"` // intervals: when it fires, as [1,3) or [2,inf); "" is at any time
	Urgent   bool   `json:"urgent,omitempty"`   // ages
}

// An Arc is one of a Document.
type Arc struct {
	Place      int     `json:"place"`
	Transition int     `json:"transition"`
	Kind       string  `json:"kind"`   // input, output, read, inhibitor or reset
	Weight     string  `json:"weight"` // "" is 1
	Via        []Point `json:"via"`
	Ages       string  `json:"ages,omitempty"` // ages: of the tokens that an input arc takes; "" is all
}

// A Transport is a transport arc.
type Transport struct {
	From       int     `json:"from"`
	Transition int     `json:"transition"`
	To         int     `json:"to"`
	Weight     string  `json:"weight"`
	Ages       string  `json:"ages,omitempty"`
	Before     []Point `json:"before"` // bends of the arc to the transition
	After      []Point `json:"after"`  // bends of the arc from it
}

// A Point is a position.
type Point [2]float64

// A Problem is a mistake in a Document.
type Problem struct {
	Kind  string `json:"kind"`  // place, transition, arc or transport, which has it; net for the document as a whole
	Index int    `json:"index"` // which
	Field string `json:"field"` // what of it is wrong: as id, initial or weight; "" if it is no field
	What  string `json:"what"`
}

// kinds are the kinds of arcs, by their number.
var kinds = []string{
	extended.Input: "input", extended.Output: "output", extended.Read: "read",
	extended.Inhibitor: "inhibitor", extended.Reset: "reset",
}

// KindOf returns what a document calls a kind of arcs.
func KindOf(k extended.Kind) string { return kinds[k] }
