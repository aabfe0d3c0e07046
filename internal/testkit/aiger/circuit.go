package aiger

import (
	"fmt"
	"strconv"
	"strings"
)

// This file reads texts, and finds the values of signals.

// A Circuit is what a text has, with literals as they stand there.
type Circuit struct {
	inputs, outputs, bad, constraints, fairness []int
	latches                                     []latch
	justice                                     [][]int
	gates                                       map[int][2]int // by variable
	names                                       map[string]string
}

type latch struct{ own, next, reset int }

// Parse returns the circuit of a text, section by section in the sequence of the header. The error names the line that
// cannot be read.
func Parse(text string) (*Circuit, error) {
	x := &lines{list: strings.Split(text, "\n")}
	head := x.next(5, 9)
	if x.err != nil || x.word != "aag" {
		return nil, fmt.Errorf("no header of a text: %q", x.list[0])
	}
	head = append(head, make([]int, 9-len(head))...)
	c := &Circuit{gates: map[int][2]int{}, names: map[string]string{}}
	for range head[1] {
		c.inputs = append(c.inputs, x.next(1, 1)...)
	}
	for range head[2] {
		l := append(x.next(2, 3), 0, 0, 0)
		c.latches = append(c.latches, latch{l[0], l[1], l[2]})
	}
	for _, list := range []struct {
		to *[]int
		n  int
	}{{&c.outputs, head[3]}, {&c.bad, head[5]}, {&c.constraints, head[6]}} {
		for range list.n {
			*list.to = append(*list.to, x.next(1, 1)...)
		}
	}
	var sizes []int
	for range head[7] {
		sizes = append(sizes, x.next(1, 1)...)
	}
	for _, n := range sizes {
		own := []int{}
		for range n {
			own = append(own, x.next(1, 1)...)
		}
		c.justice = append(c.justice, own)
	}
	for range head[8] {
		c.fairness = append(c.fairness, x.next(1, 1)...)
	}
	for range head[4] {
		g := append(x.next(3, 3), 0, 0, 0)
		c.gates[g[0]/2] = [2]int{g[1], g[2]}
	}
	for _, line := range x.list[min(x.at, len(x.list)):] {
		if line == "c" {
			break
		}
		if at, name, ok := strings.Cut(line, " "); ok {
			c.names[at] = name
		}
	}
	return c, x.err
}

// lines are those of a text. After an error there is nothing more to read.
type lines struct {
	list []string
	at   int
	word string // in front of the numbers of the last line
	err  error
}

// next returns the numbers of the next line.
func (x *lines) next(least, most int) (list []int) {
	if x.err != nil || x.at >= len(x.list) {
		x.fail()
		return nil
	}
	words := strings.Fields(x.list[x.at])
	x.at++
	x.word = ""
	for i, w := range words {
		n, err := strconv.Atoi(w)
		switch {
		case err == nil && n >= 0:
			list = append(list, n)
		case i == 0:
			x.word = w
		default:
			x.fail()
		}
	}
	if len(list) < least || len(list) > most {
		x.fail()
	}
	return list
}

func (x *lines) fail() {
	if x.err == nil {
		x.err = fmt.Errorf("line %d cannot be read", x.at)
	}
}

// A moment is the value of each variable that is no gate, and then of each that has been asked for.
type moment map[int]bool

// in returns the moment with these latches and inputs.
func (c *Circuit) in(latches, inputs []bool) moment {
	m := moment{0: false}
	for i, l := range c.latches {
		m[l.own/2] = latches[i]
	}
	for i, l := range c.inputs {
		m[l/2] = inputs[i]
	}
	return m
}

func (c *Circuit) value(m moment, l int) bool {
	v, known := m[l/2]
	if !known {
		g, ok := c.gates[l/2]
		if !ok {
			panic(fmt.Sprintf("aiger: literal %d is defined nowhere", l))
		}
		v = c.value(m, g[0]) && c.value(m, g[1])
		m[l/2] = v
	}
	return v != (l%2 == 1)
}

// all reports whether each of list is true.
func (c *Circuit) all(m moment, list []int) bool {
	for _, l := range list {
		if !c.value(m, l) {
			return false
		}
	}
	return true
}

// after returns the latches after a step.
func (c *Circuit) after(m moment) (list []bool) {
	for _, l := range c.latches {
		list = append(list, c.value(m, l.next))
	}
	return list
}

// initial reports whether latches can be those at first.
func (c *Circuit) initial(m moment) bool {
	for _, l := range c.latches {
		if c.value(m, l.own) != c.value(m, l.reset) {
			return false
		}
	}
	return true
}

// bads returns the bad signals: the outputs, if a file has no section for other properties.
func (c *Circuit) bads() []int {
	if len(c.bad)+len(c.justice) == 0 {
		return c.outputs
	}
	return c.bad
}
