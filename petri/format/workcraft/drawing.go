package workcraft

import (
	"strconv"
	"strings"

	"brim/internal/xmlscan"
	"brim/petri/extended"
)

// This file reads where the drawing has the nodes, and how it labels them.

// unit is how many points of a drawing a unit of the editor's grid has, in which a place is one unit wide.
const unit = 40

// A shift is where the inside of a group or page lies; ok is false if it is turned or scaled.
type shift struct {
	x, y float64
	ok   bool
}

// drawn reads a child of the drawing's root.
func (m *model) drawn(s *xmlscan.Scanner, el xmlscan.Element) error {
	if el.Name != "root" {
		return s.Skip()
	}
	return m.visual(s, shift{ok: true})
}

// visual reads what is inside of a node, a group or a page: its own place, the node of the model that it shows, its
// label, and the nodes inside of it.
func (m *model) visual(s *xmlscan.Scanner, outer shift) error {
	at, shows, label := outer, "", ""
	err := s.Each(func(el xmlscan.Element) error {
		ref, _ := el.Attr("ref")
		switch _, known := m.nodes[ref]; {
		case el.Name == "node":
			return m.visual(s, at)
		case el.Name == "VisualTransformableNode":
			return properties(s, func(name string, el xmlscan.Element) error {
				if matrix, ok := el.Attr("matrix"); ok && name == "transform" {
					at = outer.moved(matrix)
				}
				return nil
			})
		case el.Name == "VisualComponent":
			return properties(s, func(name string, el xmlscan.Element) error {
				if name == "label" {
					label, _ = el.Attr("value")
				}
				return nil
			})
		case known:
			shows = ref
		}
		return s.Skip()
	})
	n, known := m.nodes[shows]
	if err != nil || !known {
		return err
	}
	var point *extended.Point
	if at.ok {
		point = &extended.Point{X: at.x * unit, Y: at.y * unit}
	}
	if n.transition {
		m.net.Transitions[n.index].At, m.net.Transitions[n.index].Label = point, label
	} else {
		m.net.Places[n.index].At, m.net.Places[n.index].Label = point, label
	}
	return nil
}

// moved returns the shift by a matrix behind s: six numbers, of which the last two are the way and the others 1 and 0
// where nothing is turned or scaled.
func (s shift) moved(matrix string) shift {
	var list [6]float64
	words := strings.Fields(matrix)
	if len(words) != len(list) {
		return shift{}
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || x-x != 0 {
			return shift{}
		}
		list[i] = x
	}
	s.ok = s.ok && list[0] == 1 && list[1] == 0 && list[2] == 0 && list[3] == 1
	s.x, s.y = s.x+list[4], s.y+list[5]
	return s
}
