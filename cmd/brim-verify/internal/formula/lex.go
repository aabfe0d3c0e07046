package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The scanner of formulas: names, numbers and symbols with their spellings.

type tokenKind uint8

const (
	end    tokenKind = iota
	word             // a name or a word of the language
	quoted           // a name in quotes
	number
	symbol
	illegal
)

// A token is the piece text[from:to] of the text.
type token struct {
	kind     tokenKind
	text     string // of a symbol the first spelling of its row in symbols
	from, to int
}

func (t token) is(s string) bool { return t.kind == symbol && t.text == s }

func (t token) opens() bool { return t.is("(") || t.is("[") }

// joins reports whether t is U, R or W, which may be operators between path formulas.
func (t token) joins() bool {
	return t.kind == word && (t.text == "U" || t.text == "R" || t.text == "W")
}

// symbols has the spellings of each symbol. The longest that fits is taken.
var symbols = [][]string{
	{"&", "&&", "∧", "and"}, {"|", "||", "∨", "or"}, {"!", "~", "¬", "not"}, {"->", "→"}, {"<->", "↔"},
	{"=", "=="}, {"!=", "<>", "≠"}, {"<"}, {"<=", "≤"}, {">"}, {">=", "≥"},
	{"+"}, {"-"}, {"*", "·"}, {"("}, {")"}, {"["}, {"]"}, {","}, {"[]"},
}

// reserved are the words that are names in quotes only. X, F, G, A, E, U, R and W may be names where no operator can be.
var reserved = []string{"true", "false", "deadlock", "enabled", "and", "or", "not", "EX", "EF", "EG", "AX", "AF", "AG",
	"X", "F", "G", "A", "E", "U", "R", "W"}

func startsName(c rune) bool { return c == '_' || unicode.IsLetter(c) || '0' <= c && c <= '9' }

func inName(c rune) bool {
	return startsName(c) || unicode.IsMark(c) || unicode.IsDigit(c) || strings.ContainsRune(".':@#$", c)
}

// nameLength returns the length of the name at the start of s.
func nameLength(s string) int {
	if c, _ := utf8.DecodeRuneInString(s); s == "" || !startsName(c) {
		return 0
	}
	for i, c := range s {
		if !inName(c) {
			return i
		}
	}
	return len(s)
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// plain reports whether s is a name that needs no quotes, unless it is reserved.
func plain(s string) bool {
	return s != "" && nameLength(s) == len(s) && utf8.ValidString(s) && !isNumber(s)
}

// scan returns the first token of text from offset at on.
func scan(text string, at int) token {
	at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
	rest := text[at:]
	if rest == "" {
		return token{end, "", at, at}
	}
	if n := nameLength(rest); n > 0 {
		t := token{word, rest[:n], at, at + n}
		if isNumber(t.text) {
			t.kind = number
		}
		switch t.text {
		case "and", "or", "not":
			t.kind, t.text = symbol, map[string]string{"and": "&", "or": "|", "not": "!"}[t.text]
		}
		return t
	}
	if rest[0] == '"' {
		for n := 1; n < len(rest); n++ {
			switch rest[n] {
			case '\\':
				n++
			case '"':
				return token{quoted, rest[:n+1], at, at + n + 1}
			}
		}
		return token{illegal, "", at, len(text)}
	}
	long, name := 0, ""
	for _, row := range symbols {
		for _, s := range row {
			if len(s) > long && strings.HasPrefix(rest, s) {
				long, name = len(s), row[0]
			}
		}
	}
	if long == 0 {
		return token{illegal, "", at, at + 1}
	}
	return token{symbol, name, at, at + long}
}
