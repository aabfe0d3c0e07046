package pnml

import (
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/timed"
)

// This file reads and writes the time intervals of transitions, which Tina's extension of PNML has [BRV04]: a <delay>
// with an interval of MathML, whose closure tells which ends belong to it.
//
//	<delay>
//	  <interval xmlns="http://www.w3.org/1998/Math/MathML" closure="closed-open"><cn>4</cn><ci>infty</ci></interval>
//	</delay>

// The type of nets with delays, and the namespace of the intervals.
const (
	tinaType = "http://www.laas.fr/tina/tpn"
	mathML   = "http://www.w3.org/1998/Math/MathML"
)

// The closures of intervals by their ends: whether the lower one is open, and whether the upper one is.
var closures = [2][2]string{{"closed", "closed-open"}, {"open-closed", "open"}}

// delay consumes the delay of the transition in.
func (r *reader) delay(in owner) (i timed.Interval, err error) {
	line, seen := r.Line(), false
	err = r.Each(func(el xmlscan.Element) (err error) {
		switch {
		case el.Name != "interval" || el.Space != mathML && el.Space != r.space:
			if err := r.foreign(el); err != nil {
				return err
			}
			return r.label(el, in, "an interval")
		case seen:
			return r.Errorf(r.Line(), "the delay of %v has a second interval; expected one", in)
		}
		seen = true
		i, err = r.delayInterval(el, in)
		return err
	})
	if err == nil && !seen {
		err = r.Errorf(line, "the delay of %v has no interval; expected one", in)
	}
	return i, err
}

// delayInterval consumes an interval of MathML. Without a closure it is closed.
func (r *reader) delayInterval(el xmlscan.Element, in owner) (i timed.Interval, err error) {
	line := r.Line()
	if err := r.checkAttributes(el, "closure"); err != nil {
		return i, err
	}
	closure, ok := el.Attr("closure")
	switch closure = strings.TrimSpace(closure); {
	case !ok, closure == closures[0][0]:
	case closure == closures[0][1]:
		i.HighOpen = true
	case closure == closures[1][0]:
		i.LowOpen = true
	case closure == closures[1][1]:
		i.LowOpen, i.HighOpen = true, true
	default:
		return i, r.Errorf(line,
			"the interval of %v has the closure %s; expected closed, open, closed-open or open-closed", in,
			printable.Quote(closure))
	}
	var ends []int64
	err = r.Each(func(el xmlscan.Element) error {
		n, err := r.delayEnd(el, in, len(ends))
		ends = append(ends, n)
		return err
	})
	switch {
	case err != nil:
		return i, err
	case len(ends) < 2:
		return i, r.Errorf(line, "the interval of %v has fewer than two ends; expected such as <cn>4</cn><cn>9</cn>",
			in)
	}
	if i.Low, i.High = ends[0], ends[1]; i.High == timed.Infinite {
		i.HighOpen = false
	}
	if i.Check() != nil {
		return i, r.Errorf(line, "the interval of %v is empty; expected an end that is not before the beginning", in)
	}
	return i, nil
}

// delayEnd consumes an end of an interval, of which there were some before.
func (r *reader) delayEnd(el xmlscan.Element, in owner, before int) (int64, error) {
	line, name := r.Line(), el.Name
	expected := "<cn> with an integer from 0 to 2^63−1"
	if before == 1 {
		expected += ", or <ci>infty</ci>"
	}
	switch {
	case before > 1:
		return 0, r.Errorf(line, "the interval of %v has a third end; expected two", in)
	case el.Space != mathML && el.Space != r.space, name != "cn" && name != "ci":
		return 0, r.Errorf(line, "<%s> in the interval of %v is not understood; expected %s", name, in, expected)
	}
	if err := r.checkAttributes(el, "type"); err != nil {
		return 0, err
	}
	content, err := r.Content()
	if err != nil {
		return 0, err
	}
	text := string(content)
	if name == "ci" && text == "infty" && before == 1 {
		return timed.Infinite, nil
	}
	digits, fraction, _ := strings.Cut(text, ".") // some programs write 4.0
	n, err := strconv.ParseInt(digits, 10, 64)
	if name == "ci" || err != nil || n < 0 || strings.Trim(fraction, "0") != "" {
		return 0, r.Errorf(line, "an end of the interval of %v is %s; expected %s", in, printable.Quote(text), expected)
	}
	return n, nil
}

// setDelay keeps the interval of the transition called id, which is the next one. Readers of nets without time refuse
// it, unless the transition can fire at all times.
func (r *reader) setDelay(i timed.Interval, id string, line int) error {
	switch {
	case i == timed.Always():
		return nil
	case !r.whole:
		return r.Errorf(line, "transition %s has the time interval %v; only nets without time are read, expected none",
			printable.Quote(id), i)
	}
	if r.delays == nil {
		r.delays = map[int]timed.Interval{}
	}
	r.delays[len(r.lines[aTransition])] = i
	return r.extend(line)
}

// addDelays makes a time Petri net of a net with intervals. Tina's semantics is strong and intermediate.
func (r *reader) addDelays() error {
	if r.delays == nil {
		return nil
	}
	r.times = &timed.Net{Net: r.ext}
	for t := range r.ext.Transitions {
		i, ok := r.delays[t]
		if !ok {
			i = timed.Always()
		}
		r.times.Intervals = append(r.times.Intervals, i)
	}
	return nil
}

// delay writes the interval of a transition, unless it is that of all times.
func (p *printer) delay(i timed.Interval) {
	if i == timed.Always() {
		return
	}
	closure := func(low, high bool) string {
		list := closures[0]
		if low {
			list = closures[1]
		}
		if high {
			return list[1]
		}
		return list[0]
	}
	p.raw("<delay>")
	p.open("interval", "xmlns", mathML, "closure", closure(i.LowOpen, i.HighOpen || i.High == timed.Infinite))
	p.raw("<cn>")
	p.int(i.Low)
	p.raw("</cn>")
	if i.High == timed.Infinite {
		p.raw("<ci>infty</ci>")
	} else {
		p.raw("<cn>")
		p.int(i.High)
		p.raw("</cn>")
	}
	p.raw("</interval></delay>")
}
