package net

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// XML as a tree, for the readers of nets and of properties. They leave by a panic with a Mistake, which Catch turns
// into an error, so that what they understand is not lost between what they do not.

// An Element is an element of an XML document without namespaces, comments, <graphics> and <toolspecific>.
type Element struct {
	Name     string
	Attrs    []xml.Attr
	Text     string // directly inside of it, without blanks around it
	Children []*Element
	Line     int
	file     string
}

// A Mistake is what is wrong with what is read.
type Mistake struct{ Err error }

// ErrLimit is wrapped by errors about what is too large.
var ErrLimit = errors.New("limit")

// Catch is to be deferred by functions that call readers; it sets their error.
func Catch(err *error) {
	if r := recover(); r != nil {
		m, ok := r.(Mistake)
		if !ok {
			panic(r)
		}
		*err = m.Err
	}
}

// Fail leaves with a mistake.
func Fail(format string, args ...any) { panic(Mistake{fmt.Errorf(format, args...)}) }

// Fail leaves with a mistake in e.
func (e *Element) Fail(format string, args ...any) {
	Fail("%s:%d: <%s>: "+format, append([]any{e.file, e.Line, e.Name}, args...)...)
}

const maxDepth = 1000 // of elements in elements

// ParseXML returns the root of a document; file is its name in errors.
func ParseXML(data []byte, file string) (root *Element, err error) {
	defer Catch(&err)
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		latin, err := io.ReadAll(r)
		if !strings.EqualFold(charset, "iso-8859-1") {
			err = fmt.Errorf("encoding %q; expected UTF-8 or ISO-8859-1", charset)
		}
		var text strings.Builder
		for _, b := range latin {
			text.WriteRune(rune(b))
		}
		return strings.NewReader(text.String()), err
	}
	top := &Element{Name: "document", file: file, Line: 1}
	open := []*Element{top}
	for {
		t, err := d.Token()
		in := open[len(open)-1]
		switch t := t.(type) {
		case nil:
			if err != io.EOF {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			return top.Only(""), nil
		case xml.StartElement:
			e := &Element{Name: t.Name.Local, Attrs: t.Attr, file: file}
			e.Line, _ = d.InputPos()
			if e.Name != "graphics" && e.Name != "toolspecific" {
				in.Children = append(in.Children, e)
			}
			if open = append(open, e); len(open) > maxDepth {
				e.Fail("expected fewer than %d elements in each other", maxDepth)
			}
		case xml.EndElement:
			in.Text = strings.TrimSpace(in.Text)
			open = open[:len(open)-1]
		case xml.CharData:
			if in.Text != "" || len(bytes.TrimSpace(t)) > 0 {
				in.Text += string(t)
			}
		}
	}
}

// Attr returns the attribute of that name, "" if there is none.
func (e *Element) Attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// Child returns the child of that name, nil if there is none; two are a mistake.
func (e *Element) Child(name string) (child *Element) {
	for _, c := range e.Children {
		if c.Name == name && child != nil {
			c.Fail("expected no second one")
		}
		if c.Name == name {
			child = c
		}
	}
	return child
}

// Only returns the only child of e, besides <text> that is for people. It must have the name, unless that is "".
func (e *Element) Only(name string) *Element {
	var list []*Element
	for _, c := range e.Children {
		if c.Name != "text" || name == "text" {
			list = append(list, c)
		}
	}
	if len(list) != 1 || name != "" && list[0].Name != name {
		e.Fail("expected one element %s inside", name)
	}
	return list[0]
}
