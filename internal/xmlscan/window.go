package xmlscan

import (
	"bytes"
	"errors"
	"io"
)

// source remembers why reading failed, so that a broken disk is not reported as
// broken XML. It ends at the first NUL, which no XML has.
type source struct {
	r     io.Reader
	start []byte // the first bytes
}

// startLength is how many bytes of a document are kept for Start.
const startLength = 512

// errNUL ends a document with the byte 0, as no XML has it: a device or some other kind of file.
var errNUL = errors.New("a byte that is 0")

// errLong ends a document with a token that is too long.
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

// A window holds what was read ahead of a document, and counts its lines. It is what
// the slow way reads byte by byte.
type window struct {
	r        io.Reader
	buf      []byte
	pos, end int   // buf[pos:end] was read and is not yet scanned
	err      error // why nothing follows, nil before that is known
	counted  int   // ≤ pos; the lines before are in lines
	lines    int   // how many ended before counted

	given, most int     // by ReadByte since take, and how many it may give
	long        bool    // it was asked for more
	last        [2]byte // that it gave
}

// windowLength is the number of bytes that are read ahead. A longer token goes the slow way.
const windowLength = 1 << 16

func newWindow(r io.Reader) *window { return &window{r: r, buf: make([]byte, windowLength)} }

// fill reads once more, behind what is still to be scanned, which moves to the start
// of buf. It returns false if nothing came.
func (w *window) fill() bool {
	if w.err != nil || w.end-w.pos == len(w.buf) {
		return false
	}
	w.lineAt(w.pos)
	w.end = copy(w.buf, w.buf[w.pos:w.end])
	w.pos, w.counted = 0, 0
	for range 100 { // a reader may return nothing, but not for ever
		n, err := w.r.Read(w.buf[w.end:])
		w.end += n
		if w.err = err; n > 0 || err != nil {
			return n > 0
		}
	}
	w.err = io.ErrNoProgress
	return false
}

// ahead returns what is still to be scanned, n bytes at least if the document has as many.
func (w *window) ahead(n int) []byte {
	for w.end-w.pos < n && w.fill() {
	}
	return w.buf[w.pos:w.end]
}

// lineAt returns the line, from 1, of buf[i], which must not lie before what was asked for last.
func (w *window) lineAt(i int) int {
	w.lines += bytes.Count(w.buf[w.counted:i], []byte("\n"))
	w.counted = i
	return w.lines + 1
}

// take begins a token that ReadByte gives, of most bytes at most.
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

// Read is there because the decoder hands a window on as a reader.
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

// through reads from now on what the document is when decode is put around it.
func (w *window) through(decode func(io.Reader) io.Reader) {
	rest := bytes.NewReader(bytes.Clone(w.buf[w.pos:w.end]))
	var behind io.Reader = failed{w.err}
	if w.err == nil {
		behind = w.r
	}
	w.r, w.err, w.end = decode(io.MultiReader(rest, behind)), nil, w.pos
}

// failed is a reader at its end.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
