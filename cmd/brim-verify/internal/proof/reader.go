package proof

import (
	"bufio"
	"math/big"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// Reading certificates word by word. Nothing is stored beyond the line, and no announced number makes anything large.

const (
	mostLine   = 64 << 20 // bytes of a line
	mostDigits = 100_000  // of a number
)

// A reader splits a certificate into lines and words. Names of what is expected are for messages.
type reader struct {
	file   string
	lines  *bufio.Scanner
	number int    // of the line
	rest   string // what is left of it, without blanks before it
	tick   func() // ends at limits
}

// next goes to the next line that is neither empty nor a comment.
func (r *reader) next() {
	for r.rest = ""; r.rest == "" || r.rest[0] == '#'; r.rest = strings.TrimSpace(r.lines.Text()) {
		r.tick()
		r.number++
		if !r.lines.Scan() {
			net.Must(r.lines.Err())
			net.Fail(net.Malformed, "expected .end before the end of the file")
		}
	}
}

// expected ends with the message that something else should be here.
func (r *reader) expected(format string, args ...any) {
	net.Fail(net.Malformed, "expected "+format+", found %.40q", append(args, r.rest)...)
}

// reject ends with the message that an obligation is not met.
func (r *reader) reject(format string, args ...any) { net.Fail(net.Rejected, format, args...) }

// body goes to the next line, and reports whether it belongs to the section.
func (r *reader) body() bool {
	r.next()
	return r.rest[0] != '.'
}

// more reports whether words are left on the line.
func (r *reader) more() bool { return r.rest != "" }

// end wants the end of the line.
func (r *reader) end() {
	if r.more() {
		r.expected("the end of the line")
	}
}

// take goes over the next n bytes, which it returns, and blanks.
func (r *reader) take(n int) (taken string) {
	taken, r.rest = r.rest[:n], strings.TrimLeft(r.rest[n:], " \t")
	return taken
}

// accept goes over a word or character if it is there.
func (r *reader) accept(sign string) bool {
	ok := strings.HasPrefix(r.rest, sign)
	if ok {
		r.take(len(sign))
	}
	return ok
}

// sign wants the word or character that is given.
func (r *reader) sign(sign string) {
	if !r.accept(sign) {
		r.expected("%s", sign)
	}
}

// word returns the next word, which is not in quotes.
func (r *reader) word(what string) string {
	n := strings.IndexAny(r.rest+" ", " \t")
	if n == 0 {
		r.expected("%s", what)
	}
	return r.take(n)
}

// quoted reports whether the next word is in quotes.
func (r *reader) quoted() bool { return strings.HasPrefix(r.rest, `"`) }

// text returns the next word, which is in quotes, without them.
func (r *reader) text(what string) string {
	prefix, err := strconv.QuotedPrefix(r.rest)
	if err != nil || !r.quoted() {
		r.expected("%s in quotes", what)
	}
	text, _ := strconv.Unquote(r.take(len(prefix)))
	return text
}

// large returns the next number.
func (r *reader) large(what string) *big.Int {
	n := len(r.rest) - len(strings.TrimLeft(r.rest, "-0123456789"))
	x, ok := new(big.Int).SetString(r.rest[:min(n, mostDigits)], 10)
	if !ok || n > mostDigits {
		r.expected("%s, a number of at most %d digits", what, mostDigits)
	}
	r.take(n)
	return x
}

// integer returns the next number, which is at least so large and has 64 bits.
func (r *reader) integer(what string, least int64) int64 {
	x := r.large(what)
	if !x.IsInt64() || x.Int64() < least {
		net.Fail(net.Malformed, "expected %s, a number between %d and 2^63-1, found %.40v", what, least, x)
	}
	return x.Int64()
}
