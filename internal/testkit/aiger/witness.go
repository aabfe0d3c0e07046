package aiger

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file simulates witnesses.

// Simulate returns nil if each witness in a text shows its properties to be violated: the lines "1", the properties,
// the latches at first, the inputs of each step, and ".". The error says what is wrong with the first that does not.
func (c *Circuit) Simulate(text string) error {
	if !strings.HasSuffix(text, "\n") {
		return errors.New("the last line has no end")
	}
	list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(list) > 0 {
		end := slices.Index(list, ".")
		if end < 3 || list[0] != "1" {
			return fmt.Errorf("no witness: %q", list)
		}
		if err := c.shows(strings.Fields(split(list[1])), list[2], list[3:end]); err != nil {
			return err
		}
		list = list[end+1:]
	}
	return nil
}

// split puts blanks in front of the names of properties.
func split(text string) string { return strings.NewReplacer("b", " b", "j", " j").Replace(text) }

// bits reads digits.
func bits(text string, n int) ([]bool, error) {
	if len(text) != n || strings.Trim(text, "01") != "" {
		return nil, fmt.Errorf("found %q, expected %d digits", text, n)
	}
	list := make([]bool, n)
	for i := range text {
		list[i] = text[i] == '1'
	}
	return list, nil
}

func (c *Circuit) shows(properties []string, first string, steps []string) error {
	latches, err := bits(first, len(c.latches))
	if err != nil {
		return err
	}
	var run []moment
	var states [][]bool
	for i, line := range steps {
		inputs, err := bits(line, len(c.inputs))
		if err != nil {
			return err
		}
		m := c.in(latches, inputs)
		switch {
		case i == 0 && !c.initial(m):
			return errors.New("the run does not begin in an initial state")
		case !c.all(m, c.constraints):
			return fmt.Errorf("step %d breaks a constraint", i)
		}
		run, states = append(run, m), append(states, latches)
		latches = c.after(m)
	}
	for _, p := range properties {
		n, err := strconv.Atoi(p[1:])
		switch {
		case err != nil:
			return fmt.Errorf("%q is no property", p)
		case p[0] == 'b' && n < len(c.bads()):
			l := c.bads()[n]
			if !slices.ContainsFunc(run, func(m moment) bool { return c.value(m, l) }) {
				return fmt.Errorf("%s is never true", p)
			}
		case p[0] == 'j' && n < len(c.justice):
			if !c.recurs(slices.Concat(c.justice[n], c.fairness), run, states, latches) {
				return fmt.Errorf("%s has no loop", p)
			}
		default:
			return fmt.Errorf("there is no property %q", p)
		}
	}
	if len(properties) == 0 {
		return errors.New("no property")
	}
	return nil
}

// recurs reports whether some state of the run is equal to the last one, and between them each literal is true.
func (c *Circuit) recurs(list []int, run []moment, states [][]bool, last []bool) bool {
	for i := range run {
		if slices.Equal(states[i], last) && !slices.ContainsFunc(list, func(l int) bool {
			return !slices.ContainsFunc(run[i:], func(m moment) bool { return c.value(m, l) })
		}) {
			return true
		}
	}
	return false
}
