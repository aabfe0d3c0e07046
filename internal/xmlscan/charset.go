package xmlscan

import (
	"bufio"
	"io"
	"strings"
)

// The encodings UTF-8 and ISO-8859-1.

// decode is called by encoding/xml for the text of r in the encoding that the document declares. It returns r itself,
// since the text after the declaration is decoded in the window.
func (s *Scanner) decode(name string, r io.Reader) (io.Reader, error) {
	switch strings.ToLower(name) {
	case "utf8", "us-ascii", "ascii":
		return r, nil
	case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1":
		if !s.cfg.Latin1 {
			break
		}
		s.window.through(func(r io.Reader) io.Reader { return &latin1{src: bufio.NewReader(r)} })
		return r, nil
	}
	return nil, &charsetError{name}
}

// encodings lists the encodings that are read, for messages.
func (s *Scanner) encodings() string {
	if s.cfg.Latin1 {
		return "UTF-8 or ISO-8859-1"
	}
	return "UTF-8"
}

// A charsetError passes through the decoder, which wraps it.
type charsetError struct{ name string }

func (e *charsetError) Error() string { return "encoding " + e.name }

// latin1 converts ISO-8859-1 into UTF-8: a byte from 0x80 on is the code point of the same number and becomes two
// bytes.
type latin1 struct {
	src    io.ByteReader
	second byte // of a pair whose first byte has been returned, else 0
}

func (l *latin1) readByte() (byte, error) {
	if b := l.second; b != 0 {
		l.second = 0
		return b, nil
	}
	b, err := l.src.ReadByte()
	if err != nil || b < 0x80 {
		return b, err
	}
	l.second = 0x80 | b&0x3f
	return 0xc0 | b>>6, nil
}

func (l *latin1) Read(p []byte) (int, error) {
	for i := range p {
		b, err := l.readByte()
		if err != nil {
			return i, err
		}
		p[i] = b
	}
	return len(p), nil
}
