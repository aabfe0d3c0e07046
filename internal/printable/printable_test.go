package printable

import (
	"strings"
	"testing"
	"unicode"
)

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "",
		"P-1 \"a\" 'b' \\n":           "P-1 \"a\" 'b' \\n",
		"größe ≤ 日本 →":                "größe ≤ 日本 →",
		"a\x1b[31mRED":                `a\x1b[31mRED`,
		"up\rdown\nleft\tright":       `up\rdown\nleft\tright`,
		"\x00\a\b\x7f":                `\x00\a\b\x7f`,
		"\u0085\u009b31m":             `\u0085\u009b31m`,
		"\u202eright to left\u2066":   `\u202eright to left\u2066`,
		"zero\u200bwidth\u00a0blank":  `zero\u200bwidth\u00a0blank`,
		"\xff\xc3(":                   `\xff\xc3(`,
		"\ufffd":                      "\ufffd",
		"\U000e0041 tag, \U0001f600 ": `\U000e0041 tag, ` + "\U0001f600 ",
	} {
		got := Text(text)
		if got != want {
			t.Errorf("Text(%q) = %s, want %s", text, got, want)
		}
		for _, r := range got {
			if unicode.IsControl(r) {
				t.Errorf("Text(%q) has %q", text, r)
			}
		}
	}
}

func TestLines(t *testing.T) {
	if got, want := Lines("\ta\rb\n\n\x1bc\n"), "\ta\\rb\n\n\\x1bc\n"; got != want {
		t.Errorf("Lines gives %q, want %q", got, want)
	}
}

func TestQuote(t *testing.T) {
	long := strings.Repeat("ab", 29) + "aé"
	for text, want := range map[string]string{"a\n": `"a\n"`, long[:60]: `"` + long[:59] + "\\xc3\"",
		long: `"` + long[:59] + `"…`} {
		if got := Quote(text); got != want || Quote([]byte(text)) != want {
			t.Errorf("Quote(%q) = %s, want %s", text, got, want)
		}
	}
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text string
		most int
		want string
	}{{"", 1, ""}, {"größe", 5, "größe"}, {"größe", 4, "grö…"}, {"ab", 1, "…"}} {
		if got := Cut(c.text, c.most); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.text, c.most, got, c.want)
		}
	}
}
