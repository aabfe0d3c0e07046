package andl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"brim/petri/format/internal/scan"
)

// The tokens of ANDL.

// reserved are words that no node is given as its name: those of the format, and those that Marcie's documentation
// lists. The reader takes them for names where a name has to be.
var reserved = setOf(`pn cpn hpn xpn spn gspn xspn colpn colspn const constants places transitions all discrete continuous
bool int double string enum atan tan asin sin acos cos abs sqr sqrt floor ceil log log10 exp
binomial d d2 function functions DeterministicFiring Deterministic ImmediateFiring Immediate
ScheduledFiring Scheduled BioLevelInterpretation LevelInterpretation BioMassAction MassAction max
min pow prod sum true false oo A C E F G I P Q R S U AF EF AG EG AX EX EY EH FWD_U FWD_G observers
immediate stochastic deterministic scheduled colorsets variables colorfunctions`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// Valid reports whether a node can have the name: letters, digits and underscores, no digit in front.
func Valid(name string) bool {
	return isName(name) && !reserved[name]
}

func isName(s string) bool { return s != "" && wordLength(s) == len(s) && !isDigit(s[0]) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func wordLength(s string) int {
	for i := range len(s) {
		if !isWord(s[i]) {
			return i
		}
	}
	return len(s)
}

// A lexer splits a text into words, numbers and signs, over blanks and comments.
type lexer struct {
	*scan.Source
	token string // not yet used; "" at the end
	start int    // where it begins
	at    int    // behind it
}

func (l *lexer) next() error {
	for {
		rest := strings.TrimLeft(l.Text[l.at:], " \t\r\n")
		l.at = len(l.Text) - len(rest)
		l.start = l.at
		switch {
		case strings.HasPrefix(rest, "//"):
			length := strings.IndexByte(rest, '\n')
			if length < 0 {
				length = len(rest)
			}
			l.at += length
		case strings.HasPrefix(rest, "/*"):
			length := strings.Index(rest[2:], "*/")
			if length < 0 {
				return l.Errorf(l.start, "the comment has no end; expected */")
			}
			l.at += length + 4
		default:
			l.token = rest[:length(rest)]
			l.at += len(l.token)
			return nil
		}
	}
}

// length returns that of the token with which a text begins.
func length(text string) int {
	switch {
	case text == "":
		return 0
	case isWord(text[0]):
		return wordLength(text)
	case len(text) > 1 && text[1] == '=' && strings.IndexByte("<>!=", text[0]) >= 0:
		return 2
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

// expect goes over a token that must come next.
func (l *lexer) expect(token string) error {
	if l.token != token {
		return l.Expected(l.start, l.token, fmt.Sprintf("%q", token))
	}
	return l.next()
}

// name goes over the name of a node or constant and returns it.
func (l *lexer) name(expected string) (name string, start int, err error) {
	if !isName(l.token) {
		return "", 0, l.Expected(l.start, l.token, expected)
	}
	name, start = l.token, l.start
	return name, start, l.next()
}
