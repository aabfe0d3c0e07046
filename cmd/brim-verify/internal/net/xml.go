package net

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// XML as a tree, for the readers of nets and of properties.

// An Element is an element of an XML document without namespaces, comments, <graphics> and <toolspecific>.
type Element struct {
	Name     string
	Attrs    []xml.Attr
	Text     string // directly inside of it, without blanks around it
	Children []*Element
	Line     int
	file     string
}

const maxDepth = 1000 // of elements in elements

// ParseXML returns the root of a document; file is its name in errors, which have the line, too.
func ParseXML(data []byte, file string) (*Element, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(charset string, r io.Reader) (io.Reader, error) {
		if !strings.EqualFold(charset, "iso-8859-1") {
			return nil, fmt.Errorf("encoding %q; expected UTF-8 or ISO-8859-1", charset)
		}
		latin, err := io.ReadAll(r)
		runes := make([]rune, len(latin))
		for i, b := range latin {
			runes[i] = rune(b)
		}
		return strings.NewReader(string(runes)), err
	}
	top := &Element{Name: "document", file: file, Line: 1}
	open := []*Element{top}
	for {
		t, err := d.Token()
		line, _ := d.InputPos()
		in := open[len(open)-1]
		switch t := t.(type) {
		case nil:
			if err != io.EOF {
				return nil, fmt.Errorf("%s:%d: %w", file, line, err)
			}
			if len(top.Children) != 1 {
				return nil, top.Errorf("found %d elements in the document; expected 1", len(top.Children))
			}
			return top.Children[0], nil
		case xml.StartElement:
			e := &Element{Name: t.Name.Local, Attrs: t.Attr, Line: line, file: file}
			if e.Name != "graphics" && e.Name != "toolspecific" {
				in.Children = append(in.Children, e)
			}
			if open = append(open, e); len(open) > maxDepth {
				return nil, e.Errorf("found more than %d elements in each other", maxDepth)
			}
		case xml.EndElement:
			in.Text = strings.TrimSpace(in.Text)
			open = open[:len(open)-1]
		case xml.CharData:
			if s := string(t); in.Text != "" || strings.TrimSpace(s) != "" {
				in.Text += s
			}
		}
	}
}

// Errorf returns an error with the file and the line of e.
func (e *Element) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: "+format, append([]any{e.file, e.Line}, args...)...)
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

// Child returns the first child of that name, nil if there is none.
func (e *Element) Child(name string) *Element {
	for _, c := range e.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}
