package xmlscan

import (
	"bytes"
	"errors"
	"io"
)

// The part of a document that was read ahead.

// source keeps the error of the reader, so that a broken disk is not reported as broken XML. It ends at the first NUL,
// which XML cannot contain.
type source struct {
	r     io.Reader
	start []byte // the first bytes
}

// startLength is the number of bytes of a document that are kept for Start.
const startLength = 512

// errNUL is the error of a document with the byte 0, which is a device or some other kind of file.
var errNUL = errors.New("a byte that is 0")

// errLong is the error of a document with a token that is too long.
var errLong = errors.New("a text, tag or comment is too long")

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if room := startLength - len(s.start); room > 0 {
		s.start = append(s.start, p[:min(n, room)]...)
	}
	if i := bytes.IndexByte(p[:n], 0); i >= 0 {
		n, err = i, errNUL
	}
	return n, err
}

// A window has the part of a document that was read ahead, and counts lines. encoding/xml reads it byte by byte.
type window struct {
	r        io.Reader
	buf      []byte
	pos, end int   // buf[pos:end] was read and is not yet scanned
	err      error // why no bytes follow, nil as long as some may
	counted  int   // ≤ pos; lines counts those that end before it
	lines    int   // lines that end before counted

	given, most int     // the bytes that ReadByte has returned since take, and their limit
	long        bool    // ReadByte was called beyond the limit
	last        [2]byte // the last bytes that ReadByte returned
}

// windowLength is the number of bytes that are read ahead. A longer token is left to encoding/xml.
const windowLength = 1 << 16

// fill moves the bytes that are still to be scanned to the start of buf and reads more after them. It returns false if
// there are none.
func (w *window) fill() bool {
	if w.err != nil || w.end-w.pos == len(w.buf) {
		return false
	}
	w.lineAt(w.pos)
	w.end = copy(w.buf, w.buf[w.pos:w.end])
	w.pos, w.counted = 0, 0
	for range 100 { // a reader may return 0 bytes, but not for ever
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if w.err = err; n > 0 || err != nil {
			return n > 0
		}
	}
	w.err = io.ErrNoProgress
	return false
}

// ahead returns the bytes that are still to be scanned, at least n if the document has as many.
func (w *window) ahead(n int) []byte {
	for w.end-w.pos < n && w.fill() {
	}
	return w.buf[w.pos:w.end]
}

// lineAt returns the line of buf[i], counted from 1. Positions of successive calls must not decrease.
func (w *window) lineAt(i int) int {
	w.lines += bytes.Count(w.buf[w.counted:i], []byte("\n"))
	w.counted = i
	return w.lines + 1
}

// take begins a token of at most most bytes, which ReadByte returns.
func (w *window) take(most int) {
	w.given, w.most, w.long, w.last = 0, most, false, [2]byte{}
}

func (w *window) ReadByte() (byte, error) {
	if w.given == w.most {
		w.long = true
		return 0, errLong
	}
	if w.pos == w.end && !w.fill() {
		return 0, w.err
	}
	b := w.buf[w.pos]
	w.pos++
	w.given++
	w.last = [2]byte{w.last[1], b}
	return b, nil
}

// Read exists because the decoder passes a window on as an io.Reader.
func (w *window) Read(p []byte) (int, error) {
	for i := range p {
		b, err := w.ReadByte()
		if err != nil {
			return i, err
		}
		p[i] = b
	}
	return len(p), nil
}

// through makes the window read the rest of the document through decode.
func (w *window) through(decode func(io.Reader) io.Reader) {
	rest := bytes.NewReader(bytes.Clone(w.buf[w.pos:w.end]))
	var behind io.Reader = failure{w.err}
	if w.err == nil {
		behind = w.r
	}
	w.r, w.err, w.end = decode(io.MultiReader(rest, behind)), nil, w.pos
}

// A failure is a reader that returns an error only.
type failure struct{ err error }

func (f failure) Read([]byte) (int, error) { return 0, f.err }
