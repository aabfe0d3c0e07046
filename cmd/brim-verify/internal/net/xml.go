package net

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
)

// XML as a tree, for the readers of nets and of properties.

// An Element is an element of an XML document, without <graphics> and <toolspecific>. That of brim stays: it may have
// priorities, and is not understood.
type Element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"` // directly inside of it, without blanks around it
	Children []*Element `xml:",any"`
}

// Fail leaves with a mistake in e.
func (e *Element) Fail(format string, args ...any) {
	Fail(Malformed, "<%s id=%q>: "+format, append([]any{e.Name(), e.Attr("id")}, args...)...)
}

// ParseXML returns the root of a document, in which elements are nested up to a limit of encoding/xml.
func ParseXML(data []byte) *Element {
	d, root := xml.NewDecoder(bytes.NewReader(data)), &Element{}
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // of ASCII only, or refused
	Must(d.Decode(root))
	root.clean()
	return root
}

func (e *Element) clean() {
	e.Text = strings.TrimSpace(e.Text)
	e.Children = slices.DeleteFunc(e.Children, func(c *Element) bool {
		return c.Name() == "graphics" || c.Name() == "toolspecific" && c.Attr("tool") != "brim"
	})
	for _, c := range e.Children {
		c.clean()
	}
}

// Name returns the name of e without its namespace.
func (e *Element) Name() string { return e.XMLName.Local }

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
		if c.Name() == name && child != nil {
			c.Fail("expected no second one")
		}
		if c.Name() == name {
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
