package syntax

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// An xmlScanner walks through a document element by element and knows the line of
// each.
type xmlScanner struct {
	file string
	src  *xmlSource
	dec  *xml.Decoder
	line int       // where the last token started
	open []element // the elements around the current position
}

type element struct {
	name string
	line int
}

// xmlSource remembers why reading failed, so that a broken disk is not reported as
// broken XML.
type xmlSource struct {
	r   io.Reader
	err error
}

func (s *xmlSource) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

func newXMLScanner(r io.Reader, file string) *xmlScanner {
	s := &xmlScanner{file: file, src: &xmlSource{r: r}, line: 1}
	buf := bufio.NewReaderSize(s.src, 1<<16)
	if mark, _ := buf.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		buf.Discard(3)
	}
	s.dec = xml.NewDecoder(buf)
	s.dec.CharsetReader = func(name string, r io.Reader) (io.Reader, error) {
		if name = strings.ToLower(name); name == "utf8" || name == "us-ascii" || name == "ascii" {
			return r, nil
		}
		return nil, s.errorf(1, "encoding %s is not supported; expected UTF-8", quote(name))
	}
	return s
}

func (s *xmlScanner) errorf(line int, format string, args ...any) error {
	return &SyntaxError{File: s.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// next returns the next token, or io.EOF after the last. Its bytes are valid until
// the call after.
func (s *xmlScanner) next() (xml.Token, error) {
	s.line, _ = s.dec.InputPos()
	tok, err := s.dec.Token()
	if err != nil {
		return nil, s.explain(err)
	}
	switch tok := tok.(type) {
	case xml.StartElement:
		if len(s.open) == maxNesting {
			return nil, s.errorf(s.line, "<%s> is nested in %d elements; expected fewer", tok.Name.Local, maxNesting)
		}
		s.open = append(s.open, element{tok.Name.Local, s.line})
	case xml.EndElement:
		s.open = s.open[:len(s.open)-1]
	}
	return tok, nil
}

// explain says in our words why there is no next token.
func (s *xmlScanner) explain(err error) error {
	at, _ := s.dec.InputPos()
	var syntax *xml.SyntaxError
	var ours *SyntaxError
	switch {
	case s.src.err != nil:
		return fmt.Errorf("%s:%d: %w", s.file, at, s.src.err)
	case err == io.EOF:
		return err
	case errors.As(err, &ours):
		return ours
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" && len(s.open) > 0:
		in := s.open[len(s.open)-1]
		return s.errorf(at, "the file ends early: <%s> of line %d is open; expected </%s>", in.name, in.line, in.name)
	case errors.As(err, &syntax):
		return s.errorf(syntax.Line, "not well-formed XML: %s", syntax.Msg)
	}
	return s.errorf(s.line, "not well-formed XML: %v", err)
}

// root returns the name of the outermost element, or "" at the end of the file.
func (s *xmlScanner) root() (string, error) {
	for {
		tok, err := s.next()
		switch {
		case err == io.EOF:
			return "", nil
		case err != nil:
			return "", err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return tok.Name.Local, nil
		case xml.CharData:
			if err := s.blank(tok); err != nil {
				return "", err
			}
		}
	}
}

// child returns the name of the next element directly inside the current one, or ""
// at its end. The caller has to consume the child up to its end before the next call.
func (s *xmlScanner) child() (string, error) {
	for {
		tok, err := s.next()
		if err != nil {
			return "", err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return tok.Name.Local, nil
		case xml.EndElement:
			return "", nil
		case xml.CharData:
			if err := s.blank(tok); err != nil {
				return "", err
			}
		}
	}
}

// blank returns an error unless text, which is the current token, is white space.
func (s *xmlScanner) blank(text xml.CharData) error {
	found := bytes.TrimSpace(text)
	if len(found) == 0 {
		return nil
	}
	line := s.line + bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))
	if len(s.open) == 0 {
		return s.errorf(line, "found text %s outside of all elements; expected <property-set>", quote(string(found)))
	}
	return s.errorf(line, "found text %s directly inside <%s>; expected elements", quote(string(found)), s.open[len(s.open)-1].name)
}

// content consumes the current element, which must hold text only, and returns the
// text without blanks around it.
func (s *xmlScanner) content() (string, error) {
	var text []byte
	in := s.open[len(s.open)-1]
	for {
		tok, err := s.next()
		if err != nil {
			return "", err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return "", s.errorf(s.line, "found <%s> inside <%s>; expected text only", tok.Name.Local, in.name)
		case xml.EndElement:
			return string(bytes.TrimSpace(text)), nil
		case xml.CharData:
			text = append(text, tok...)
		}
	}
}

// skip consumes the current element with all it holds.
func (s *xmlScanner) skip() error {
	for depth := len(s.open); len(s.open) >= depth; {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return nil
}
