// Package printable makes text from files and command lines safe to print: on a terminal control characters could move
// the cursor, change colours or hide text.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Text replaces each character of s that is not printable, and each byte that is not UTF-8, by its escape in Go, such
// as \x1b or \n. A blank is printable, all other white space is not.
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

// Lines applies Text to each line of s and keeps newlines and tabs.
func Lines(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(s, "\n\t")
		if i < 0 {
			b.WriteString(Text(s))
			return b.String()
		}
		b.WriteString(Text(s[:i]))
		b.WriteByte(s[i])
		s = s[i+1:]
	}
}

// Cut shortens s to at most most characters; if it was longer, the last of them is "…".
func Cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// Quote formats s as %q does, but cuts off a long text after 60 bytes.
func Quote[T string | []byte](s T) string {
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%q…", strings.ToValidUTF8(string(s[:limit]), ""))
	}
	return fmt.Sprintf("%q", s)
}

// Rune returns the text by which Text shows the character r; bytes is its encoding in the original text.
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
