// Package printable makes text from files and command lines safe to show: on a terminal control characters move the
// cursor, change colours or hide what was written.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text returns s with each character that is not printable, and each byte that is no UTF-8, as the escape that Go has
// for it, as \x1b or \n. A blank is printable, every other space is not.
func Text(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(Rune(r, s[i:i+n]))
		i += n
	}
	return b.String()
}

// Lines is Text for each line of s; tabs stay as well.
func Lines(s string) string {
	return keep(s, func(r rune) bool { return r == '\n' || r == '\t' })
}

// Line is Text, but tabs stay.
func Line(s string) string { return keep(s, func(r rune) bool { return r == '\t' }) }

func keep(s string, stays func(rune) bool) string {
	var b strings.Builder
	for {
		i := strings.IndexFunc(s, stays)
		if i < 0 {
			b.WriteString(Text(s))
			return b.String()
		}
		b.WriteString(Text(s[:i]))
		b.WriteByte(s[i])
		s = s[i+1:]
	}
}

// Cut shortens s to a number of characters, the last of which then is "…".
func Cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// Quote is %q for texts of any length: long ones are cut.
func Quote[T string | []byte](s T) string {
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(string(s[:limit]), ""))
	}
	return fmt.Sprintf("%q", s)
}

// Rune returns how Text shows the character r, which stands in the text as the given bytes.
func Rune(r rune, bytes string) string {
	switch {
	case r == utf8.RuneError && len(bytes) == 1:
		q := strconv.Quote(bytes)
		return q[1 : len(q)-1]
	case strconv.IsPrint(r):
		return bytes
	}
	q := strconv.QuoteRune(r)
	return q[1 : len(q)-1]
}

func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
