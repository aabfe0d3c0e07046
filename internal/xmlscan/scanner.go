// Package xmlscan walks through an XML document element by element, as a stream, and knows the line of each token. It
// says in words what is wrong with a document; what type its errors have is up to the caller.
package xmlscan

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// maxName is how long the name of an element may be, in bytes, so that all names can be shown in messages.
const maxName = 200

// A Config says what a document may look like and how errors are made.
type Config struct {
	Root   string // the name of the outermost element, for messages
	Depth  int    // how deep elements may nest
	Text   int    // how many bytes a text, a tag or a comment may have: each is kept whole before anybody sees it; 0 is 16 MiB
	Latin1 bool   // ISO-8859-1 is read besides UTF-8

	// Error returns the error about a line (from 1).
	Error func(line int, msg string) error
	// Quote returns a text of the document in the form in which messages show it.
	Quote func(text string) string
}

// A Scanner walks through one document.
type Scanner struct {
	cfg  Config
	file string
	src  *source
	dec  *xml.Decoder
	line int       // where the last token started
	open []element // the elements around the current position
	err  error     // after which there is no next token
	text []byte    // reused by Content
}

type element struct {
	name string
	line int
}

// source remembers why reading failed, so that a broken disk is not reported as
// broken XML. It ends at the first NUL, which the decoder would see only at the end
// of the text around it.
type source struct {
	r     io.Reader
	err   error
	start []byte // the first bytes
	room  int    // how many bytes may still be read for the current token
}

// startLength is how many bytes of a document are kept for Start.
const startLength = 512

// errNUL ends a document with the byte 0, as no XML has it: a device or some other kind of file.
var errNUL = errors.New("a byte that is 0")

// errLong ends a document with a token that is too long.
var errLong = errors.New("a text, tag or comment is too long")

func (s *source) Read(p []byte) (int, error) {
	if s.room <= 0 {
		s.err = errLong
		return 0, errLong
	}
	n, err := s.r.Read(p)
	s.room -= n
	if room := startLength - len(s.start); room > 0 {
		s.start = append(s.start, p[:min(n, room)]...)
	}
	if i := bytes.IndexByte(p[:n], 0); i >= 0 {
		n, err = i, errNUL
	}
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// New returns a scanner at the start of the document r; file is its name in errors.
// Errors about the text are those of cfg.Error; a failure of r itself is wrapped.
func New(r io.Reader, file string, cfg Config) (*Scanner, error) {
	if cfg.Text == 0 {
		cfg.Text = 1 << 24
	}
	s := &Scanner{cfg: cfg, file: file, src: &source{r: r, room: cfg.Text}, line: 1}
	buf := bufio.NewReaderSize(s.src, 1<<16)
	start, _ := buf.Peek(3) // a short or failed read shows again at the first token
	switch {
	case bytes.Equal(start, []byte("\xef\xbb\xbf")):
		buf.Discard(3)
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, s.Errorf(1, "encoding UTF-16 is not supported; expected %s", s.encodings())
	}
	s.dec = xml.NewDecoder(as10(buf))
	s.dec.CharsetReader = s.decode
	return s, nil
}

// as10 returns the document in buf, with a declaration of XML 1.0 if it has one of XML 1.1, which the decoder does not take. What 1.1 adds is read
// as in 1.0: control characters are refused, and NEL and LS are blanks but end no line.
func as10(buf *bufio.Reader) io.Reader {
	const longest = 100 // of a declaration up to its version
	start, _ := buf.Peek(longest)
	end := bytes.IndexByte(start, '>')
	if end < 0 || !bytes.HasPrefix(start, []byte("<?xml ")) {
		return buf
	}
	at := max(bytes.Index(start[:end], []byte(`"1.1"`)), bytes.Index(start[:end], []byte(`'1.1'`)))
	if at < 0 {
		return buf
	}
	start = bytes.Clone(start)
	start[at+len(`"1.`)] = '0'
	buf.Discard(len(start))
	return io.MultiReader(bytes.NewReader(start), buf)
}

// Errorf returns the error about a line.
func (s *Scanner) Errorf(line int, format string, args ...any) error {
	return s.cfg.Error(line, fmt.Sprintf(format, args...))
}

// Start returns the first bytes of what was read, some hundred at most: they may tell what it is if it is no document of the kind.
func (s *Scanner) Start() []byte { return s.src.start }

// Line returns the line, from 1, in which the last token started.
func (s *Scanner) Line() int { return s.line }

// next returns the next token, or io.EOF after the last. Its bytes are valid until
// the call after.
func (s *Scanner) next() (tok xml.Token, err error) {
	if s.err == nil {
		tok, s.err = s.read()
	}
	return tok, s.err
}

// read is next where there was no error yet.
func (s *Scanner) read() (tok xml.Token, err error) {
	s.line, _ = s.dec.InputPos()
	s.src.room = s.cfg.Text
	tok, err = s.dec.Token()
	if s.src.err == errLong { // what came before it is no token
		return nil, s.Errorf(s.line, "a text, tag or comment has more than %d bytes; expected fewer", s.cfg.Text)
	}
	if err != nil {
		return nil, s.explain(err)
	}
	switch tok := tok.(type) {
	case xml.StartElement:
		if name := tok.Name.Local; len(name) > maxName {
			return nil, s.Errorf(s.line, "the name of an element has %d bytes; expected at most %d", len(name), maxName)
		}
		if len(s.open) == s.cfg.Depth {
			return nil, s.Errorf(s.line, "<%s> is nested in %d elements; expected fewer", tok.Name.Local, s.cfg.Depth)
		}
		s.open = append(s.open, element{tok.Name.Local, s.line})
	case xml.EndElement:
		s.open = s.open[:len(s.open)-1]
	}
	return tok, nil
}

// explain says in our words why there is no next token.
func (s *Scanner) explain(err error) error {
	at, _ := s.dec.InputPos()
	var syntax *xml.SyntaxError
	var charset *charsetError
	switch {
	case s.src.err == errNUL:
		return s.Errorf(at, "not well-formed XML: illegal character code U+0000")
	case s.src.err != nil:
		return fmt.Errorf("%s:%d: %w", s.file, at, s.src.err)
	case err == io.EOF:
		return err
	case errors.As(err, &charset):
		return s.Errorf(s.line, "encoding %s is not supported; expected %s", s.cfg.Quote(charset.name), s.encodings())
	case errors.As(err, &syntax) && syntax.Msg == "unexpected EOF" && len(s.open) > 0:
		in := s.open[len(s.open)-1]
		return s.Errorf(at, "the file ends early: <%s> of line %d is open; expected </%s>", in.name, in.line, in.name)
	case errors.As(err, &syntax):
		return s.Errorf(syntax.Line, "not well-formed XML: %s", cut(syntax.Msg))
	}
	return s.Errorf(s.line, "not well-formed XML: %s", cut(strings.TrimPrefix(err.Error(), "xml: ")))
}

// cut returns a message of the decoder without what is beyond maxName: names of any length are in it.
func cut(msg string) string {
	if len(msg) <= maxName {
		return msg
	}
	return strings.ToValidUTF8(msg[:maxName], "") + "…"
}

// Root returns the next element outside of all others, or io.EOF at the end of the
// document. The caller has to consume the element up to its end before the next call.
func (s *Scanner) Root() (xml.StartElement, error) {
	for {
		tok, err := s.next()
		if err != nil {
			return xml.StartElement{}, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return tok, nil
		case xml.CharData:
			if err := s.blank(tok); err != nil {
				return xml.StartElement{}, err
			}
		}
	}
}

// Child returns the next element directly inside the current one, or false at its
// end. The caller has to consume the child up to its end before the next call.
func (s *Scanner) Child() (el xml.StartElement, ok bool, err error) {
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
func (s *Scanner) blank(text xml.CharData) error {
	found := bytes.TrimSpace(text)
	if len(found) == 0 {
		return nil
	}
	line := s.line + bytes.Count(text[:bytes.Index(text, found)], []byte("\n"))
	if len(s.open) == 0 {
		return s.Errorf(line, "found text %s outside of all elements; expected <%s>", s.cfg.Quote(string(found)), s.cfg.Root)
	}
	return s.Errorf(line, "found text %s directly inside <%s>; expected elements", s.cfg.Quote(string(found)), s.open[len(s.open)-1].name)
}

// Content consumes the current element, which must hold text only, and returns the
// text without blanks around it; it is valid until the next call.
func (s *Scanner) Content() ([]byte, error) {
	s.text = s.text[:0]
	in := s.open[len(s.open)-1]
	for {
		tok, err := s.next()
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			return nil, s.Errorf(s.line, "found <%s> inside <%s>; expected text only", tok.Name.Local, in.name)
		case xml.EndElement:
			return bytes.TrimSpace(s.text), nil
		case xml.CharData:
			if len(s.text)+len(tok) > s.cfg.Text {
				return nil, s.Errorf(in.line, "the text of <%s> has more than %d bytes; expected fewer", in.name, s.cfg.Text)
			}
			s.text = append(s.text, tok...)
		}
	}
}

// Skip consumes the current element with all it holds.
func (s *Scanner) Skip() error { return s.Leave(s.Depth()) }

// Depth returns in how many elements, the current one included, the current position is.
func (s *Scanner) Depth() int { return len(s.open) }

// Leave goes on behind the element that had the given Depth when it was current, wherever in it or behind it the current position is. So
// a caller who cannot make sense of an element, or who had an error of Child or Content in it, can go on with the next one. The error says
// that there is none, because the document is no XML.
func (s *Scanner) Leave(depth int) error {
	for len(s.open) >= depth {
		if _, err := s.next(); err != nil {
			return err
		}
	}
	return s.err
}

// Find consumes the current element with all it holds, as Skip does, and returns the text directly inside of its first child
// of one of these names, without blanks around it; it is empty if there is no such child, cut if it is very long, and valid until the next call.
func (s *Scanner) Find(children ...string) ([]byte, error) {
	s.text = s.text[:0]
	depth, inside, found := len(s.open), false, false
	for len(s.open) >= depth {
		tok, err := s.next()
		if err != nil {
			return nil, err
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if len(s.open) == depth+1 && !found && slices.Contains(children, tok.Name.Local) {
				inside, found = true, true
			}
		case xml.EndElement:
			inside = inside && len(s.open) > depth
		case xml.CharData:
			if inside && len(s.open) == depth+1 && len(s.text)+len(tok) <= s.cfg.Text {
				s.text = append(s.text, tok...)
			}
		}
	}
	return bytes.TrimSpace(s.text), nil
}

// Attr returns the value of the attribute of that name without namespace.
func Attr(el xml.StartElement, name string) (value string, ok bool) {
	i := slices.IndexFunc(el.Attr, func(a xml.Attr) bool { return a.Name.Local == name && a.Name.Space == "" })
	if i < 0 {
		return "", false
	}
	return el.Attr[i].Value, true
}
