package pnml

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxDepth is how deep elements may nest. PNML needs about ten levels.
const maxDepth = 1000

// A scanner walks through an XML document element by element and knows the line
// of each.
type scanner struct {
	file string
	src  *source
	dec  *xml.Decoder
	line int       // where the last token started
	open []element // the elements around the current position
	text []byte    // reused by content
}

type element struct {
	name string
	line int
}

// source remembers why reading failed, so that a broken disk is not reported as
// broken XML.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

func newScanner(r io.Reader, file string) (*scanner, error) {
	s := &scanner{file: file, src: &source{r: r}, line: 1}
	buf := bufio.NewReaderSize(s.src, 1<<16)
	start, _ := buf.Peek(3) // a short or failed read shows again at the first token
	switch {
	case bytes.Equal(start, []byte("\xef\xbb\xbf")):
		buf.Discard(3)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, s.errorf(1, "encoding UTF-16 is not supported; expected UTF-8 or ISO-8859-1")
	}
	s.dec = xml.NewDecoder(buf)
	s.dec.CharsetReader = decodeCharset
	return s, nil
}

func (s *scanner) errorf(line int, format string, args ...any) error {
	return &SyntaxError{File: s.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// next returns the next token, or io.EOF after the last. Its bytes are valid until
// the call after.
func (s *scanner) next() (xml.Token, error) {
	s.line, _ = s.dec.InputPos()
	tok, err := s.dec.Token()
	if err != nil {
		return nil, s.explain(err)
	}
	switch tok := tok.(type) {
	case xml.StartElement:
		if len(s.open) == maxDepth {
			return nil, s.errorf(s.line, "<%s> is nested in %d elements; expected fewer", tok.Name.Local, maxDepth)
		}
		s.open = append(s.open, element{tok.Name.Local, s.line})
	case xml.EndElement:
		s.open = s.open[:len(s.open)-1]
	}
	return tok, nil
}

// explain says in our words why there is no next token.
func (s *scanner) explain(err error) error {
	at, _ := s.dec.InputPos()
	var syntax *xml.SyntaxError
	var charset *charsetError
	switch {
	case s.src.err != nil:
		return fmt.Errorf("%s:%d: %w", s.file, at, s.src.err)
	case err == io.EOF:
		return err
	case errors.As(err, &charset):
		return s.errorf(s.line, "%v", charset)
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" && len(s.open) > 0:
		in := s.open[len(s.open)-1]
		return s.errorf(at, "the file ends early: <%s> of line %d is open; expected </%s>", in.name, in.line, in.name)
	case errors.As(err, &syntax):
		return s.errorf(syntax.Line, "not well-formed XML: %s", syntax.Msg)
	}
	return s.errorf(s.line, "not well-formed XML: %v", err)
}

// child returns the next element directly inside the current one, or false at its
// end. The caller has to consume the child up to its end before the next call.
func (s *scanner) child() (el xml.StartElement, ok bool, err error) {
	for {
		tok, err := s.next()
		if err != nil {
			return el, false, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return tok, true, nil
		case xml.EndElement:
			return el, false, nil
		case xml.CharData:
			if err := s.blank(tok); err != nil {
				return el, false, err
			}
		}
	}
}

// blank returns an error unless text, which is the current token, is white space.
func (s *scanner) blank(text xml.CharData) error {
	found := bytes.TrimSpace(text)
	if len(found) == 0 {
		return nil
	}
	line := s.line + bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))
	if len(s.open) == 0 {
		return s.errorf(line, "found text %s outside of all elements; expected <pnml>", quote(found))
	}
	return s.errorf(line, "found text %s directly inside <%s>; expected elements", quote(found), s.open[len(s.open)-1].name)
}

// content consumes the current element, which must hold text only, and returns the
// text without blanks around it; it is valid until the next call.
func (s *scanner) content() ([]byte, error) {
	s.text = s.text[:0]
	in := s.open[len(s.open)-1]
	for {
		tok, err := s.next()
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return nil, s.errorf(s.line, "found <%s> inside <%s>; expected text only", tok.Name.Local, in.name)
		case xml.EndElement:
			return bytes.TrimSpace(s.text), nil
		case xml.CharData:
			s.text = append(s.text, tok...)
		}
	}
}

// skip consumes the current element with all it holds.
func (s *scanner) skip() error {
	for depth := len(s.open); len(s.open) >= depth; {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return nil
}

// attr returns the value of the attribute of that name without namespace.
func attr(el xml.StartElement, name string) (value string, ok bool) {
	i := slices.IndexFunc(el.Attr, func(a xml.Attr) bool { return a.Name.Local == name && a.Name.Space == "" })
	if i < 0 {
		return "", false
	}
	return el.Attr[i].Value, true
}
