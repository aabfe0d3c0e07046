// Package xmlscan walks through an XML document element by element, as a stream, and knows the line of each token. It
// says in words what is wrong with a document; what type its errors have is up to the caller.
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

// maxName is how long the name of an element may be, in bytes, so that all names can be shown in messages.
const maxName = 200

// A Config says what a document may look like.
type Config struct {
	Root  string // the name of the outermost element, for messages
	Depth int    // how deep elements may nest
	// how many bytes a text, a tag or a comment may have: each is kept whole before anybody sees it; 0 is 16 MiB
	Text   int
	Latin1 bool // ISO-8859-1 is read besides UTF-8
}

// A Scanner walks through one document.
type Scanner struct {
	cfg    Config
	file   string
	src    *source
	window *window
	at     int  // where in the window the last token started
	line   int  // of at, if that is known
	known  bool // line is that of at
	empty  bool // the last token was an empty tag, the next one is its end
	raw    raw
	names  [256]string // see intern
	open   []element   // the elements around the current position
	spaces []binding   // those that they declare
	err    error       // after which there is no next token
	text   []byte      // reused by Content
}

// An Element is a start tag. Its attributes are valid until the next call of the Scanner.
type Element struct {
	Name, Space string // Space is a namespace, or the prefix if no namespace was declared for it
	Attrs       []Attr
}

// An Attr is an attribute of an Element.
type Attr struct {
	Name, Space string
	Value       []byte
}

// New returns a scanner at the start of the document r; file is its name in errors.
// What is wrong with the text is a *malformed.Error; a failure of r itself is wrapped.
func New(r io.Reader, file string, cfg Config) (*Scanner, error) {
	if cfg.Text == 0 {
		cfg.Text = 1 << 24
	}
	s := &Scanner{cfg: cfg, file: file, src: &source{r: r}}
	s.window = newWindow(s.src)
	const longest = 100 // of a declaration of XML up to its version
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

// as10 makes a declaration of XML 1.1 at the start of a document one of XML 1.0, which is what the decoder takes.
// What 1.1 adds is read as in 1.0: control characters are refused, and NEL and LS are blanks but end no line.
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

// Errorf returns the error about a line.
func (s *Scanner) Errorf(line int, format string, args ...any) error {
	return malformed.Line(s.file, line, format, args...)
}

// Start returns the first bytes of what was read, some hundred at most: they may tell what it is if it is no document
// of the kind.
func (s *Scanner) Start() []byte { return s.src.start }

// Line returns the line, from 1, in which the last token started.
func (s *Scanner) Line() int {
	if !s.known {
		s.line, s.known = s.window.lineAt(s.at), true
	}
	return s.line
}

// next returns the kind of the next token, or io.EOF after the last. What there is to know
// of it is in s.raw, and for a start tag what start returns.
func (s *Scanner) next() (k kind, el Element, err error) {
	if s.err == nil {
		k, el, s.err = s.read()
	}
	return k, el, s.err
}

// read is next where there was no error yet.
func (s *Scanner) read() (k kind, el Element, err error) {
	s.at, s.known = s.window.pos, false
	if s.empty {
		s.empty = false
		s.leave()
		return endTag, el, nil
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
			return k, el, err
		}
	}
	switch k {
	case startTag, emptyTag:
		s.empty = k == emptyTag
		el, err = s.enter()
		return startTag, el, err
	case endTag:
		err = s.closed()
	}
	return k, el, err
}

// explain says in our words why there is no next token. The error is the decoder's, to which
// before lines were not shown; the text is understood up to the line at.
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
		return s.Errorf(s.line, "encoding %s is not supported; expected %s", printable.Quote(charset.name), s.encodings())
	case syntax != nil:
		return s.malformed(before+syntax.Line, syntax.Msg)
	}
	return s.malformed(s.line, strings.TrimPrefix(err.Error(), "xml: "))
}

// malformed returns the error that the document is no XML, in the decoder's words without what is beyond maxName:
// names of any length are in them.
func (s *Scanner) malformed(line int, msg string) error {
	if len(msg) > maxName {
		msg = strings.ToValidUTF8(msg[:maxName], "") + "…"
	}
	return s.Errorf(line, "not well-formed XML: %s", msg)
}

// Root returns the next element outside of all others, or io.EOF at the end of the
// document. The caller has to consume the element up to its end before the next call.
func (s *Scanner) Root() (Element, error) {
	for {
		k, el, err := s.next()
		if err != nil {
			return Element{}, err
		}
		switch k {
		case startTag:
			return el, nil
		case text:
			if err := s.blank(s.raw.text); err != nil {
				return Element{}, err
			}
		}
	}
}

// Each hands the children of the current element that are left to read, which consumes them, up to the first error.
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

// Mixed is Each in an element where text may stand between the children, which is skipped.
func (s *Scanner) Mixed(read func(Element) error) error {
	for {
		k, el, err := s.next()
		if err != nil || k == endTag {
			return err
		}
		if k == startTag {
			if err := read(el); err != nil {
				return err
			}
		}
	}
}

// Child returns the next element directly inside the current one, or false at its
// end. The caller has to consume the child up to its end before the next call.
func (s *Scanner) Child() (el Element, ok bool, err error) {
	for {
		k, el, err := s.next()
		if err != nil {
			return Element{}, false, err
		}
		switch k {
		case startTag:
			return el, true, nil
		case endTag:
			return Element{}, false, nil
		case text:
			if err := s.blank(s.raw.text); err != nil {
				return Element{}, false, err
			}
		}
	}
}

// blank returns an error unless text, which is the current token, is white space.
func (s *Scanner) blank(text []byte) error {
	found := bytes.TrimSpace(text)
	if len(found) == 0 {
		return nil
	}
	line := s.Line() + bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))
	if len(s.open) == 0 {
		return s.Errorf(line, "found text %s outside of all elements; expected <%s>", printable.Quote(found), s.cfg.Root)
	}
	return s.Errorf(line, "found text %s directly inside <%s>; expected elements", printable.Quote(found), s.open[len(s.open)-1].name)
}

// Content consumes the current element, which must hold text only, and returns the
// text without blanks around it; it is valid until the next call.
func (s *Scanner) Content() ([]byte, error) {
	s.text = s.text[:0]
	in := s.open[len(s.open)-1]
	for {
		k, el, err := s.next()
		if err != nil {
			return nil, err
		}
		switch k {
		case startTag:
			return nil, s.Errorf(s.Line(), "found <%s> inside <%s>; expected text only", el.Name, in.name)
		case endTag:
			return bytes.TrimSpace(s.text), nil
		case text:
			if len(s.text)+len(s.raw.text) > s.cfg.Text {
				return nil, s.Errorf(in.line, "the text of <%s> has more than %d bytes; expected fewer", in.name, s.cfg.Text)
			}
			s.text = append(s.text, s.raw.text...)
		}
	}
}

// Skip consumes the current element with all it holds.
func (s *Scanner) Skip() error { return s.Leave(s.Depth()) }

// Depth returns in how many elements, the current one included, the current position is.
func (s *Scanner) Depth() int { return len(s.open) }

// Leave goes on behind the element that had the given Depth when it was current, wherever in it or behind it the
// current position is. So a caller who cannot make sense of an element, or who had an error of Child or Content in it,
// can go on with the next one. The error says that there is none, because the document is no XML.
func (s *Scanner) Leave(depth int) error {
	for len(s.open) >= depth {
		if _, _, err := s.next(); err != nil {
			return err
		}
	}
	return s.err
}

// Find consumes the current element with all it holds, as Skip does, and returns the text directly inside of its first
// child of one of these names, without blanks around it; it is empty if there is no such child, cut if it is very long,
// and valid until the next call.
func (s *Scanner) Find(children ...string) ([]byte, error) {
	s.text = s.text[:0]
	depth, inside, found := len(s.open), false, false
	for len(s.open) >= depth {
		k, el, err := s.next()
		if err != nil {
			return nil, err
		}
		switch k {
		case startTag:
			if len(s.open) == depth+1 && !found && slices.Contains(children, el.Name) {
				inside, found = true, true
			}
		case endTag:
			inside = inside && len(s.open) > depth
		case text:
			if inside && len(s.open) == depth+1 && len(s.text)+len(s.raw.text) <= s.cfg.Text {
				s.text = append(s.text, s.raw.text...)
			}
		}
	}
	return bytes.TrimSpace(s.text), nil
}

// Attr returns the value of the attribute of that name without namespace.
func (el Element) Attr(name string) (value string, ok bool) {
	b, ok := el.Value(name)
	return string(b), ok
}

// Value is Attr without a copy: the bytes are valid as long as the Element is.
func (el Element) Value(name string) (value []byte, ok bool) {
	for i := range el.Attrs {
		if a := &el.Attrs[i]; a.Name == name && a.Space == "" {
			return a.Value, true
		}
	}
	return nil, false
}
