package pnml

import (
	"math"
	"strconv"
	"strings"

	"brim/internal/xmlscan"
	"brim/petri/extended"
)

// This file reads where a drawing has nodes and arcs. What is wrong there is skipped: it has no bearing on the net.

// position consumes graphics and sets at to its first position.
func (r *reader) position(at **extended.Point) error {
	var list []extended.Point
	err := r.positions(&list)
	if len(list) > 0 {
		*at = &list[0]
	}
	return err
}

// positions consumes graphics and appends its positions to list.
func (r *reader) positions(list *[]extended.Point) error {
	return r.Mixed(func(el xmlscan.Element) error {
		if p, ok := point(el, "x", "y"); ok && el.Name == "position" {
			*list = append(*list, p)
		}
		return r.Skip()
	})
}

// pathPoint consumes an arcpath, a point of an arc in files of PIPE and TAPAAL, and appends it to path.
func (r *reader) pathPoint(path *[]extended.Point, el xmlscan.Element) error {
	for _, names := range [][2]string{{"x", "y"}, {"xCoord", "yCoord"}} {
		if p, ok := point(el, names[0], names[1]); ok && r.drawn {
			*path = append(*path, p)
		}
	}
	return r.Skip()
}

// point returns the point that two attributes of el give.
func point(el xmlscan.Element, x, y string) (p extended.Point, ok bool) {
	for _, c := range []struct {
		name string
		to   *float64
	}{{x, &p.X}, {y, &p.Y}} {
		text, given := el.Attr(c.name)
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if !given || err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return p, false
		}
		*c.to = v
	}
	return p, true
}
