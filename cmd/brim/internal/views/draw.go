package views

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"

	"brim/check"
	"brim/check/explore"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/internal/ui/picture"
	"brim/internal/ui/trace"
	"brim/internal/watch"
	"brim/petri/timed"

	"github.com/spf13/cobra"
)

// brim draw: pictures of nets, diagrams and orders, and diagrams in forms for other programs.

const drawHelp = `Draw a net, the decision diagrams of its reachable markings and their distances, the order of its places, or the
automaton of a formula of LTL.

` + models.Help + `

  net    places as ellipses with their tokens, transitions as boxes; read arcs have no head,
         inhibitor arcs a circle; of a coloured net the sorts of places and what they hold, the
         guards of transitions and the terms of arcs: 2'(x,y++) is twice the pair of x and the
         colour after y; of a net with time intervals beside transitions, ages along arcs and the
         age that tokens reach at most beside places; a transport arc ends in a diamond, a reset
         arc has two heads, and a dashed arc leads from a transition to one that yields to it
  graph  the reachability graph: a box for each marking with the marked places, and of a net with time
         the clocks of transitions or the ages of tokens; an arc for each firing, or unit of time, wait 1;
         markings in which nothing fires are filled. Models that are no nets have such a graph, too
  mdd    one row for each level, the top level first; an edge is labelled with the tokens or the
         local states that lead along it
  edd    the edge-valued diagram of their distances from the initial marking, in firings: behind the
         tokens of an edge stands its value, and the distance of a marking is the sum along its path
  both   mdd and edd side by side
  widths how many nodes mdd has on each level, the top level first, as text or with --format svg: for
         diagrams of any size. Many levels share lines, with the widest of them
  order  the net with the places of each level in one row, and below it the transitions whose
         highest place is there

All but net are drawn of the unfolding of a coloured net, and not of nets with time, reset arcs or priorities that arcs
cannot express. With --bound, edd and both show the markings within so many steps only, also of an unbounded net.

With --formula the automaton is drawn that the engines search a run for: one that shows that E φ holds, or that A φ
fails. An arc can be taken in a marking where the formula along it holds, and a run is accepted if it sees the dots of
each number again and again; states where it can do so are grey.

The ending of the file of -o says the format: .svg, .dot, .json, and .lines, .mdd or .edd for lines; --format overrides
it. The format dot is text for Graphviz, whose program dot lays out pictures for svg and has to be installed then, but
not for widths and for a net whose file has a position for each place and transition. The formats lines and json are of
mdd and edd, of any size: the nodes as text that programs read, see docs/exchange.md. A MODEL that ends in .mdd
or .edd is such a file, of brim or of another program: its diagram is drawn, or written in the other format; --root
names one of several. With --open a window shows the picture, of the file of -o or of a temporary one, whose name is
printed then.

` + models.OrderHelp + `

The json of a graph has initial, the number of the first state; states, an array of objects with marking (tokens by
place, of a net), clocks (by transition) or ages (arrays by place), text (of other models) and dead; and steps, an array
of objects with from, to and label.

With --json and -o a summary is printed as one object with the keys model, file, what, format and
nodes, for --formula also automaton: formula, states, arcs, marks, class (terminal: it is enough to
reach a grey state; weak: to go on among grey states for ever; strong) and seconds, for widths also levels,
the top level first: places, nodes and values (how many occur there). widths need no -o then.`

const drawExamples = `  brim draw kanban:1 -o kanban.svg
  brim draw kanban:1 --open
  brim draw dphil:3 --what mdd | dot -Tpdf -o dphil.pdf
  brim draw prodcons:3 --what both -o distances.svg
  brim draw unbounded:2 --what edd --bound 3
  brim draw dphil:3 --what mdd -o dphil.mdd
  brim draw dphil.mdd -o dphil.svg
  brim draw dphil:1000 --what widths
  brim draw dphil:2 --what graph -o graph.svg
  brim draw fms:2 --what order --order force -o fms.svg
  brim draw dphil:2 --formula 'A G(Fork_1 = 0 -> F Fork_1 = 1)' -o automaton.svg`

// Pictures with more nodes are of no use to anybody.
const mostNodes = 500

// A drawCommand is one run of brim draw.
type drawCommand struct {
	*cli.App
	models.SpaceFlags
	what, format cli.Choice
	file         string
	formula      string
	root         string           // of the diagrams in a file
	drawn        *automatonReport // of the formula
	levels       []levelReport    // of the widths, the top one first
	most         int
	bound        int
	bounded      bool // there is one
	open         bool // in a window
	byEnding     bool // the name of the file chose the format
	laid         bool // what is drawn is SVG already
}

func Draw(a *cli.App) *cobra.Command {
	d := &drawCommand{App: a}
	cmd := models.Command("draw", drawHelp, drawExamples, d.run)
	d.SpaceFlags.Flags(cmd)
	d.what.Flag(cmd, "what", "what to draw", "net", graphOf, "mdd", "edd", "both", widthsOf, "order")
	d.format.Flag(cmd, "format", "form of the picture, or of a diagram for programs", "dot", "svg", "lines", "json")
	f := cmd.Flags()
	f.StringVarP(&d.file, "output", "o", "", "write into a `file` instead of standard output")
	f.BoolVar(&d.open, "open", false, "show the picture in a window")
	f.StringVar(&d.formula, "formula", "", "draw the automaton of a `formula` of LTL")
	f.StringVar(&d.root, "root", "", "draw the diagram of this `name`, of a file that has several")
	f.IntVar(&d.bound, "bound", 0, "draw the distances of the markings within so many `steps` only")
	f.IntVar(&d.most, "max-nodes", mostNodes, "refuse pictures with more nodes")
	return cmd
}

// A drawReport tells what draw wrote. Its keys are stable.
type drawReport struct {
	Model  string `json:"model"`
	File   string `json:"file"`
	What   string `json:"what"`
	Format string `json:"format"`
	Nodes  int    `json:"nodes"`

	Automaton *automatonReport `json:"automaton,omitempty"`
	Levels    []levelReport    `json:"levels,omitempty"`
}

// run checks the flags, computes the picture or the diagram, has Graphviz lay it out if SVG is wanted, writes the
// result, and prints a summary if --json is given.
func (d *drawCommand) run(cmd *cobra.Command, model string) error {
	if err := d.Begin(cmd); err != nil {
		return err
	}
	if err := cmp.Or(d.checkFile(cmd, model), d.checkOutput(cmd)); err != nil {
		return err
	}
	if d.most < 0 {
		return cli.Misuse(cmd, fmt.Errorf("--max-nodes %d: expected a number that is not negative", d.most))
	}
	if _, ok := d.form(); ok && (d.what.Value != "mdd" && d.what.Value != "edd" && !d.graphAsJSON() ||
		d.formula != "") {
		return cli.Misuse(cmd, fmt.Errorf("%s: only diagrams have the format %s; expected --what mdd or edd",
			d.formatFlag(), d.format.Value))
	}
	if err := cmp.Or(d.checkWidths(cmd), d.checkFormula(cmd), d.checkBound(cmd)); err != nil {
		return err
	}
	p := d.StartProgress()
	defer p.End()
	var dot bytes.Buffer
	nodes, err := d.content(cmd, model, &dot, p)
	if err != nil {
		return err
	}
	w := watch.New(cmd.Context(), d.Limits.Process())
	defer w.Cancel(nil)
	drawn := dot.Bytes()
	if d.format.Value == "svg" && d.what.Value != widthsOf && !d.laid {
		p.At("laying out")
		var laid []byte // it may be abandoned
		var wrong error
		late := w.Do(0, func() { laid, wrong = picture.SVG(w.Ctx, drawn) })
		if late == nil && models.Limited(wrong) {
			late = wrong
		}
		if late != nil {
			return cli.Exit(cli.StatusUnknown, fmt.Errorf("%s; nothing is drawn", d.Reason(late)))
		}
		if drawn, err = laid, wrong; err != nil {
			return err
		}
	}
	p.End()
	if err = d.write(w.Ctx, drawn); err == nil && d.JSON {
		err = cli.WriteJSON(d.Out, drawReport{model, d.file, d.what.Value, d.formatName(), nodes, d.drawn, d.levels})
	}
	return err
}

// content writes what is drawn, for Graphviz or in the form of another program, and returns the number of its nodes.
func (d *drawCommand) content(cmd *cobra.Command, model string, w io.Writer, p *cli.Progress) (nodes int, err error) {
	if diagramKind(model) != "" {
		return d.stored(cmd.Context(), model, w)
	}
	if n, err := d.document(cmd.Context(), model); n != nil || err != nil {
		if err == nil {
			nodes, err = len(n.Net().Places)+len(n.Net().Transitions), d.drawDocument(w, n)
		}
		return nodes, err
	}
	if d.what.Value == graphOf {
		return d.graph(cmd, model, w, p)
	}
	if d.what.Value != "automaton" {
		if err := models.OnlyNets(model); err != nil {
			return 0, err
		}
	}
	m, err := models.LoadAny(cmd.Context(), d.App, &d.Limits, model)
	switch {
	case err != nil:
		return 0, err
	case (m.HasTime() || m.System != nil) && d.what.Value == "net":
		n := &timed.Document{Timed: m.Timed, Arcs: m.TimedArcs}
		if m.System != nil {
			n.Untimed = m.Document
		}
		nodes = len(m.Document.Places) + len(m.Document.Transitions)
		return nodes, cmp.Or(d.few(nodes, netSize), d.drawDocument(w, n))
	case m.HasTime() || m.System != nil:
		return 0, fmt.Errorf("%s has time, reset arcs or priorities; of such nets 'brim draw' draws --what net and "+
			"graph only, "+
			"and 'brim states --show-order' lists the levels", model)
	}
	return d.dot(cmd, m, w, p)
}

// dot writes the picture of a model that --what selects as text for Graphviz, and returns the number of its nodes. A
// coloured net is unfolded first, unless the net itself is drawn. The error says that the picture has too many nodes,
// or is a limit.
func (d *drawCommand) dot(cmd *cobra.Command, m *check.Model, w io.Writer, p *cli.Progress) (nodes int, err error) {
	if d.what.Value == "automaton" {
		return d.automaton(cmd, m, w, p)
	}
	if c := m.Coloured; c != nil && d.what.Value == "net" {
		nodes = len(c.Places) + len(c.Transitions)
		if err := d.few(nodes, netSize); err != nil {
			return 0, err
		}
		return nodes, picture.Coloured(w, c)
	}
	if m.Coloured != nil {
		p.At("unfolding")
		if m, _, err = models.Unfold(cmd.Context(), d.App, &d.Limits, m, nil,
			check.UnfoldOptions{Whole: true}); err != nil {
			return 0, err
		}
	}
	names := trace.NamesOf(m)
	switch d.what.Value {
	case "mdd":
		return d.diagram(cmd, names, w, p)
	case "edd", "both":
		return d.distances(cmd, names, w, p)
	case widthsOf:
		return d.widths(cmd, names, w, p)
	}
	nodes = len(m.Net.Places) + len(m.Net.Transitions)
	if err := d.few(nodes, netSize); err != nil {
		return 0, err
	}
	return nodes, d.net(cmd, names, w, p)
}

// netSize is what few says of nets.
const netSize = "the net has %s places and transitions"

// few refuses pictures with too many nodes.
func (d *drawCommand) few(nodes int, format string) error {
	if nodes <= d.most {
		return nil
	}
	return fmt.Errorf(format+", more than --max-nodes %d", quantity.Int(nodes), d.most)
}

// net writes the picture of the net, for --what order with its levels.
func (d *drawCommand) net(cmd *cobra.Command, names naming.Names, w io.Writer, p *cli.Progress) error {
	if d.what.Value == "net" {
		return picture.Net(w, names, nil)
	}
	x, err := d.explore(cmd, names, p, "")
	if x != nil {
		defer x.Close()
	}
	if x == nil || x.Space == nil {
		return err
	}
	return picture.Net(w, names, x.Order.Levels) // an order needs no complete exploration
}

// diagram writes the picture of the decision diagram and returns the number of its nodes.
func (d *drawCommand) diagram(cmd *cobra.Command, names naming.Names, w io.Writer, p *cli.Progress) (nodes int,
	err error) {
	x, err := d.explore(cmd, names, p, "")
	if x != nil {
		defer x.Close()
	}
	if err != nil {
		return 0, err
	}
	if form, ok := d.form(); ok {
		nodes, err = x.WriteDiagrams(w, form, names.PlaceCall, false, 0, false)
		return nodes, unknown(err)
	}
	nodes, err = x.WriteDOT(w, names.PlaceCall, d.most,
		func(nodes int) error { return d.few(nodes, "the diagram has %s nodes") })
	return nodes, unknown(err)
}

// form returns the form of a diagram for programs; ok is false if there shall be a picture.
func (d *drawCommand) form() (form explore.Form, ok bool) {
	switch d.format.Value {
	case "lines":
		return explore.Lines, true
	case "json":
		return explore.JSON, true
	}
	return form, false
}

// explore builds the state space. After a limit the space is returned with an error. The error for an unbounded net
// ends with hint.
func (d *drawCommand) explore(cmd *cobra.Command, names naming.Names, p *cli.Progress, hint string) (*explore.Space,
	error) {
	o, err := d.Ways(cmd.Context(), names.Net)
	if err != nil {
		return nil, err
	}
	if d.bounded {
		o.Bound = max(1, d.bound)
	}
	x, err := explore.Explore(cmd.Context(), names.Net, o, d.Check(), models.Progress(p))
	var u *explore.UnboundedError
	if errors.As(err, &u) {
		return nil, cli.Exit(cli.StatusUnknown, fmt.Errorf("%w%s", unboundedError(names, u), hint))
	}
	if err == nil && x.Stopped != nil {
		err = unknown(x.Stopped)
	}
	return x, err
}

// unknown is err with the exit status of a limit, if it is one that left nothing to show.
func unknown(err error) error {
	if models.Limited(err) {
		return cli.Exit(cli.StatusUnknown, err)
	}
	return err
}
