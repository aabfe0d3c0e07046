package workcraft

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/malformed"
	"brim/petri/extended"
)

// This file opens the archive: which of its files has the model, and how large all may be.

// Limits of what is read, so that no small archive becomes a large text.
const (
	mostArchive = 64 << 20  // bytes of an archive
	mostText    = 256 << 20 // bytes of one of its files
)

// Begins reports whether a text begins like a zip archive.
func Begins(text string) bool { return strings.HasPrefix(text, "PK\x03\x04") }

// Read reads the net of a file of Workcraft; file is its name in errors, in which a file of the archive stands behind
// it. What is wrong with the archive or a text is a *malformed.Error. Archives above 64 MiB and texts above 256 MiB are
// refused. Cost: linear; the memory holds the archive and the net.
func Read(r io.Reader, file string) (*extended.Net, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostArchive+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	if len(data) > mostArchive {
		return nil, malformed.Line(file, 0, "the archive has more than %d MiB; expected fewer", mostArchive>>20)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, malformed.Line(file, 0, "found no zip archive, %v; expected a file of Workcraft", err)
	}
	a := &archive{Reader: z, file: file}
	math, visual := "model.xml", "visualModel.xml"
	if err := a.scan("meta", "workcraft-meta", false, func(s *xmlscan.Scanner, el xmlscan.Element) error {
		if name, ok := el.Attr("entry-name"); ok && el.Name == "math" {
			math = name
		} else if ok && el.Name == "visual" {
			visual = name
		}
		return s.Skip()
	}); err != nil {
		return nil, err
	}
	m := newModel()
	if err := a.scan(math, "model", true, m.part); err != nil {
		return nil, err
	}
	net, err := m.finish(a.file + "/" + math)
	if err != nil {
		return nil, err
	}
	return net, a.scan(visual, "model", false, m.drawn)
}

// An archive is an open one.
type archive struct {
	*zip.Reader
	file string
}

// scan calls read for each child of the root of a text in the archive. A text that has to be there is an error if it is
// not.
func (a *archive) scan(name, root string, needed bool, read func(*xmlscan.Scanner, xmlscan.Element) error) error {
	var entry *zip.File
	for _, f := range a.File {
		if f.Name == name {
			entry = f
		}
	}
	switch {
	case entry == nil && needed:
		return malformed.Line(a.file, 0, "the archive has no %s; expected a file of Workcraft", printable.Quote(name))
	case entry == nil:
		return nil
	case entry.UncompressedSize64 > mostText:
		return malformed.Line(a.file, 0, "%s has more than %d MiB; expected fewer", printable.Quote(name), mostText>>20)
	}
	text, err := entry.Open()
	if err != nil {
		return malformed.Line(a.file, 0, "%s: %v", printable.Quote(name), err)
	}
	defer text.Close()
	err = document(io.LimitReader(text, mostText), a.file+"/"+name, root, read)
	var wrong *malformed.Error
	if err != nil && !errors.As(err, &wrong) { // of the archive, such as a checksum
		err = malformed.Line(a.file, 0, "%s: %v", printable.Quote(name), err)
	}
	return err
}

// document reads a text whose root is of the given name.
func document(r io.Reader, file, root string, read func(*xmlscan.Scanner, xmlscan.Element) error) error {
	s, err := xmlscan.New(r, file, xmlscan.Config{Root: root, Depth: 100})
	if err != nil {
		return err
	}
	return s.Document(func(el xmlscan.Element) error {
		if root == "model" {
			if err := kind(s, el); err != nil {
				return err
			}
		}
		return s.Each(func(el xmlscan.Element) error { return read(s, el) })
	})
}

// kind refuses models that are neither Petri nets nor signal transition graphs.
func kind(s *xmlscan.Scanner, el xmlscan.Element) error {
	class, _ := el.Attr("class")
	switch strings.TrimPrefix(simple(class), "Visual") {
	case "Petri", "PetriNet", "Stg", "STG": // the second and the last in old files
		return nil
	}
	return s.Errorf(s.Line(), "the model is of the class %s; expected a Petri net or a signal transition graph",
		printable.Quote(class))
}

// simple returns the last part of the name of a class.
func simple(class string) string { return class[strings.LastIndexByte(class, '.')+1:] }
