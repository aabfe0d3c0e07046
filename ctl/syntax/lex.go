package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/internal/printable"
)

// The scanner of formulas: names, numbers and symbols with their spellings.

type tokenKind uint8

const (
	end    tokenKind = iota
	word             // a name or a word of the language
	quoted           // a name in quotes
	number
	symbol
	illegal // text that starts no token
)

// A token is a piece of text[from:to].
type token struct {
	kind     tokenKind
	text     string // of a symbol the first spelling of its row in symbols
	from, to int
}

func (t token) is(s string) bool { return t.kind == symbol && t.text == s }

// opens reports whether t is an opening bracket; of both kinds, since papers write
// E[p U q] as well as E(p U q).
func (t token) opens() bool { return t.is("(") || t.is("[") }

// symbols lists the spellings of each symbol. The longest that fits is taken.
var symbols = [][]string{
	{"&", "&&", "∧", "and"},
	{"|", "||", "∨", "or"},
	{"!", "~", "¬", "not"},
	{"->", "→"},
	{"<->", "↔"},
	{"=", "=="},
	{"!=", "<>", "≠"},
	{"<"}, {"<=", "≤"}, {">"}, {">=", "≥"},
	{"+"}, {"-"}, {"*", "·"},
	{"("}, {")"}, {"["}, {"]"}, {","},
	{"[]"}, // <> is != or F
}

// startsName reports whether c may start a name. Digits may too, but digits alone are
// a number.
func startsName(c rune) bool { return c == '_' || unicode.IsLetter(c) || c >= '0' && c <= '9' }

// inName reports whether c may stand in a name without quotes.
func inName(c rune) bool {
	return startsName(c) || unicode.IsMark(c) || unicode.IsDigit(c) || strings.ContainsRune(".':@#$", c)
}

// scan returns the first token of text from offset at on.
func scan(text string, at int) token {
	at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
	rest := text[at:]
	if rest == "" {
		return token{end, "", at, at}
	}
	c, size := utf8.DecodeRuneInString(rest)
	switch {
	case startsName(c):
		n := nameLength(rest)
		t := token{word, rest[:n], at, at + n}
		if strings.Trim(t.text, "0123456789") == "" {
			t.kind = number
		} else if s, ok := symbolOf(t.text); ok {
			t.kind, t.text = symbol, s
		}
		return t
	case c == '"':
		n := 1
		for n < len(rest) && rest[n] != '"' && rest[n] != '\n' {
			if rest[n] == '\\' {
				n++
			}
			n++
		}
		if n >= len(rest) || rest[n] != '"' {
			return token{illegal, `a name without closing quote`, at, at + 1}
		}
		return token{quoted, rest[:n+1], at, at + n + 1}
	}
	long, name := 0, ""
	for _, row := range symbols {
		for _, s := range row {
			if len(s) > long && strings.HasPrefix(rest, s) {
				long, name = len(s), row[0]
			}
		}
	}
	if long > 0 {
		return token{symbol, name, at, at + long}
	}
	return token{illegal, "the character " + printable.Quote(rest[:size]), at, at + size}
}

// nameLength returns the length of the name at the start of s.
func nameLength(s string) int {
	for i, c := range s {
		if !inName(c) {
			return i
		}
	}
	return len(s)
}

// symbolOf returns the first spelling of a symbol that is spelled s.
func symbolOf(s string) (string, bool) {
	for _, row := range symbols {
		for _, spelling := range row {
			if spelling == s {
				return row[0], true
			}
		}
	}
	return "", false
}

// describe returns t as it is named in a message.
func (p *parser) describe(t token) string {
	switch t.kind {
	case end:
		return "the end of the formula"
	case illegal:
		return t.text
	}
	return printable.Quote(p.text[t.from:t.to])
}
