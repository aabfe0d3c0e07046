package xmlscan

import (
	"bytes"
	"encoding/xml"
	"unicode/utf8"
)

// Tokens are found in two ways. Plain ones, of which nearly all documents consist, are cut out of the window: tags with
// names of ASCII letters without a prefix, and values and text without entities. All others, and all that are not
// well-formed, are left to encoding/xml, one token at a time; so encoding/xml decides what is XML, and words the
// errors. Checks that span several tokens, of nesting and of namespaces, are in nesting.go.

type kind uint8

const (
	unusual kind = iota // a token for encoding/xml
	cutOff              // the window ends before the token does
	startTag
	emptyTag // a start tag and an end tag in one
	endTag
	text
	other // a token without meaning here: a comment, a declaration
)

// A raw token is a token whose namespaces are not resolved.
type raw struct {
	space, name string // of a tag; space is the prefix
	attrs       []Attr // reused
	text        []byte
}

// The classes of bytes: the parts of plain tokens in which a byte may occur.
const (
	nameStart = 1 << iota
	nameByte
	textByte
	valueByte // of a value in either kind of quotes
	blankByte
	highByte // of a character beyond ASCII
)

var classes = func() (c [256]uint8) {
	for b := range 256 {
		letter := 'a' <= b|0x20 && b|0x20 <= 'z' || b == '_'
		if letter {
			c[b] |= nameStart
		}
		if letter || '0' <= b && b <= '9' || b == '.' || b == '-' {
			c[b] |= nameByte
		}
		if b == ' ' || b == '\t' || b == '\n' || b == '\r' {
			c[b] |= blankByte
		}
		if (b >= 0x20 || b == '\t' || b == '\n') && b != '&' && b != '<' {
			c[b] |= valueByte
			if b != '>' { // it might be the end of ]]>
				c[b] |= textByte
			}
		}
		if b >= utf8.RuneSelf {
			c[b] |= highByte
		}
	}
	return c
}()

// plain scans the next token in the window. If that is plain, it stores the token in s.raw, which is valid until the
// window is filled again, moves past it and returns its kind. Otherwise it returns unusual, or cutOff if the window
// ends before the token does.
func (s *Scanner) plain() kind {
	w := s.window
	b := w.buf[w.pos:w.end]
	if len(b) == 0 {
		return cutOff
	}
	if b[0] != '<' {
		n, sum := 0, uint8(0)
		for n < len(b) && classes[b[n]]&textByte != 0 {
			sum |= classes[b[n]]
			n++
		}
		switch {
		case n == len(b):
			return cutOff
		case b[n] != '<' || !legal(b[:n], sum):
			return unusual
		}
		s.raw.text = b[:n]
		w.pos += n
		return text
	}
	if len(b) > 1 && b[1] == '/' {
		return s.plainEnd(b)
	}
	return s.plainStart(b)
}

// plainEnd is plain for b that begins with </.
func (s *Scanner) plainEnd(b []byte) kind {
	n := nameEnd(b, 2)
	if n == len(b) {
		return cutOff
	}
	if n == 2 || b[n] != '>' {
		return unusual
	}
	s.raw.space, s.raw.name = "", s.intern(b[2:n])
	s.window.pos += n + 1
	return endTag
}

// plainStart is plain for a start tag or an empty tag: b begins with < and is not an end tag.
func (s *Scanner) plainStart(b []byte) kind {
	n := nameEnd(b, 1)
	if n == len(b) {
		return cutOff
	}
	if n == 1 {
		return unusual
	}
	s.raw.space, s.raw.name, s.raw.attrs = "", s.intern(b[1:n]), s.raw.attrs[:0]
	for {
		for n < len(b) && classes[b[n]]&blankByte != 0 {
			n++
		}
		if n+1 >= len(b) {
			return cutOff
		}
		switch {
		case b[n] == '>':
			s.window.pos += n + 1
			return startTag
		case b[n] == '/' && b[n+1] == '>':
			s.window.pos += n + 2
			return emptyTag
		}
		name := n
		n = nameEnd(b, n)
		if n+1 >= len(b) {
			return cutOff
		}
		quote := b[n+1]
		if n == name || b[n] != '=' || quote != '"' && quote != '\'' {
			return unusual
		}
		value, sum := n+2, uint8(0)
		end := value
		for end < len(b) && b[end] != quote && classes[b[end]]&valueByte != 0 {
			sum |= classes[b[end]]
			end++
		}
		switch {
		case end == len(b):
			return cutOff
		case b[end] != quote || !legal(b[value:end], sum):
			return unusual
		}
		s.raw.attrs = append(s.raw.attrs, Attr{Name: s.intern(b[name:n]), Value: b[value:end]})
		n = end + 1
	}
}

// nameEnd returns the end of the name that begins at b[n], or n if no name begins there.
func nameEnd(b []byte, n int) int {
	if n < len(b) && classes[b[n]]&nameStart != 0 {
		for n < len(b) && classes[b[n]]&nameByte != 0 {
			n++
		}
	}
	return n
}

// legal reports whether text has only characters that XML allows. sum is the union of the classes of its bytes.
func legal(text []byte, sum uint8) bool {
	return sum&highByte == 0 ||
		utf8.Valid(text) && !bytes.Contains(text, []byte("\uFFFE")) && !bytes.Contains(text, []byte("\uFFFF"))
}

// intern returns name as a string, mostly without a copy, since a document has few different names.
func (s *Scanner) intern(name []byte) string {
	slot := &s.names[(len(name)<<4^int(name[0])^int(name[len(name)-1])<<2)%len(s.names)]
	if *slot != string(name) {
		*slot = string(name)
	}
	return *slot
}

// slow lets encoding/xml read the next token, stores it in s.raw and returns its kind. encoding/xml decides what is
// well-formed; explain translates its errors.
func (s *Scanner) slow() (kind, error) {
	w := s.window
	before := s.Line() - 1
	w.take(s.cfg.Text)
	dec := xml.NewDecoder(w)
	dec.CharsetReader = s.decode
	tok, err := dec.RawToken()
	if w.long { // the token is longer than the limit
		return 0, s.Errorf(s.line, "a text, tag or comment has more than %d bytes; expected fewer", s.cfg.Text)
	}
	if err != nil {
		line, _ := dec.InputPos()
		return 0, s.explain(err, before, before+line)
	}
	w.pos -= w.given - int(dec.InputOffset()) // the < after a text
	switch tok := tok.(type) {
	case xml.StartElement:
		s.raw.space, s.raw.name, s.raw.attrs = tok.Name.Space, tok.Name.Local, s.raw.attrs[:0]
		for _, a := range tok.Attr {
			s.raw.attrs = append(s.raw.attrs, Attr{Name: a.Name.Local, Space: a.Name.Space, Value: []byte(a.Value)})
		}
		if w.last == [2]byte{'/', '>'} {
			return emptyTag, nil
		}
		return startTag, nil
	case xml.EndElement:
		s.raw.space, s.raw.name = tok.Name.Space, tok.Name.Local
		return endTag, nil
	case xml.CharData:
		s.raw.text = tok
		return text, nil
	}
	return other, nil
}
