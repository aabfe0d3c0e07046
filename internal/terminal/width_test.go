package terminal

import (
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short\n\nlines\n", 10, "short\n\nlines\n"},
		{"one two three four\n", 10, "one two\nthree four\n"},
		{"one two three", 5, "one\ntwo\nthree"},
		{"order   tuned from invariant, 19 levels\nmethod  x\n", 24,
			"order   tuned from\n        invariant, 19\n        levels\nmethod  x\n"},
		{"a   holds   EF(p = 1 & q = 2)\n", 24, "a   holds   EF(p = 1 & q\n            = 2)\n"},
		{"  1  go   off: 1 → 0, on: 0 → 1\n", 22, "  1  go   off: 1 → 0,\n          on: 0 → 1\n"},
		{"a_very_long_name_that_does_not_fit and more\n", 12, "a_very_long_name_that_does_not_fit\nand more\n"},
		{"label      a_very_long_name_that_does_not_fit more\n", 12,
			"label\na_very_long_name_that_does_not_fit\nmore\n"},
		{"日本語 日本語 日本語\n", 14, "日本語 日本語\n日本語\n"},
	} {
		got := Wrap(c.text, c.columns)
		if got != c.want {
			t.Errorf("%d columns:\n%s\nwant\n%s", c.columns, got, c.want)
		}
		if strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.text), " ") {
			t.Errorf("words are lost in %q", got)
		}
	}
	long := strings.Repeat("word ", 300) + "\n" + strings.Repeat("  col", 100) + "\n"
	for _, columns := range []int{200, 80, 60, 20, 6} {
		for line := range strings.Lines(Wrap(long, columns)) {
			if w := displaywidth.String(strings.TrimRight(line, " \n")); w > columns {
				t.Errorf("%d columns: %q has %d", columns, line, w)
			}
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{"": "", "abcdef": "abcdef", "abcdefg": "abcde…", "日本語": "日本語",
		"日本語x": "日本…", "a日本語": "a日本…"} {
		if got := Cut(text, 6); got != want {
			t.Errorf("%q is cut to %q, want %q", text, got, want)
		}
	}
}
