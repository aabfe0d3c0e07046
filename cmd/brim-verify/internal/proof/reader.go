package proof

import (
	"bufio"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Reading certificates word by word. Nothing is stored beyond the line, and no announced number makes anything large.

// A Status says why a certificate is not accepted. It is the exit status of the program.
type Status int

const (
	Rejected  Status = iota + 1 // it does not prove the answer
	Malformed                   // model, question or certificate cannot be read
	Limit                       // time or memory ended
)

// A Failure is the error for a certificate that is not accepted. Inside of this package it is a panic, so that no
// obligation that fails can be overlooked; Verify returns it.
type Failure struct {
	Status Status
	Text   string
}

func (f *Failure) Error() string {
	return [...]string{Rejected: "rejected: ", Malformed: "malformed: ", Limit: "limit: "}[f.Status] + f.Text
}

const (
	mostLine   = 64 << 20 // bytes of a line
	mostDigits = 100_000  // of a number
)

// A reader splits a certificate into lines and words. Names of what is expected are for messages.
type reader struct {
	file   string
	lines  *bufio.Scanner
	number int    // of the line
	rest   string // what is left of it
	tick   func() // ends at limits
}

// next goes to the next line that is neither empty nor a comment.
func (r *reader) next() {
	for r.rest = ""; r.rest == "" || r.rest[0] == '#'; r.rest = strings.TrimSpace(r.lines.Text()) {
		r.tick()
		r.number++
		if !r.lines.Scan() {
			r.rest = ""
			r.must(r.lines.Err(), "a line")
			r.expected(".end before the end of the file")
		}
	}
}

// expected ends with the message that something else should be here.
func (r *reader) expected(format string, args ...any) {
	found := ""
	if len(r.rest) > 0 {
		found = fmt.Sprintf(", found %.40q", r.rest)
	}
	r.fail(Malformed, "expected "+fmt.Sprintf(format, args...)+found)
}

// must ends with the message that something else should be here, and what is wrong with what is, if there is an error.
func (r *reader) must(err error, what string) {
	if err != nil {
		r.expected("%s: %v", what, err)
	}
}

// reject ends with the message that an obligation is not met.
func (r *reader) reject(format string, args ...any) {
	r.fail(Rejected, fmt.Sprintf(format, args...))
}

// fail ends with a message about the line, which is cut if it is long.
func (r *reader) fail(status Status, message string) {
	panic(&Failure{status, fmt.Sprintf("%s:%d: %.400s", r.file, r.number, message)})
}

// body goes to the next line, and reports whether it belongs to the section.
func (r *reader) body() bool {
	r.next()
	return r.rest[0] != '.'
}

// more reports whether words are left on the line.
func (r *reader) more() bool {
	r.rest = strings.TrimLeft(r.rest, " \t")
	return r.rest != ""
}

// end wants the end of the line.
func (r *reader) end() {
	if r.more() {
		r.expected("the end of the line")
	}
}

// word returns the next word, which is not in quotes.
func (r *reader) word(what string) (word string) {
	if !r.more() {
		r.expected("%s", what)
	}
	end := strings.IndexAny(r.rest, " \t")
	if end < 0 {
		end = len(r.rest)
	}
	word, r.rest = r.rest[:end], r.rest[end:]
	return word
}

// quoted reports whether the next word is in quotes.
func (r *reader) quoted() bool { return r.more() && r.rest[0] == '"' }

// text returns the next word, which is in quotes, without them.
func (r *reader) text(what string) string {
	prefix, err := strconv.QuotedPrefix(strings.TrimLeft(r.rest, " \t"))
	if err != nil || !r.quoted() {
		r.expected("%s in quotes", what)
	}
	r.rest = r.rest[len(prefix):]
	text, _ := strconv.Unquote(prefix)
	return text
}

// sign wants the word or character that is given.
func (r *reader) sign(sign string) {
	if !r.accept(sign) {
		r.expected("%s", sign)
	}
}

// accept goes over a word or character if it is there.
func (r *reader) accept(sign string) (ok bool) {
	r.more()
	r.rest, ok = strings.CutPrefix(r.rest, sign)
	return ok
}

// large returns the next number.
func (r *reader) large(what string) *big.Int {
	r.more()
	n := len(r.rest) - len(strings.TrimLeft(r.rest, "-0123456789"))
	x, ok := new(big.Int).SetString(r.rest[:min(n, mostDigits)], 10)
	if !ok || n > mostDigits {
		r.expected("%s, a number of at most %d digits", what, mostDigits)
	}
	r.rest = r.rest[n:]
	return x
}

// integer returns the next number, which is at least so large and has 64 bits.
func (r *reader) integer(what string, least int64) int64 {
	rest := r.rest
	x := r.large(what)
	if !x.IsInt64() || x.Int64() < least {
		r.rest = rest
		r.expected("%s, a number between %d and 2^63-1", what, least)
	}
	return x.Int64()
}
