package mu

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/internal/printable"
	"brim/malformed"
)

// The scanner of the calculus. It is not that of ctl/syntax, since the two notations split texts differently: there ' .
// : @ # and $ belong to names, < and > join with a following = or - to other symbols, "and" and "not" are operators,
// and digits are numbers. Here a . b may be written a.b, <a>=… would be misread, labels are words such as 1 or not, and
// a state formula in braces is one token, which ctl/syntax reads.

// A source is the text of a formula, for errors.
type source struct{ file, text string }

// errorf returns the error at an offset of the text.
func (s *source) errorf(offset int, format string, args ...any) error {
	return malformed.At(s.file, s.text, offset, format, args...)
}

type tokenKind uint8

const (
	end    tokenKind = iota
	word             // letters, digits and _
	quoted           // text in quotes
	state            // a state formula in braces, or a list of values
	symbol
	illegal
)

// A token is text[from:to] of the source.
type token struct {
	kind     tokenKind
	text     string // of a symbol its first spelling, of quoted and state what is inside, of illegal what is wrong
	from, to int
}

func (t token) is(s string) bool { return (t.kind == symbol || t.kind == word) && t.text == s }

// spellings maps symbols and words to their first spelling.
var spellings = map[rune]string{
	'<': "<", '>': ">", '⟨': "<", '⟩': ">", '(': "(", ')': ")", '.': ".", '·': ".", ',': ",", '*': "*",
	'&': "&", '∧': "&", '|': "|", '∨': "|", '!': "!", '~': "!", '¬': "!", '∈': "in", '∃': "exists", 'μ': "mu",
	'ν': "nu",
}

func inWord(c rune) bool {
	if spellings[c] != "" {
		return false
	}
	return c == '_' || c == '\'' || unicode.IsLetter(c) || unicode.IsDigit(c)
}

// scan returns the first token of text from an offset on.
func scan(text string, at int) token {
	at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
	rest := text[at:]
	if rest == "" {
		return token{end, "", at, at}
	}
	c, size := utf8.DecodeRuneInString(rest)
	switch {
	case inWord(c):
		n := wordLength(rest)
		return token{word, rest[:n], at, at + n}
	case c == '"':
		n := closing(rest, '"')
		if n < 0 {
			return token{illegal, "a label without closing quote", at, at + 1}
		}
		inside, err := strconv.Unquote(rest[:n+1])
		if err != nil {
			return token{illegal, "a label that is no string: " + printable.Quote(rest[:n+1]), at, at + 1}
		}
		return token{quoted, inside, at, at + n + 1}
	case c == '{':
		n := closing(rest, '}')
		if n < 0 {
			return token{illegal, "a { without }", at, at + 1}
		}
		return token{state, rest[1:n], at, at + n + 1}
	case spellings[c] != "":
		return token{symbol, spellings[c], at, at + size}
	}
	return token{illegal, "the character " + strconv.Quote(rest[:size]), at, at + size}
}

func wordLength(s string) int {
	for i, c := range s {
		if !inWord(c) {
			return i
		}
	}
	return len(s)
}

// closing returns the position of the first c in s after its first character, outside of strings, or −1.
func closing(s string, c byte) int {
	inside := c == '"'
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == c && (c == '"' || !inside):
			return i
		case s[i] == '"':
			inside = !inside
		case s[i] == '\\' && inside:
			i++
		}
	}
	return -1
}
