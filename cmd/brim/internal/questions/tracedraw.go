package questions

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"brim/internal/cli"
	"brim/internal/ui/picture"
	"brim/internal/ui/sequence"
	"brim/internal/ui/trace"
)

// --draw: the trace of the only answer as a picture.

// A sheet is the file that a picture will be written to. The nil sheet is none.
type sheet struct {
	file    string
	draw    func(*sequence.Diagram) []byte
	picture *sequence.Diagram // nil if there is none to write
}

// newSheet tries a file for a picture before anything takes long.
func newSheet(file string) (*sheet, error) {
	if file == "" {
		return nil, nil
	}
	s := &sheet{file: file}
	switch filepath.Ext(file) {
	case ".svg":
		s.draw = sequence.SVG
	case ".dot":
		s.draw = sequence.DOT
	default:
		return nil, fmt.Errorf("--draw %s: expected a file that ends in .svg or .dot", file)
	}
	return s, cli.TryFile(file)
}

// drawTrace makes the picture of the outermost trace of the only answer and returns the name of its file, "" if there
// is none.
func (c *checkCommand) drawTrace(s *sheet, r *checkReport) string {
	if s == nil {
		return ""
	}
	w := trace.Outermost(r.answers[0].Witness)
	if w == nil {
		c.Note("brim: there is no trace to draw: %s is not written", s.file)
		return ""
	}
	s.picture = picture.Trace(trace.NamesOf(r.model), picture.Lifelines(r.model, r.diagrams), w)
	return s.file
}

// saveSheet writes the picture, if there is one.
func (c *checkCommand) saveSheet(ctx context.Context, s *sheet) error {
	if s == nil || s.picture == nil {
		return nil
	}
	return c.Save(ctx, c.Deadline(), s.file, func(w io.Writer) error {
		_, err := w.Write(s.draw(s.picture))
		return err
	})
}
