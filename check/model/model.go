package model

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"brim/ctl/syntax"
	"brim/engine/circuit"
	"brim/engine/kripke"
	"brim/engine/kripke/lift"
	"brim/engine/system"
	"brim/internal/input"
	"brim/malformed"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/nets"
	"brim/petri/order"
	"brim/petri/pnml"
	"brim/petri/structure"
	"brim/petri/timed"
)

// Models, and how they are read.

// A Model is what questions are about: a Petri net, coloured or not, a circuit, a labelled transition system, or a
// system of named variables and events, with the names that formulas may use. Several runs may use it, one after the
// other or at the same time.
type Model struct {
	Name     string           // as given to Load
	Net      *petri.Net       // at least one of these five is not nil
	Coloured *coloured.Net    // Net is not nil either after Unfold
	Circuit  *circuit.Circuit //
	LTS      *kripke.LTS      //
	System   *system.System   //

	// A net with time, which Compile makes a system of; then the others are nil, and Document has its places.
	Timed     *timed.Net
	TimedArcs *timed.ArcNet

	Document  *extended.Net     // what the model was made of; nil unless OfExtended, OfTimed or OfTimedArcs made it
	Unfolding *unfold.Unfolding // of Coloured, which made Net; nil for other models

	colours *colours // of a coloured net
	timing  *timing  // of the system of a net with time
	names   syntax.Names

	profile func() *structure.Profile // of the net; see Facts
	orders  func() *order.Memory      // of the net; see Orders

	once      sync.Once
	structure kripke.Structure // for engines that look at single states; nil before States is called
	wrong     error

	outline *petri.Net // see Outline

	packs   sync.Once
	packing *kripke.System // of a system; nil before packed is called
}

// OfNet returns a net as a model. A net whose name is a spec family:N has the propositions of the family.
func OfNet(net *petri.Net) *Model {
	return ofNet(net, func() *order.Memory { return nil })
}

// Variant returns as a model a net that was made from that of m and whose places have the same names: a smaller one, or
// one with another initial marking. Searches in it begin with the order of places that is known of m.
func (m *Model) Variant(net *petri.Net) *Model {
	v := ofNet(net, m.Orders)
	if net == m.Net {
		v.orders = m.Orders
	}
	return v
}

func ofNet(net *petri.Net, whole func() *order.Memory) *Model {
	profile := sync.OnceValue(func() *structure.Profile { return structure.NewProfile(net) })
	orders := sync.OnceValue(func() *order.Memory { return order.NewMemory(net, whole()) })
	return &Model{Name: net.Name, Net: net, names: namesOf(net), profile: profile, orders: orders}
}

// A Circuit is a sequential circuit, a CircuitTrace a run of one, and an LTS a labelled transition system, given by a
// list of its transitions.
type (
	Circuit      = circuit.Circuit
	CircuitTrace = circuit.Trace
	LTS          = kripke.LTS
)

// OfCircuit returns a circuit as a model.
func OfCircuit(c *circuit.Circuit) *Model { return &Model{Name: c.Name, Circuit: c, names: c.Names()} }

// OfLTS returns a labelled transition system as a model.
func OfLTS(l *kripke.LTS) *Model { return &Model{Name: l.Name(), LTS: l, names: l.Names()} }

// Models other than nets, by the names that Load takes.
const (
	Motor     = "motor:events" // a motor control that reacts to events, a circuit
	Lift      = lift.Name      // three lifts that raise a load together, a labelled transition system
	LiftTitle = lift.Title
)

// IsLTS reports whether a model of that name is a labelled transition system.
func IsLTS(name string) bool { return name == Lift || endsIn(name, ".aut") }

// IsCircuit reports whether a model of that name is a circuit.
func IsCircuit(name string) bool {
	return name == Motor || endsIn(name, ".aag") || endsIn(name, ".aig")
}

// endsIn reports whether a file of that name, compressed or not, has the ending.
func endsIn(name, ending string) bool {
	return strings.HasSuffix(strings.TrimSuffix(name, ".gz"), ending)
}

// Load reads a model: a net in PNML or another format of package format, or a directory with a file model.pnml; a
// net of a family, such as kanban:10 or the coloured dphil-col:10; a circuit in the AIGER format, .aag or .aig; a
// labelled transition system in the Aldebaran format, .aut. Files may be compressed by gzip. Reading ends with ctx. An
// error says what is wrong with the text, and in which line, or is the error of the operating system.
func Load(ctx context.Context, name string) (*Model, error) {
	m, err := load(ctx, name)
	if err != nil {
		return nil, err
	}
	m.Name = name
	return m, nil
}

// Read reads a net, coloured or not, in one of the formats of package format, which the ending of name or the
// beginning of the text tells; name is what messages call r.
func Read(r io.Reader, name string) (*Model, error) { return read(context.Background(), r, name) }

// read is Read; the context bounds what is made of the text, not the reading.
func read(ctx context.Context, r io.Reader, name string) (*Model, error) {
	f, text, err := format.Open(r, name)
	if err != nil {
		return nil, err
	}
	if f.Name != format.PNML {
		d, err := f.Read(text, name)
		if err != nil {
			return nil, err
		}
		return ofDocument(ctx, d, name)
	}
	d, err := pnml.ReadDocument(text, name)
	switch {
	case err != nil:
		return nil, err
	case d.Coloured != nil:
		return OfColoured(d.Coloured), nil
	case d.Extended != nil:
		return ofDocument(ctx, d.Extended, name)
	}
	return OfNet(d.Plain), nil
}

// ofDocument returns the net in the file called name as a model.
func ofDocument(ctx context.Context, d *timed.Document, name string) (m *Model, err error) {
	switch {
	case d.Timed != nil:
		m, err = OfTimed(d.Timed)
	case d.Arcs != nil:
		m, err = OfTimedArcs(d.Arcs)
	default:
		m, err = OfExtended(ctx, d.Untimed)
	}
	if err != nil && ctx.Err() == nil {
		err = malformed.Line(name, 0, "%v", err)
	}
	return m, err
}

// load is Load without the name: the form of the name tells which kind of model to read or to make.
func load(ctx context.Context, name string) (*Model, error) {
	switch {
	case name == Lift:
		return OfLTS(lift.LTS()), nil
	case IsLTS(name):
		return of(OfLTS, kripke.ReadAUTFile)(ctx, name)
	case name == Motor:
		return OfCircuit(circuit.Motor()), nil
	case IsCircuit(name):
		return of(OfCircuit, circuit.ReadFile)(ctx, name)
	case nets.IsColoured(name):
		net, err := nets.ParseColoured(name)
		if err != nil {
			return nil, err
		}
		return OfColoured(net), nil
	case nets.IsTimed(name):
		d, err := nets.ParseTimed(name)
		if err != nil {
			return nil, err
		}
		return ofDocument(ctx, d, name)
	case nets.IsSpec(name):
		net, err := nets.Parse(name)
		if err != nil {
			return nil, err
		}
		return OfNet(net), nil
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		name = filepath.Join(name, "model.pnml")
	}
	file, err := input.Open(ctx, format.File(name))
	if err == nil {
		defer file.Close()
		var m *Model
		if m, err = read(ctx, file, name); err == nil {
			return m, nil
		}
	}
	if err = ReadError(err); errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w; expected a PNML file, one in another format (see 'brim formats'), - for standard "+
			"input, or "+
			"family:N (see 'brim gen --list')", err)
	}
	return nil, err
}

// of returns a function that reads a file and makes a model of it.
func of[T any](model func(T) *Model, read func(context.Context, string) (T, error)) func(context.Context,
	string) (*Model, error) {
	return func(ctx context.Context, name string) (*Model, error) {
		x, err := read(ctx, name)
		if err != nil {
			return nil, ReadError(err)
		}
		return model(x), nil
	}
}

// ReadError makes an error of the operating system say which file could not be read. Errors in the text stay as they
// are.
func ReadError(err error) error {
	var text *malformed.Error
	var system *os.PathError
	switch {
	case errors.As(err, &text):
		return err
	case errors.As(err, &system):
		return fmt.Errorf("cannot read %s: %w", system.Path, system.Err)
	}
	return fmt.Errorf("cannot read: %w", err)
}

// Names returns what formulas over the model may name.
func (m *Model) Names() syntax.Names { return m.names }

// Bit returns the name of the latch of a circuit, or of the place of a net, that bit i of an invariant stands for.
func (m *Model) Bit(i int) string {
	if m.Circuit != nil {
		return m.Circuit.Latches[i].Name
	}
	return m.Net.Places[i].Name
}

// Facts returns what is known of the structure of the net, such as place invariants and bounds, which is computed once
// for a model; nil if the model has no net.
func (m *Model) Facts() *structure.Profile {
	if m.Net == nil {
		return nil
	}
	return m.profile()
}

// Orders returns what searches in the net have found out about orders of its places; nil if the model has no net.
func (m *Model) Orders() *order.Memory {
	if m.Net == nil {
		return nil
	}
	return m.orders()
}

// States returns the model as a structure of single states, which is made by the first call. The error says that a
// state cannot be packed, that a circuit has too many inputs, or that a system starts in several tuples.
func (m *Model) States() (kripke.Structure, error) {
	m.once.Do(func() {
		switch {
		case m.HasTime():
			m.wrong = errors.New("a net with time is explored as a system; see Compile")
		case m.Net == nil && m.Coloured != nil:
			m.wrong = errors.New("the coloured net is not unfolded; see Unfold")
		case m.LTS != nil:
			m.structure = m.LTS
		case m.System != nil:
			if m.wrong = m.OneStart(); m.wrong == nil {
				m.structure = m.packed()
			}
		case m.Circuit != nil:
			x, err := kripke.NewCircuit(m.Circuit)
			if m.wrong = err; err == nil {
				m.structure = x
			}
		default:
			x, err := kripke.NewNetOf(m.Facts(), kripke.UnknownBits)
			if m.wrong = err; err == nil {
				m.structure = x
			}
		}
	})
	return m.structure, m.wrong
}

// Actions returns the labels by the names that formulas of the μ-calculus use for them: for nets of families those of
// nets.Label, such as c2(d1,0) for c2_d1_0.T1_0.K, and for other models the labels themselves.
func (m *Model) Actions(s kripke.Structure) []string {
	list := s.Labels()
	if m.Net == nil {
		return list
	}
	if _, _, err := nets.Split(m.Net.Name); err != nil {
		return list
	}
	out := make([]string, len(list))
	for i, name := range list {
		out[i] = nets.Label(name)
	}
	return out
}

// NoNet is the error for a model that is not a net and an engine that needs a net or a circuit.
func NoNet(model, engine string) error {
	what := "systems of variables, such as nets with reset arcs or priorities"
	if IsCircuit(model) {
		what = "circuits"
	} else if IsLTS(model) {
		what = "labelled transition systems"
	}
	return fmt.Errorf("%s: the engine %s has no %s; expected another --engine", model, engine, what)
}

// Words returns the number of 64-bit words of a state. States must have been called before.
func (m *Model) Words() int { return m.structure.Words() }

// Labels returns the number of different labels of a listed system.
func (m *Model) Labels() int { return len(m.LTS.Labels()) }

// WriteAUT writes a listed system in the Aldebaran format.
func (m *Model) WriteAUT(w io.Writer) error { return kripke.WriteAUT(w, m.LTS) }
