package tina

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"brim/petri/format/internal/scan"
)

// The tokens of Tina's texts.

// A token is a name, a number or a sign, "" at the end of the text.
type token struct {
	text   string // of a name in braces what is between them, without backslashes
	quoted bool
	at     int // where it begins
}

// name reports whether the token can be a name.
func (t token) name() bool { return t.quoted || t.text != "" && isWord(t.text) && !keywords[t.text] }

// is reports whether the token is the word or sign s, which does not stand in braces.
func (t token) is(s string) bool { return !t.quoted && t.text == s }

// keywords begin declarations of .net, so that names which are equal to one stand in braces.
var keywords = map[string]bool{"net": true, "tr": true, "pl": true, "nt": true, "lb": true, "pr": true}

// signs are the tokens that are neither names nor numbers, a longer one before its beginning.
var signs = []string{"->", "?-", "!-", "?", "!", "*", "(", ")", "[", "]", ",", ":", "<", ">"}

func isWord(s string) bool {
	for _, r := range s {
		if !isWordRune(r) {
			return false
		}
	}
	return s != ""
}

// isWordRune reports whether names without braces may have the character: letters, digits, primes and underscores,
// and the dot, which other writers of the format put into names.
func isWordRune(r rune) bool {
	return r == '_' || r == '\'' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// A lexer splits a text into tokens.
type lexer struct {
	*scan.Source
	at    int // behind the token
	token     // the next one, not yet used
}

func newLexer(s *scan.Source) (*lexer, error) {
	l := &lexer{Source: s}
	return l, l.next()
}

// next goes to the next token.
func (l *lexer) next() error {
	l.skip()
	l.token = token{at: l.at}
	rest := l.Text[l.at:]
	if rest == "" {
		return nil
	}
	if rest[0] == '{' {
		return l.braces()
	}
	if n := wordLength(rest); n > 0 {
		l.text = rest[:n]
		l.at += n
		return nil
	}
	for _, s := range signs {
		if strings.HasPrefix(rest, s) {
			l.text = s
			l.at += len(s)
			return nil
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	return l.Expected(l.at, rest[:n], "a name, a number or an arc")
}

func wordLength(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !isWordRune(r) })
	if n < 0 {
		return len(s)
	}
	return n
}

// skip goes over blanks, ends of lines, and lines that begin with #.
func (l *lexer) skip() {
	for l.at < len(l.Text) {
		switch c := l.Text[l.at]; {
		case c == '#' && (l.at == 0 || l.Text[l.at-1] == '\n'):
			end := strings.IndexByte(l.Text[l.at:], '\n')
			if end < 0 {
				l.at = len(l.Text)
				return
			}
			l.at += end
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			l.at++
		default:
			return
		}
	}
}

// braces reads a name between braces, in which a backslash stands before braces and backslashes.
func (l *lexer) braces() error {
	l.quoted = true
	var name strings.Builder
	for i := l.at + 1; i < len(l.Text); i++ {
		switch c := l.Text[i]; c {
		case '}':
			l.text = name.String()
			l.at = i + 1
			return nil
		case '{':
			return l.Errorf(i, `found a brace inside a name; expected \{ or the } that ends it`)
		case '\\':
			if i++; i < len(l.Text) {
				name.WriteByte(l.Text[i])
			}
		default:
			name.WriteByte(c)
		}
	}
	return l.Errorf(l.at, "the name in braces has no end; expected }")
}

// quote returns a name as a text has it: in braces where it has to be.
func quote(name string) string {
	if isWord(name) && !keywords[name] && utf8.ValidString(name) {
		return name
	}
	return "{" + strings.NewReplacer(`\`, `\\`, "{", `\{`, "}", `\}`).Replace(name) + "}"
}
