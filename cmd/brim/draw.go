package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"

	"github.com/spf13/cobra"
)

const drawHelp = `Draw a net, the decision diagrams of its reachable markings and their distances, or the order of its places.

` + modelHelp + `

  net    places as ellipses with their tokens, transitions as boxes; read arcs have no head,
         inhibitor arcs a circle
  mdd    one row for each level, the top level first; an edge is labelled with the tokens or the
         local states that lead along it
  edd    the edge-valued diagram of their distances from the initial marking, in firings: behind the
         tokens of an edge stands its value, and the distance of a marking is the sum along its path
  both   mdd and edd side by side
  order  the net with the places of each level in one row, and below it the transitions whose
         highest place is there

With --bound, edd and both show the markings within so many steps only, also of an unbounded net.

The format dot is text for Graphviz. For svg its program dot is used if it is installed, otherwise a
simpler layout of our own; --layout chooses one of them.

` + orderHelp + `

With --json and -o a summary is printed as one object with the keys model, file, what, format and
nodes.`

const drawExamples = `  brim draw kanban:1 --format svg -o kanban.svg
  brim draw dphil:3 --what mdd | dot -Tpdf -o dphil.pdf
  brim draw prodcons:3 --what both --format svg -o distances.svg
  brim draw unbounded:2 --what edd --bound 3
  brim draw fms:2 --what order --order force --format svg -o fms.svg`

// Pictures with more nodes are of no use to anybody.
const mostNodes = 500

// A drawCommand is one run of brim draw.
type drawCommand struct {
	*app
	exploreFlags
	what, format, layout choice
	file                 string
	most                 int
	bound                int
	bounded              bool // there is one
}

func newDraw(a *app) *cobra.Command {
	d := &drawCommand{app: a}
	cmd := &cobra.Command{
		Use:               "draw MODEL",
		Short:             "draw the net, its decision diagrams or its order",
		Long:              drawHelp,
		Example:           drawExamples,
		Args:              oneModel,
		ValidArgsFunction: completeModel,
		RunE:              func(cmd *cobra.Command, args []string) error { return d.run(cmd, args[0]) },
	}
	d.exploreFlags.flags(cmd)
	d.what.flag(cmd, "what", "what to draw", "net", "mdd", "edd", "both", "order")
	d.format.flag(cmd, "format", "form of the picture", "dot", "svg")
	d.layout.flag(cmd, "layout", "how to lay out an svg", "auto", "dot", "own")
	f := cmd.Flags()
	f.StringVarP(&d.file, "output", "o", "", "write into a `file` instead of standard output")
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
}

func (d *drawCommand) run(cmd *cobra.Command, model string) error {
	if err := d.begin(cmd); err != nil {
		return err
	}
	if d.json && (d.file == "" || d.file == "-") {
		return fmt.Errorf("--json needs -o FILE: the picture itself goes to standard output")
	}
	if err := tryFile(d.file); err != nil {
		return err
	}
	if d.most < 0 {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--max-nodes %d: expected a number that is not negative", d.most)}
	}
	if err := d.checkBound(cmd); err != nil {
		return err
	}
	p := d.startProgress()
	defer p.end()
	net, err := d.loadNet(cmd.Context(), &d.limits, model)
	if err != nil {
		return err
	}
	var dot bytes.Buffer
	nodes := len(net.Places) + len(net.Transitions)
	switch d.what.value {
	case "mdd":
		nodes, err = d.diagram(cmd, net, &dot, p)
	case "edd", "both":
		nodes, err = d.distances(cmd, net, &dot, p)
	default:
		if err = d.few(nodes, "the net has %s places and transitions"); err == nil {
			err = d.net(cmd, net, &dot, p)
		}
	}
	if err != nil {
		return err
	}
	w := watch.New(cmd.Context(), d.limits.process())
	defer w.Cancel(nil)
	picture := dot.Bytes()
	if d.format.value == "svg" {
		p.at("laying out")
		var laid []byte // it may be abandoned
		var wrong error
		if late := w.Do(0, func() { laid, wrong = toSVG(w.Ctx, d.layout.value, picture) }); late != nil {
			return &statusError{statusUnknown, false, fmt.Errorf("%s; nothing is drawn", d.reason(late))}
		}
		if picture, err = laid, wrong; err != nil {
			return err
		}
	}
	p.end()
	err = d.output(w.Ctx, d.file, func(w io.Writer) error { _, err := w.Write(picture); return err })
	if err == nil && d.json {
		err = writeJSON(d.out, drawReport{model, d.file, d.what.value, d.format.value, nodes})
	}
	return err
}

// few refuses pictures with too many nodes.
func (d *drawCommand) few(nodes int, format string) error {
	if nodes <= d.most {
		return nil
	}
	return fmt.Errorf(format+", more than --max-nodes %d", quantity.Int(nodes), d.most)
}

// net writes the picture of the net, for --what order with its levels.
func (d *drawCommand) net(cmd *cobra.Command, net *petri.Net, w io.Writer, p *progress) error {
	if d.what.value == "net" {
		return writeNet(w, net, nil)
	}
	x, err := d.explore(cmd, net, p)
	if x != nil {
		defer x.close()
	}
	if x == nil || x.Space == nil {
		return err
	}
	return writeNet(w, net, x.Order.Levels) // an order needs no complete exploration
}

// diagram writes the picture of the decision diagram and returns the number of its nodes.
func (d *drawCommand) diagram(cmd *cobra.Command, net *petri.Net, w io.Writer, p *progress) (nodes int, err error) {
	x, err := d.explore(cmd, net, p)
	if x != nil {
		defer x.close()
	}
	if err != nil {
		return 0, err
	}
	if err := x.ask("drawing", func() { nodes = x.Reached.Nodes() }); err != nil {
		return 0, x.limited(err)
	}
	if err := d.few(nodes, "the diagram has %s nodes"); err != nil {
		return 0, err
	}
	return nodes, x.Reached.WriteDOT(w, d.dotOptions(net, x))
}

// dotOptions name the levels and the local states of x.
func (d *drawCommand) dotOptions(net *petri.Net, x *exploration) mdd.DOTOptions {
	o := mdd.DOTOptions{MaxNodes: d.most, Level: func(k int) string {
		return strings.Join(placeCalls(net, x.Order.Levels[k-1]), " ")
	}}
	if x.Order.Grouped() {
		o.Value = x.localState
	}
	return o
}

// explore builds the state space. After a limit the exploration is returned with an error.
func (d *drawCommand) explore(cmd *cobra.Command, net *petri.Net, p *progress) (*exploration, error) {
	o, err := d.exploreOptions(cmd.Context(), net)
	if err != nil {
		return nil, err
	}
	x, err := explore(cmd.Context(), net, o, &d.limits, p)
	if u, ok := unbounded(err); ok {
		return nil, unboundedError(net, u)
	}
	if err == nil && x.stopped != nil {
		err = x.limited(x.stopped)
	}
	return x, err
}

// localState writes value v of level k: the tokens of its place, or the marked places of its component.
func (x *exploration) localState(k, v int) string {
	places := x.Order.Levels[k-1]
	values := make([]int, len(x.Order.Levels)) // on other levels anything
	values[k-1] = v
	m := x.Model.Marking(values)
	if len(places) == 1 {
		return fmt.Sprint(m[places[0]])
	}
	var marked []string
	for _, p := range places {
		switch name := x.Net.PlaceAlias(p); {
		case m[p] == 1:
			marked = append(marked, name)
		case m[p] > 1:
			marked = append(marked, fmt.Sprintf("%s:%d", name, m[p]))
		}
	}
	if len(marked) == 0 {
		return "empty"
	}
	return strings.Join(marked, " ")
}

// limited is the error for a limit that left nothing to show.
func (x *exploration) limited(err error) error {
	return &statusError{statusUnknown, false, fmt.Errorf("%s", x.limits.reason(err))}
}
