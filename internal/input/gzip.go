package input

import (
	"bufio"
	"compress/gzip"
	"errors"
	"io"
)

// plain reads what r holds, decompressed if it begins as gzip does, whatever its name is. It keeps no more than a
// window of the decompressed text, so how much that is concerns only who keeps it.
type plain struct {
	src  io.Reader
	text io.Reader // nil before the first read
}

func (p *plain) Read(b []byte) (int, error) {
	if p.text == nil {
		buf := bufio.NewReaderSize(p.src, chunk)
		p.text = buf
		if magic, _ := buf.Peek(2); string(magic) == "\x1f\x8b" { // a failed read shows again
			z, err := gzip.NewReader(buf)
			if err != nil {
				p.text = failed{err}
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

// errCut is an io.ErrUnexpectedEOF in words.
var errCut error = cut{}

type cut struct{}

func (cut) Error() string { return "the compressed file ends too early" }
func (cut) Unwrap() error { return io.ErrUnexpectedEOF }

// failed is a reader that could not be made.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
