package aiger

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file judges witness circuits.

// Certifies returns nil if the witness circuit shows that no bad signal of a model is ever true, by the conditions of
// certifaiger, with the same inputs and latches in both circuits, which the names "= LITERAL" of the witness relate.
// The error names the conditions that fail. Cost: two to the power of the latches and twice the inputs.
func Certifies(model, witness *Circuit) error {
	x := &pair{model: model, witness: witness}
	if err := x.relate(); err != nil {
		return err
	}
	if n := len(model.justice) + len(model.fairness); n > 0 {
		return fmt.Errorf("the model has %d signals of infinite runs, which no witness of safety is about", n)
	}
	for s := range 1 << len(witness.latches) {
		for i := range 1 << len(witness.inputs) {
			x.check(digits(s, len(witness.latches)), digits(i, len(witness.inputs)))
		}
	}
	if len(x.broken) > 0 {
		return fmt.Errorf("conditions that fail: %s", strings.Join(x.broken, " "))
	}
	return nil
}

func digits(n, width int) []bool {
	list := make([]bool, width)
	for i := range list {
		list[i] = n>>i&1 == 1
	}
	return list
}

// A pair is a model and a witness of it.
type pair struct {
	model, witness  *Circuit
	latches, inputs []int // by latch or input of the witness: that of the model
	broken          []string
}

// require notes a condition if it does not hold.
func (x *pair) require(condition string, holds bool) {
	if !holds && !slices.Contains(x.broken, condition) {
		x.broken = append(x.broken, condition)
	}
}

// relate reads the names of the witness, and whether literals are numbered as in the binary format.
func (x *pair) relate() error {
	for _, c := range []*Circuit{x.model, x.witness} {
		var list []int
		list = append(list, c.inputs...)
		for _, l := range c.latches {
			list = append(list, l.own)
		}
		for i, l := range list {
			if l != 2*(i+1) {
				return fmt.Errorf("literal %d stands where %d is expected", l, 2*(i+1))
			}
		}
	}
	m, w := x.model, x.witness
	if len(m.inputs) != len(w.inputs) || len(m.latches) != len(w.latches) {
		return errors.New("the circuits have different numbers of inputs or latches")
	}
	read := func(kind string, n, from int) (list []int, err error) {
		for i := range n {
			_, text, _ := strings.Cut(w.names[kind+strconv.Itoa(i)], "=")
			l, err := strconv.Atoi(strings.TrimSpace(text))
			if at := l/2 - 1 - from; err != nil || l%2 != 0 || at < 0 || at >= n || slices.Contains(list, at) {
				return nil, fmt.Errorf("%s%d stands for no literal, a wrong one or one that is taken: %q", kind, i,
					text)
			} else {
				list = append(list, at)
			}
		}
		return list, nil
	}
	var err error
	if x.inputs, err = read("i", len(w.inputs), 0); err == nil {
		x.latches, err = read("l", len(w.latches), len(w.inputs))
	}
	return err
}

// moments returns that of the model and that of the witness with the same values.
func (x *pair) moments(latches, inputs []bool) (m, w moment) {
	own, given := make([]bool, len(latches)), make([]bool, len(inputs))
	for i, at := range x.latches {
		own[at] = latches[i]
	}
	for i, at := range x.inputs {
		given[at] = inputs[i]
	}
	return x.model.in(own, given), x.witness.in(latches, inputs)
}

// good reports whether no bad signal is true.
func (c *Circuit) good(m moment) bool {
	return !slices.ContainsFunc(c.bads(), func(l int) bool { return c.value(m, l) })
}

// check looks at all conditions about a state with inputs and what follows it. Where one circuit makes another step
// than the other, the transition is broken whatever the inputs after it are.
func (x *pair) check(latches, inputs []bool) {
	m, w := x.moments(latches, inputs)
	legal, allowed := x.model.all(m, x.model.constraints), x.witness.all(w, x.witness.constraints)
	good := x.witness.good(w)
	x.require("reset", !x.model.initial(m) || !legal || x.witness.initial(w) && allowed)
	x.require("safety", !legal || !allowed || !good || x.model.good(m))
	x.require("base", !x.witness.initial(w) || !allowed || good)
	next := x.witness.after(w)
	for i, v := range x.model.after(m) {
		x.require("transition", !legal || !allowed || v == next[slices.Index(x.latches, i)])
	}
	for i := range 1 << len(inputs) {
		after, then := x.moments(next, digits(i, len(inputs)))
		possible := x.witness.all(then, x.witness.constraints)
		x.require("transition", !legal || !allowed || !x.model.all(after, x.model.constraints) || possible)
		x.require("induction", !allowed || !possible || !good || x.witness.good(then))
	}
}
