package input

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
)

// Decompression of what begins like a gzip file.

// A decompressor reads src, decompressed if it begins like a gzip file. It keeps no more than a window of the
// decompressed text; a caller that keeps the text has to limit its length.
type decompressor struct {
	src  io.Reader
	text io.Reader // nil before the first read
}

func (p *decompressor) Read(b []byte) (int, error) {
	if p.text == nil {
		buf := bufio.NewReaderSize(p.src, chunk)
		p.text = buf
		if magic, _ := buf.Peek(2); string(magic) == "\x1f\x8b" { // an error of Peek comes again at the next read
			z, err := gzip.NewReader(buf)
			if err != nil {
				p.text = failure{err}
			} else {
				p.text = z
			}
		}
	}
	n, err := p.text.Read(b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCut
	}
	return n, err
}

// errCut is io.ErrUnexpectedEOF with a message for users.
var errCut error = cut{}

type cut struct{}

func (cut) Error() string { return "the compressed file ends too early" }
func (cut) Unwrap() error { return io.ErrUnexpectedEOF }

// A failure is a reader that returns an error only.
type failure struct{ err error }

func (f failure) Read([]byte) (int, error) { return 0, f.err }
