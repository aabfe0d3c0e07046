// Package xmlscan is a streaming XML scanner: it walks through a document element by element, knows the line of each
// token, and reports malformed documents by a *malformed.Error. It finds plain tokens by itself and leaves unusual ones
// to encoding/xml (token.go).
package xmlscan

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/internal/printable"
	"brim/malformed"
)

// maxName is the largest length of an element's name in bytes, so that messages can show all names.
const maxName = 200

// A Config describes the documents that are accepted.
type Config struct {
	Root  string // the name of the outermost element, for messages
	Head  string // the name of an element that may stand before it and is skipped; "" for none
	Depth int    // the largest depth of nested elements
	// Text is the largest number of bytes of a text, a tag or a comment, which are held as a whole; 0 means 16 MiB.
	Text   int
	Latin1 bool // accept ISO-8859-1 as well as UTF-8
}

// A Scanner walks through one document.
type Scanner struct {
	cfg     Config
	file    string
	src     *source
	window  *window
	at      int  // the position in the window at which the last token began
	line    int  // of at, if known is true
	known   bool // line is that of at
	empty   bool // the last token was an empty tag, the next one is its end
	raw     raw
	element Element     // of the start tag in raw
	names   [256]string // see intern
	open    []element   // the elements around the current position
	spaces  []binding   // that the open elements declare
	err     error       // the one after which there is no further token
	text    []byte      // reused by Content
}

// An Element is a start tag with its attributes, which are valid until the next call of the Scanner.
type Element struct {
	Name, Space string // Space is a namespace, or the prefix if no namespace was declared for it
	Attrs       []Attr
}

// An Attr is an attribute of an Element.
type Attr struct {
	Name, Space string
	Value       []byte
}

// New returns a scanner at the start of the document r; file is its name in errors. An error in the text is a
// *malformed.Error; an error of r itself is wrapped.
func New(r io.Reader, file string, cfg Config) (*Scanner, error) {
	if cfg.Text == 0 {
		cfg.Text = 1 << 24
	}
	s := &Scanner{cfg: cfg, file: file, src: &source{r: r}}
	s.window = &window{r: s.src, buf: make([]byte, windowLength)}
	const longest = 100 // bytes of an XML declaration up to its version
	start := s.window.ahead(longest)
	switch {
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		s.window.pos = 3
		start = s.window.ahead(longest)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, s.Errorf(1, "encoding UTF-16 is not supported; expected %s", s.encodings())
	}
	as10(start[:min(len(start), longest)])
	return s, nil
}

// as10 changes a declaration of XML 1.1 at the start of a document into one of XML 1.0, the only version that the
// decoder accepts. The additions of 1.1 are treated as in 1.0: control characters are refused, and NEL and LS are
// blanks but do not end a line.
func as10(start []byte) {
	end := bytes.IndexByte(start, '>')
	if end < 0 || !bytes.HasPrefix(start, []byte("<?xml ")) {
		return
	}
	at := max(bytes.Index(start[:end], []byte(`"1.1"`)), bytes.Index(start[:end], []byte(`'1.1'`)))
	if at >= 0 {
		start[at+len(`"1.`)] = '0'
	}
}

// Errorf returns a *malformed.Error about a line.
func (s *Scanner) Errorf(line int, format string, args ...any) error {
	return malformed.Line(s.file, line, format, args...)
}

// Start returns the first bytes of the document, a few hundred at most, from which a caller may guess what else the
// file is.
func (s *Scanner) Start() []byte { return s.src.start }

// Line returns the line, from 1, in which the last token started.
func (s *Scanner) Line() int {
	if !s.known {
		s.line, s.known = s.window.lineAt(s.at), true
	}
	return s.line
}

// next returns the kind of the next token, or io.EOF after the last. Its contents are in s.raw and, for a start tag, in
// s.element.
func (s *Scanner) next() (k kind, err error) {
	if s.err == nil {
		k, s.err = s.read()
	}
	return k, s.err
}

// read reads the next token: the end of an empty tag, a plain token from the window, or any other token by
// encoding/xml. It opens and closes elements as it goes.
func (s *Scanner) read() (k kind, err error) {
	s.at, s.known = s.window.pos, false
	if s.empty {
		s.empty = false
		s.leave()
		return endTag, nil
	}
	if k = s.plain(); k == cutOff {
		more := s.window.fill()
		s.at = s.window.pos
		if more {
			k = s.plain()
		}
	}
	if k <= cutOff {
		if k, err = s.slow(); err != nil {
			return k, err
		}
	}
	switch k {
	case startTag, emptyTag:
		s.empty = k == emptyTag
		return startTag, s.enter()
	case endTag:
		err = s.closed()
	}
	return k, err
}

// explain turns an error of the decoder into one of this package. before is the number of lines that the decoder was
// not given, and at the line up to which the text was understood.
func (s *Scanner) explain(err error, before, at int) error {
	var syntax *xml.SyntaxError
	var charset *charsetError
	early := err == io.EOF || errors.As(err, &syntax) && syntax.Msg == "unexpected EOF"
	switch {
	case err == errNUL:
		return s.Errorf(at, "not well-formed XML: illegal character code U+0000")
	case early && len(s.open) > 0:
		in := s.open[len(s.open)-1]
		return s.Errorf(at, "the file ends early: <%s> of line %d is open; expected </%s>", in.name, in.line, in.name)
	case err == io.EOF:
		return err
	case err == s.window.err:
		return fmt.Errorf("%s:%d: %w", s.file, at, err)
	case errors.As(err, &charset):
		return s.Errorf(s.line, "encoding %s is not supported; expected %s", printable.Quote(charset.name),
			s.encodings())
	case syntax != nil:
		return s.malformed(before+syntax.Line, syntax.Msg)
	}
	return s.malformed(s.line, strings.TrimPrefix(err.Error(), "xml: "))
}

// malformed returns the error that the document is not well-formed XML, in the decoder's words, which are cut at
// maxName since they may contain names of any length.
func (s *Scanner) malformed(line int, msg string) error {
	if len(msg) > maxName {
		msg = strings.ToValidUTF8(msg[:maxName], "") + "…"
	}
	return s.Errorf(line, "not well-formed XML: %s", msg)
}

// Document calls read for the outermost element, which must have the name of Config.Root, and reads on to the end of
// the document. read has to consume the element. An element of another name, one more and none at all are errors.
func (s *Scanner) Document(read func(Element) error) error {
	for begun := false; ; begun = true {
		el, err := s.Root()
		for !begun && err == nil && s.cfg.Head != "" && el.Name == s.cfg.Head {
			if err = s.Skip(); err == nil {
				el, err = s.Root()
			}
		}
		switch {
		case err == io.EOF && begun:
			return nil
		case err == io.EOF:
			return s.Errorf(s.Line(), "the document is empty; expected <%s>", s.cfg.Root)
		case err != nil:
			return err
		case begun:
			return s.Errorf(s.Line(), "found <%s> after </%s>; expected the end of the file", el.Name, s.cfg.Root)
		case el.Name != s.cfg.Root:
			return s.Errorf(s.Line(), "found <%s>; expected <%s>", el.Name, s.cfg.Root)
		}
		if err := read(el); err != nil {
			return err
		}
	}
}

// Root returns the next element that is outside all others, or io.EOF at the end of the document. The caller has to
// consume the element up to its end before the next call.
func (s *Scanner) Root() (Element, error) {
	for {
		k, err := s.next()
		if err != nil {
			return Element{}, err
		}
		switch k {
		case startTag:
			return s.element, nil
		case text:
			if err := s.blank(s.raw.text); err != nil {
				return Element{}, err
			}
		}
	}
}

// Each calls read for each remaining child of the current element, up to the first error. read has to consume the
// child.
func (s *Scanner) Each(read func(Element) error) error {
	for {
		el, ok, err := s.Child()
		if err != nil || !ok {
			return err
		}
		if err := read(el); err != nil {
			return err
		}
	}
}

// Mixed is Each for an element that may have text between its children; the text is skipped.
func (s *Scanner) Mixed(read func(Element) error) error {
	for {
		k, err := s.next()
		if err != nil || k == endTag {
			return err
		}
		if k == startTag {
			if err := read(s.element); err != nil {
				return err
			}
		}
	}
}

// Child returns the next element directly inside the current one, or false at its
// end. The caller has to consume the child up to its end before the next call.
func (s *Scanner) Child() (el Element, ok bool, err error) {
	for {
		k, err := s.next()
		if err != nil {
			return Element{}, false, err
		}
		switch k {
		case startTag:
			return s.element, true, nil
		case endTag:
			return Element{}, false, nil
		case text:
			if err := s.blank(s.raw.text); err != nil {
				return Element{}, false, err
			}
		}
	}
}

// blank returns an error unless text, the current token, is white space.
func (s *Scanner) blank(text []byte) error {
	found := bytes.TrimSpace(text)
	if len(found) == 0 {
		return nil
	}
	line := s.Line() + bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))
	if len(s.open) == 0 {
		return s.Errorf(line, "found text %s outside of all elements; expected <%s>", printable.Quote(found),
			s.cfg.Root)
	}
	return s.Errorf(line, "found text %s directly inside <%s>; expected elements", printable.Quote(found),
		s.open[len(s.open)-1].name)
}

// Content consumes the current element, which must contain text only, and returns the text without surrounding blanks;
// it is valid until the next call.
func (s *Scanner) Content() ([]byte, error) {
	s.text = s.text[:0]
	in := s.open[len(s.open)-1]
	for {
		k, err := s.next()
		if err != nil {
			return nil, err
		}
		switch k {
		case startTag:
			return nil, s.Errorf(s.Line(), "found <%s> inside <%s>; expected text only", s.element.Name, in.name)
		case endTag:
			return bytes.TrimSpace(s.text), nil
		case text:
			if len(s.text)+len(s.raw.text) > s.cfg.Text {
				return nil, s.Errorf(in.line, "the text of <%s> has more than %d bytes; expected fewer", in.name,
					s.cfg.Text)
			}
			s.text = append(s.text, s.raw.text...)
		}
	}
}

// Skip consumes the current element with its contents.
func (s *Scanner) Skip() error { return s.Leave(s.Depth()) }

// Depth returns the number of open elements, including the current one.
func (s *Scanner) Depth() int { return len(s.open) }

// Leave moves to the end of the element that had the given Depth when it was current, from any position within it or
// right after it. So a caller that does not understand an element, or got an error of Child or Content in it, can
// continue with the next one. It fails if the document is not well-formed.
func (s *Scanner) Leave(depth int) error {
	for len(s.open) >= depth {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return s.err
}

// Find consumes the current element with its contents, as Skip does, and returns the text directly inside its first
// child with one of these names, without surrounding blanks. The text is empty if there is no such child, cut if it is
// very long, and valid until the next call.
func (s *Scanner) Find(children ...string) ([]byte, error) {
	s.text = s.text[:0]
	var own []byte
	depth, inside, found := len(s.open), false, false
	for len(s.open) >= depth {
		k, err := s.next()
		if err != nil {
			return nil, err
		}
		switch k {
		case startTag:
			if len(s.open) == depth+1 && !found && slices.Contains(children, s.element.Name) {
				inside, found = true, true
			}
		case endTag:
			inside = inside && len(s.open) > depth
		case text:
			switch {
			case len(s.text)+len(own)+len(s.raw.text) > s.cfg.Text:
			case inside && len(s.open) == depth+1:
				s.text = append(s.text, s.raw.text...)
			case !found && len(s.open) == depth && len(bytes.TrimSpace(s.raw.text)) > 0:
				own = append(own, s.raw.text...)
			}
		}
	}
	if !found {
		return bytes.TrimSpace(own), nil
	}
	return bytes.TrimSpace(s.text), nil
}

// Attr returns the value of the attribute with that name and no namespace.
func (el Element) Attr(name string) (value string, ok bool) {
	b, ok := el.Value(name)
	return string(b), ok
}

// Value is Attr without copying: the bytes are valid as long as the Element is.
func (el Element) Value(name string) (value []byte, ok bool) {
	for i := range el.Attrs {
		if a := &el.Attrs[i]; a.Name == name && a.Space == "" {
			return a.Value, true
		}
	}
	return nil, false
}
