package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"brim/check"
	"brim/internal/output"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/ui/tracefile"
)

// The commands save and load.

// save writes the steps up to where the session stands.
func (s *Session) save(ctx context.Context, file string) error {
	if file == "" {
		return errors.New("save needs a file that ends in .json, .xml or .txt")
	}
	form, err := tracefile.FormOf(file)
	if err != nil {
		return err
	}
	var t *tracefile.Trace
	switch p := s.game.(type) {
	case plainPlay:
		t = tracefile.OfSteps(s.model, p.Start(), p.Steps()[:p.At()])
	case *clockPlay:
		t = tracefile.OfPlay(s.model, p.run())
	}
	if err := output.Write(ctx, file, func(w io.Writer) error { return t.Write(w, form, s.model) }); err != nil {
		return plainer("write", err)
	}
	return s.print(fmt.Sprintf("wrote %s to %s\n", quantity.Count(s.game.At(), "step"), printable.Text(file)))
}

// load executes the command load: it replays the trace in a file on the net and, if it fits, replaces the run of the
// session by it. The error of a trace that does not fit says where and why; the run is then unchanged.
func (s *Session) load(ctx context.Context, file string) error {
	if file == "" {
		return errors.New("load needs the file of a trace")
	}
	t, err := tracefile.ReadFile(ctx, file)
	if err != nil {
		return plainer("read", err)
	}
	found, err := t.Replay(ctx, s.model, nil)
	if err != nil {
		return &MoveError{Unknown: true, Reason: err}
	}
	if f := found.Failed; f != nil {
		where := file
		if f.Line > 0 {
			where = fmt.Sprintf("%s:%d", file, f.Line)
		}
		return &MoveError{Reason: fmt.Errorf("%s: %s: %s", where, f.Where(len(t.Witness.Steps)), f.Reason)}
	}
	steps := 0
	switch p := s.game.(type) {
	case plainPlay:
		steps = p.play(s.model.Net.Initial(), found.Played())
	case *clockPlay:
		p.play(found.Run.Steps)
		steps = len(found.Run.Steps)
	}
	text := fmt.Sprintf("%s of %s", quantity.Count(steps, "step"), printable.Text(file))
	if l := found.Loop; l != nil && *l != check.NoLoop {
		text += fmt.Sprintf(", the last of which leads back to step %d", *l)
	}
	if err := s.print(text + "\n"); err != nil {
		return err
	}
	return s.Show()
}

// plainer says in an error of the system what could not be done with which file.
func plainer(verb string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("cannot %s %s: %w", verb, path.Path, path.Err)
	}
	return err
}
