package scan

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"brim/internal/input"
	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/malformed"
)

// The text of a file, and errors that say where in it something is wrong.

// most is how many bytes a text may have.
const most = 1 << 28

// A Source is the text of a file. Its errors are *malformed.Error with line and column.
type Source struct {
	File string // what messages call it
	Text string
}

// Read reads all of a text; file is what messages call it. The error is that of r, or says that the text has more than
// 256 MiB.
func Read(r io.Reader, file string) (*Source, error) {
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err != nil {
		return nil, err
	}
	s := &Source{File: file, Text: strings.TrimPrefix(string(text), "\ufeff")}
	if len(text) > most {
		return nil, malformed.Line(file, 0, "the file has more than %d bytes; expected at most that", most)
	}
	return s, nil
}

// Errorf returns an error about the text at an offset in bytes.
func (s *Source) Errorf(at int, format string, args ...any) error {
	return malformed.At(s.File, s.Text, min(at, len(s.Text)), format, args...)
}

// Expected returns the error that something else was found at an offset, in the words of a reader; found is "" at the
// end of the file.
func (s *Source) Expected(at int, found, expected string) error {
	if found == "" {
		return s.Errorf(at, "the file ends here; expected %s", expected)
	}
	return s.Errorf(at, "found %s; expected %s", printable.Quote(found), expected)
}

// Hint adds to the error for a text that is not of the format at all what it looks like.
func (s *Source) Hint(err error) error {
	if wrong, ok := err.(*malformed.Error); ok {
		wrong.Msg += input.Hint([]byte(s.Text[:min(len(s.Text), 512)]))
	}
	return err
}

// Number returns the number that word is, at an offset of the text, where it must be least or more. With suffixes a
// number may end in K or M, for thousands and millions.
func (s *Source) Number(at int, word string, least int64, suffixes bool) (int64, error) {
	digits, factor := word, int64(1)
	if suffixes && word != "" {
		switch word[len(word)-1] {
		case 'K':
			factor = 1000
		case 'M':
			factor = 1000_000
		}
		if factor > 1 {
			digits = word[:len(word)-1]
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n > math.MaxInt64/factor || n*factor < least || !isDigit(digits[0]) {
		return 0, s.Expected(at, word, fmt.Sprintf("a whole number from %d to 2^63−1", least))
	}
	return n * factor, nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Meant returns the end of a message about an unknown name: that of the names that its author may have meant.
func Meant(name string, names map[string]int) string {
	best, ok := nearest.Of(name, slices.Values(slices.Sorted(maps.Keys(names))))
	if !ok {
		return ""
	}
	return "; did you mean " + printable.Quote(best) + "?"
}

// NameOf returns the name of a net whose format has none: that of the file, without folder and endings.
func NameOf(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), ".gz")
	return strings.TrimSuffix(name, filepath.Ext(name))
}
