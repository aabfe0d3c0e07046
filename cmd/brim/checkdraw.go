package main

import (
	"fmt"
	"os"
	"path/filepath"

	"brim/engine"
	"brim/internal/sequence"
)

// A sheet is the file that a picture will be written to. The nil sheet is none.
type sheet struct {
	file *os.File
	draw func(*sequence.Diagram) []byte
	made bool // the file was not there before
}

// openSheet opens a file for a picture before anything takes long. What is in it stays until draw.
func openSheet(name string) (*sheet, error) {
	if name == "" {
		return nil, nil
	}
	s := &sheet{}
	switch filepath.Ext(name) {
	case ".svg":
		s.draw = sequence.SVG
	case ".dot":
		s.draw = sequence.DOT
	default:
		return nil, fmt.Errorf("--draw %s: expected a file that ends in .svg or .dot", name)
	}
	_, err := os.Stat(name)
	s.made = os.IsNotExist(err)
	if s.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return nil, fileError("write", err)
	}
	return s, nil
}

// write replaces what is in the file by the picture of d.
func (s *sheet) write(d *sequence.Diagram) error {
	err := s.file.Truncate(0)
	if err == nil {
		_, err = s.file.Write(s.draw(d))
	}
	if err != nil {
		return fileError("write", err)
	}
	s.made = false
	return nil
}

// close closes the file and removes it if it was made for nothing.
func (s *sheet) close() {
	if s != nil {
		s.file.Close()
		if s.made {
			os.Remove(s.file.Name())
		}
	}
}

// drawTrace draws the outermost trace of the only answer and returns the name of the file, "" if there is none.
func (c *checkCommand) drawTrace(s *sheet, q *inquiry) (string, error) {
	if s == nil {
		return "", nil
	}
	w := trace(q.answers[0].Witness)
	if w == nil {
		c.note("brim: there is no trace to draw: %s is not written", s.file.Name())
		return "", nil
	}
	return s.file.Name(), s.write(picture(q.net, q.x.Order, w))
}

// trace returns the first witness with a path of its own in w, w itself first; nil if there is none.
func trace(w *engine.Witness) *engine.Witness {
	switch {
	case w == nil || engine.Claimed(w.Formula):
		return nil
	case !junction(w):
		return w
	}
	for _, b := range w.Branches {
		if t := trace(b.Witness); t != nil {
			return t
		}
	}
	return nil
}
