package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"brim/check"
	"brim/internal/input"
	"brim/internal/ui/editor"
	"brim/internal/ui/game"
	"brim/internal/ui/picture"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/pnml"
	"brim/petri/timed"
)

// Nets that are drawn: documents of the editor, and the models made of them.

// A Saved document answers its sender.
type Saved struct {
	Model    ModelInfo        `json:"model"`    // as it is now
	Problems []editor.Problem `json:"problems"` // why the model is still the one before; empty if it is the document's
}

// document returns the document of a model: what the editor begins with.
func (s *Server) document(_ context.Context, m *model) (*editor.Document, error) {
	switch {
	case m.drawn != nil:
		return editor.Of(m.drawn), nil
	case m.info.Unedited != "":
		return nil, errors.New(m.info.Unedited)
	}
	return editor.Of(&timed.Document{Untimed: extended.Of(m.whole.Net)}), nil
}

// unedited returns why the editor does not take models of a kind.
func unedited(name, kind string) string {
	return fmt.Sprintf("%s is a %s, which is shown here as it is: only nets without colours are edited", name, kind)
}

// newDocument handles POST api/models/new: it puts the model of a document on the shelf.
func (s *Server) newDocument(w http.ResponseWriter, r *http.Request) {
	d, ok := receive[editor.Document](w, r)
	if !ok {
		return
	}
	if len(s.models.all()) >= mostModels {
		refuse(w, http.StatusUnprocessableEntity,
			fmt.Errorf("%d models are open; expected fewer before another one", mostModels))
		return
	}
	n, problems := d.Net()
	if len(problems) > 0 {
		refuse(w, http.StatusUnprocessableEntity, errors.New(problems[0].What))
		return
	}
	x, err := drawnModel(r.Context(), s.options, n)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	s.models.put(x)
	tell(w, x.info)
}

// draw takes another document for a model: the model becomes that of the document, unless something is wrong with it.
// Jobs about the model before end, and its file has no part in it any more. A document that differs in positions alone
// leaves the version as it is.
func (s *Server) draw(ctx context.Context, m *model, d editor.Document) (*Saved, error) {
	n, problems := d.Net()
	if len(problems) > 0 {
		return &Saved{m.info, problems}, nil
	}
	if m.info.Drawn && editor.Same(m.drawn, n) {
		same := *m
		same.drawn = n
		return &Saved{same.info, []editor.Problem{}}, s.models.change(m, &same)
	}
	x, err := drawnModel(ctx, s.options, n)
	if err != nil {
		return &Saved{m.info, []editor.Problem{{Kind: "net", What: err.Error()}}}, nil
	}
	x.info.ID, x.info.Version = m.info.ID, m.info.Version+1
	if err := s.models.change(m, x); err != nil {
		return nil, err
	}
	s.jobs.cancel(m.info.ID, errChanged)
	return &Saved{x.info, []editor.Problem{}}, nil
}

var (
	errChanged = errors.New("the net was changed")
	errClosed  = errors.New("the model was closed")
)

// close takes a model from the shelf, and ends its jobs.
func (s *Server) close(w http.ResponseWriter, r *http.Request) {
	m, err := s.models.find(r.PathValue("id"))
	if err == nil {
		err = s.models.change(m, nil)
	}
	if err != nil {
		refuse(w, http.StatusNotFound, err)
		return
	}
	s.jobs.cancel(m.info.ID, errClosed)
	tell(w, m.info)
}

// A DocumentText is a document as a file.
type DocumentText struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// text handles POST api/text?as=FORM: it writes a document as a file that people save, or as SVG.
func (s *Server) text(w http.ResponseWriter, r *http.Request) {
	d, ok := receive[editor.Document](w, r)
	if !ok {
		return
	}
	n, problems := d.Net()
	if len(problems) > 0 {
		refuse(w, http.StatusUnprocessableEntity, fmt.Errorf("the net is not written: %s", problems[0].What))
		return
	}
	x := DocumentText{Name: fileName(n)}
	write := written(formatOf(n))
	switch form := r.URL.Query().Get("as"); form {
	case "file":
	case "svg":
		x.Name, write = strings.TrimSuffix(x.Name, filepath.Ext(x.Name))+".svg", picture.PlacedSVG
	default:
		refuse(w, http.StatusBadRequest, fmt.Errorf("as is %q; expected file or svg", form))
		return
	}
	var b strings.Builder
	if err := write(&b, n); err != nil {
		refuse(w, http.StatusUnprocessableEntity, err)
		return
	}
	x.Text = b.String()
	tell(w, x)
}

// colouredText returns a coloured net as a file, which is saved as it is, since the editor does not change it: the file
// that it was read from or that the page sent, if that is kept, else PNML.
func (s *Server) colouredText(ctx context.Context, m *model) (*DocumentText, error) {
	c := m.whole.Coloured
	if c == nil {
		return nil, fmt.Errorf("%s has no colours; its text is that of its document", m.info.Name)
	}
	if m.file.path != "" {
		text, err := input.ReadFile(ctx, format.File(m.file.path))
		return &DocumentText{strings.TrimSuffix(filepath.Base(m.file.path), ".gz"), string(text)}, err
	}
	if m.text != nil {
		return &DocumentText{strings.TrimSuffix(filepath.Base(m.info.Name), ".gz"), string(m.text)}, nil
	}
	var b strings.Builder
	err := pnml.WriteColoured(&b, c)
	return &DocumentText{withEnding(c.Name, ".pnml"), b.String()}, err
}

// drawnModel makes the model of a net that is drawn.
func drawnModel(ctx context.Context, o Options, d *timed.Document) (*model, error) {
	name := fileName(d)
	x, err := documentModel(ctx, o, name, d)
	if err == nil {
		x.drawn, x.info.Drawn = d, true
	}
	return x, err
}

func documentModel(ctx context.Context, o Options, name string, d *timed.Document) (*model, error) {
	if d.Untimed == nil {
		return clockedModel(name, d)
	}
	m, err := check.OfExtended(ctx, d.Untimed)
	if err != nil {
		return beyond(name, err, func() (*timed.Document, error) { return d, nil })
	}
	m.Name = name
	return newModel(ctx, o, m)
}

// formatOf returns the name of the format in which a net is saved.
func formatOf(d *timed.Document) string {
	if d.Arcs != nil {
		return "tapaal"
	}
	return "pnml"
}

// written returns what writes nets in a format. It refuses one that would behave differently there.
func written(name string) func(io.Writer, *timed.Document) error {
	all := format.All()
	f := all[slices.IndexFunc(all, func(f *format.Format) bool { return f.Name == name })]
	return func(w io.Writer, d *timed.Document) error {
		fits, losses, err := f.Fit(d)
		if err != nil {
			return err
		}
		for _, l := range losses {
			if l.Behaviour {
				return fmt.Errorf("the net is not written, as files of %s cannot hold it: %s", f.Title, l.Text)
			}
		}
		return f.Write(w, fits)
	}
}

// fileName returns what the file of a net is called.
func fileName(d *timed.Document) string {
	return withEnding(d.Net().Name, map[string]string{"tapaal": ".tapn", "pnml": ".pnml"}[formatOf(d)])
}

// withEnding returns the name of a net as that of a file.
func withEnding(name, ending string) string {
	name = cmp.Or(strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r < ' ' {
			return '_'
		}
		return r
	}, name), "net")
	if strings.HasSuffix(name, ending) {
		return name
	}
	return name + ending
}

// Nets that no place/transition net stands for, as those with reset arcs, are drawn, and played by their own firing
// rule.

// newRuled makes a model of a net that has a document alone, or a system that was made of it.
func newRuled(m *check.Model, why error) (*model, error) {
	rule, err := extended.NewRule(m.Document)
	if err != nil {
		return nil, err
	}
	n := m.Document
	x := &model{whole: m, drawn: &timed.Document{Untimed: n}, rule: rule,
		why: why.Error() + "; it is drawn and played here, but no question is asked of it"}
	x.info = ModelInfo{Name: m.Name, Kind: "net", Version: 1, Places: len(n.Places), Transitions: len(n.Transitions),
		Arcs: len(n.Arcs)}
	return x, nil
}

// clockedModel makes a model of a document with time.
func clockedModel(name string, d *timed.Document) (m *model, err error) {
	var whole *check.Model
	if d.Timed != nil {
		whole, err = check.OfTimed(d.Timed)
	} else {
		whole, err = check.OfTimedArcs(d.Arcs)
	}
	if err != nil {
		return nil, err
	}
	whole.Name = name
	return newClocked(whole, d)
}

// newClocked makes a model of a net with time.
func newClocked(m *check.Model, d *timed.Document) (*model, error) {
	if _, err := game.NewClocked(d); err != nil {
		return nil, err
	}
	n := d.Net()
	x := &model{whole: m, drawn: d, why: m.Name +
		" has time; it is drawn and played here, but no question is asked of it"}
	x.info = ModelInfo{Name: m.Name, Kind: "net", Version: 1, Places: len(n.Places), Transitions: len(n.Transitions),
		Arcs: len(n.Arcs)}
	if d.Arcs != nil {
		x.info.Arcs += 2 * len(d.Arcs.Transports)
	}
	return x, nil
}

// ruled reports whether a model is a net without time that has its own firing rule.
func (m *model) ruled() bool { return m.rule != nil && m.listing == nil }

// clocked reports whether a model is a net with time.
func (m *model) clocked() bool { return m.drawn != nil && m.drawn.Untimed == nil }

// beyond makes a model of a net that was refused, if that is because no place/transition net stands for it; read
// returns the net. In other cases the error is that of the refusal.
func beyond(name string, refused error, read func() (*timed.Document, error)) (*model, error) {
	d, err := read()
	if err != nil {
		return nil, refused
	}
	n := d.Untimed
	if n == nil {
		return clockedModel(name, d)
	}
	var why *extended.ExtendedError
	if _, err := n.Plain(); !errors.As(err, &why) {
		return nil, refused
	}
	return newRuled(&check.Model{Name: name, Document: n}, why)
}

// askable returns why questions cannot be asked of a model, nil if they can.
func (m *model) askable() error {
	if m.ruled() && m.whole.System == nil || m.clocked() && !m.whole.HasTime() {
		return errors.New(m.why)
	}
	return nil
}
