package net

import (
	"bytes"
	"encoding/xml"
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
type Mistake struct{ error }

// Catch is to be deferred by functions that call readers; it sets their error.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case Mistake:
		*err = r.error
	default:
		panic(r)
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
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // of ASCII only, or refused
	open := []*Element{{Name: "document", file: file, Line: 1}}
	for {
		t, err := d.Token()
		in := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			e := &Element{Name: t.Name.Local, Attrs: t.Attr, file: file}
			e.Line, _ = d.InputPos()
			if e.Name == "graphics" || e.Name == "toolspecific" {
				err = d.Skip()
				break
			}
			in.Children = append(in.Children, e)
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
		if err == io.EOF {
			return in.Only(), nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
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

// Need returns the child of that name; it is a mistake if there is none.
func (e *Element) Need(name string) *Element {
	c := e.Child(name)
	if c == nil {
		e.Fail("expected <%s> inside", name)
	}
	return c
}

// Only returns the only child of e.
func (e *Element) Only() *Element {
	if len(e.Children) != 1 {
		e.Fail("expected one element inside, found %d", len(e.Children))
	}
	return e.Children[0]
}
