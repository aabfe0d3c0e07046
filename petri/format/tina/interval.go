package tina

import (
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/petri/extended"
	"brim/petri/timed"
)

// The time intervals of transitions, in both formats. Tina's semantics is strong and intermediate.

// intervals are those of transitions by number, as far as a file gives one.
type intervals map[int]timed.Interval

// document returns the net as a document: with time if some transition cannot always fire.
func (x intervals) document(net *extended.Net) *timed.Document {
	n := &timed.Net{Net: net}
	for t := range net.Transitions {
		i, ok := x[t]
		if !ok {
			i = timed.Always()
		}
		n.Intervals = append(n.Intervals, i)
	}
	d := &timed.Document{Timed: n}
	return d.Simple()
}

// interval reads a time interval, such as [1,4], ]1,4[ or [2,w[, and keeps it for transition t.
func (p *parser) interval(t int, name string) error {
	if _, twice := p.times[t]; twice {
		return p.Errorf(p.token.at, "transition %s has a second time interval; expected one", printable.Quote(name))
	}
	start, i := p.token.at, timed.Interval{LowOpen: p.is("]")}
	if err := p.next(); err != nil {
		return err
	}
	low, err := p.moment("a number")
	if err != nil {
		return err
	}
	if !p.is(",") {
		return p.Expected(p.token.at, p.text, "the comma of the time interval")
	}
	if err := p.next(); err != nil {
		return err
	}
	high := timed.Infinite
	if p.is("w") {
		err = p.next()
	} else {
		high, err = p.moment("a number or w")
	}
	if err != nil {
		return err
	}
	end := p.token
	if !end.is("[") && !end.is("]") || high == timed.Infinite && end.is("]") {
		return p.Expected(end.at, end.text, "[ or ], and [ behind w")
	}
	i.Low, i.High, i.HighOpen = low, high, end.is("[") && high != timed.Infinite
	if i.Check() != nil {
		return p.Errorf(start,
			"the time interval of transition %s is empty; expected an end that is not before the beginning",
			printable.Quote(name))
	}
	p.times[t] = i
	return p.next()
}

// moment reads a time.
func (p *parser) moment(expected string) (int64, error) {
	t := p.token
	if t.quoted || t.text == "" || !isWord(t.text) {
		return 0, p.Expected(t.at, t.text, expected+" of the time interval")
	}
	n, err := p.Number(t.at, t.text, 0, false)
	if err != nil {
		return 0, err
	}
	return n, p.next()
}

// written returns the interval of transition t as .net has it, behind a blank; "" for that of all times.
func written(n *timed.Net, t int) string {
	if n == nil || n.Intervals[t] == timed.Always() {
		return ""
	}
	i := n.Intervals[t]
	begin, end := "[", "]"
	if i.LowOpen {
		begin = "]"
	}
	if i.High == timed.Infinite {
		return " " + begin + strconv.FormatInt(i.Low, 10) + ",w["
	}
	if i.HighOpen {
		end = "["
	}
	return " " + begin + strconv.FormatInt(i.Low, 10) + "," + strconv.FormatInt(i.High, 10) + end
}

// drawnInterval returns the interval that the fields eft and lft of a line of .ndr give: a minus before one of them
// says that this end is open, and w stands for no end.
func (d *drawing) drawnInterval(name string, from, to token) (i timed.Interval, err error) {
	moment := func(t token) (n int64, open bool, err error) {
		digits, open := strings.CutPrefix(t.text, "-")
		n, err = d.Number(t.at, digits, 0, false)
		return n, open, err
	}
	if i.Low, i.LowOpen, err = moment(from); err != nil {
		return i, err
	}
	if to.text == "w" {
		i.High = timed.Infinite
		return i, nil
	}
	if i.High, i.HighOpen, err = moment(to); err != nil {
		return i, err
	}
	if i.Check() != nil {
		return i, d.Errorf(from.at,
			"the time interval of transition %s is empty; expected an end that is not before the beginning",
			printable.Quote(name))
	}
	return i, nil
}

// drawnTimes returns the interval of transition t as .ndr has it.
func drawnTimes(n *timed.Net, t int) string {
	i := timed.Always()
	if n != nil {
		i = n.Intervals[t]
	}
	moment := func(n int64, open bool) string {
		if open {
			return "-" + strconv.FormatInt(n, 10)
		}
		return strconv.FormatInt(n, 10)
	}
	if i.High == timed.Infinite {
		return moment(i.Low, i.LowOpen) + " w"
	}
	return moment(i.Low, i.LowOpen) + " " + moment(i.High, i.HighOpen)
}
