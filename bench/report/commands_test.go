package report

import (
	"slices"
	"strings"
	"testing"
)

// Lines of words are stored by what they do not share with the line before, and are the same again when they are put
// together.
func TestCommands(t *testing.T) {
	list := [][]string{
		{"brim", "check", "a", "--json"}, {"brim", "check", "b", "--json"}, {"brim", "check", "b", "--json"}, {},
		{"brim"},
		{"brim", "brim"}, {"brim", "x", "brim", "brim"}, {"brim", "brim"},
	}
	l := commands(list).(lines)
	var line []int
	for i, args := range list {
		x := l.I[i]
		line = slices.Concat(line[:x[0]], x[2:], line[len(line)-x[1]:])
		var words []string
		for _, w := range line {
			words = append(words, l.W[w])
		}
		if strings.Join(words, " ") != strings.Join(args, " ") {
			t.Errorf("line %d is %q, want %q", i, words, args)
		}
	}
	if want := []int{2, 1, 4}; !slices.Equal(l.I[1], want) {
		t.Errorf("the second line is %v, want %v: one word differs", l.I[1], want)
	}
}
