package pnml

import (
	"context"
	"errors"
	"io"
	"strings"

	"brim/internal/input"
	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/malformed"
	"brim/petri"
	"brim/petri/coloured"
	"brim/petri/extended"
	"brim/petri/timed"
)

// This file reads documents: the root, the net and its pages.

// maxDepth is how deep elements may nest. PNML needs about ten levels.
const maxDepth = 1000

// Read reads one place/transition net from r; file is its name in errors. Tokens and weights have
// 64 bits, an absent initial marking is 0, and an absent inscription 1. Of arcs of a
// kind with the same ends the weights add up, of read arcs the largest counts, of
// inhibitor arcs the smallest; see petri.Builder. The net is called by its id.
//
// What is wrong with the text is a *malformed.Error; a failure of r itself is wrapped.
// Time and memory are linear in the document, but the memory holds the net only.
func Read(r io.Reader, file string) (*petri.Net, error) {
	d, err := readDocument(r, file, reader{})
	if err != nil {
		return nil, err
	}
	return d.Plain, nil
}

// ReadAny is Read for a place/transition net or a coloured one, whichever the document has; the other result is nil. A
// coloured net is one of the types symmetricnet, highlevelnet and pt-hlpng, as far as it is made of what symmetric nets
// have; see coloured.Net. Places without an hlinitialMarking are empty. Until the end of the document the memory holds
// its terms, too.
func ReadAny(r io.Reader, file string) (*petri.Net, *coloured.Net, error) {
	d, err := readDocument(r, file, reader{any: true})
	if err != nil {
		return nil, nil, err
	}
	return d.Plain, d.Coloured, nil
}

// readDocument reads with a new reader.
func readDocument(r io.Reader, file string, rd reader) (*Document, error) {
	s, err := xmlscan.New(r, file, xmlscan.Config{
		Root:   "pnml",
		Depth:  maxDepth,
		Latin1: true,
	})
	if err != nil {
		return nil, err
	}
	rd.Scanner = s
	if err := rd.document(); err != nil {
		return nil, err
	}
	if rd.coloured != nil {
		net, err := rd.colouredNet()
		if err != nil {
			return nil, err
		}
		return &Document{Coloured: net}, nil
	}
	if rd.b == nil {
		if err := rd.compose(); err != nil {
			return nil, err
		}
	}
	return rd.finish()
}

// ReadFile reads the place/transition net in the file at path; see Read. Reading ends with the context.
func ReadFile(ctx context.Context, path string) (*petri.Net, error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// ReadAnyFile is ReadFile for nets of both kinds; see ReadAny.
func ReadAnyFile(ctx context.Context, path string) (*petri.Net, *coloured.Net, error) {
	f, err := input.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	return ReadAny(f, path)
}

// A reader collects a net. Its methods named after an element are called when the
// scanner has returned the element's start tag, and consume it to the end.
type reader struct {
	*xmlscan.Scanner
	space   string // the namespace of the root, which all elements must share
	any     bool   // coloured nets are read, too
	whole   bool   // extended nets are read, too
	drawn   bool   // positions are kept; then the net is an extended one
	name    string // of the net
	b       *petri.Builder
	netLine int

	ext          *extended.Net // of nets that are more than place/transition nets; then b has the names only
	extendedLine int           // the reason why
	reads        []extended.Arc
	silents      []int // transitions
	firings      []firing
	finals       []final
	before       []beforeOther
	inside       int   // how many subprocesses the current element is in
	replaced     []int // transitions that subprocesses stand for

	places   petri.Marking // initial tokens, by index
	lines    [2][]int      // of the places, and of the transitions
	arcs     int           // how many
	refs     []reference
	refIndex map[string]int // by id
	words    []byte         // of the current arc
	recent   int            // the transition of the last arc
	pending  []arc          // an end is not known yet
	nupn     *structure
	pipe     *pipe // of files that may be PIPE's
	tapaal   tapaal
	ages     *timed.ArcNet           // of timed-arc nets, with ext as its net
	times    *timed.Net              // of time Petri nets, with ext as its net
	delays   map[int]timed.Interval  // by transition, as far as a time is excluded
	epnml    bool                    // of Yasper and old versions of ProM; see tool
	tina     bool                    // nodes may have labels of Tina beside their names
	halves   map[pairOf]transportEnd // of transport arcs whose other end is not known yet
	coloured *symmetric              // of coloured nets, of which b has the names only
}

// document reads all up to the end of the file.
func (r *reader) document() error {
	seen := false
	err := r.Document(func(el xmlscan.Element) error {
		seen = true
		r.space = el.Space
		return r.pnml()
	})
	if !seen {
		err = r.hint(err)
	}
	return err
}

// hint adds what the file may be to an error that says that it is no PNML.
func (r *reader) hint(err error) error {
	var wrong *malformed.Error
	if errors.As(err, &wrong) {
		wrong.Msg += input.Hint(r.Start(), "pnml")
	}
	return err
}

func (r *reader) pnml() error {
	err := r.each(r.part)
	if err == nil && r.b == nil && len(r.tapaal.nets)+r.tapaal.inactive == 0 {
		return r.Errorf(r.Line(), "found no net; expected <net> inside <pnml>")
	}
	return err
}

// part reads a child of the root, or of a module in it, in which open nets stand. Without ports, by which an open net
// meets others, a module is a net with its final markings.
func (r *reader) part(el xmlscan.Element) error {
	switch {
	case el.Name == "net" && r.b != nil:
		return r.Errorf(r.Line(), "found a second net, the first is in line %d; expected one net", r.netLine)
	case r.tapaal.has(el):
		return r.tapaalPart(el)
	case el.Name == "net":
		return r.net(el)
	case el.Name == "module":
		return r.each(r.part)
	case el.Name == "ports":
		return r.each(func(el xmlscan.Element) error {
			return r.Errorf(r.Line(), "open nets are not supported; expected no <%s> in <ports>", el.Name)
		})
	case el.Name == "finalmarkings" && r.coloured == nil:
		return r.finalMarkings()
	}
	return r.label(el, owner{kind: aNet}, "a net")
}

// net reads a net after its type. It looks at the first child to tell files of TAPAAL, whose places and transitions
// have other attributes, from those of the standard.
func (r *reader) net(el xmlscan.Element) error {
	r.netLine = r.Line()
	kind, _ := el.Attr("type")
	if err := r.netType(kind); err != nil {
		return err
	}
	id, _ := el.Attr("id")
	child, ok, err := r.Child()
	if err == nil && ok {
		err = r.foreign(child)
	}
	switch {
	case err != nil:
		return err
	case ok && r.pipe != nil && isFlat(child):
		return r.component(id, &child)
	}
	r.begin(id)
	if r.coloured != nil {
		r.colour()
	}
	if !ok {
		return nil
	}
	if err := r.item(child); err != nil {
		return err
	}
	return r.page()
}

// colour begins a coloured net.
func (r *reader) colour() {
	r.coloured, r.pipe = newSymmetric(), nil
	r.coloured.b = coloured.NewBuilder(r.name)
}

// netType refuses nets that are not place/transition nets nor, if they are wanted, coloured ones. A net may leave the
// type out, and the core model has none of the dangerous labels, so both are read
// as what their labels say.
func (r *reader) netType(uri string) error {
	if uri = strings.TrimSpace(uri); uri == "" || strings.EqualFold(uri, "P/T net") {
		r.pipe = &pipe{}
		return nil
	}
	word := strings.ToLower(uri[strings.LastIndexAny(uri, "/#")+1:])
	word = strings.TrimSuffix(strings.TrimSuffix(word, ".pntd"), ".rng")
	switch word {
	case "ptnet", "ptnetb", "basicpnml", "pnmlcoremodel", "inhibitorptnet", "petrinet", "petri net":
		return nil
	case "epnml-1.1":
		r.epnml = true
		return nil
	case "tpn":
		r.tina = true
		return nil
	}
	if r.any && colouredType(word) {
		r.coloured = newSymmetric()
		return nil
	}
	if r.any {
		return r.Errorf(r.Line(), "net type %s is not supported; expected a place/transition net (type …/ptnet) or "+
			"a coloured one (type …/symmetricnet)", printable.Quote(uri))
	}
	for _, coloured := range []string{"symmetric", "highlevel", "hlpng", "hlnet", "hlcore", "colour", "color"} {
		if strings.Contains(word, coloured) {
			return r.Errorf(r.Line(), "coloured nets are not supported; expected a place/transition net (type "+
				"…/ptnet), got type %s", printable.Quote(uri))
		}
	}
	return r.Errorf(r.Line(), "net type %s is not supported; expected a place/transition net (type …/ptnet)",
		printable.Quote(uri))
}

// tool skips a toolspecific part. Parts of the tool Yasper in nets of the type EPNML, which is its own, are refused
// unless they only describe or draw. Arcs of this type that inhibit or reset may begin at their transition.
func (r *reader) tool(el xmlscan.Element, in owner) error {
	if tool, _ := el.Attr("tool"); !r.epnml || tool != "Yasper" {
		return r.Skip()
	}
	return r.Each(func(el xmlscan.Element) error {
		switch el.Name {
		case "comment", "description", "pathGraphics", "roles":
			return r.Skip()
		}
		return r.Errorf(r.Line(), "<%s> of Yasper in %v is not understood; expected a comment", el.Name, in)
	})
}

// page reads what is inside a net or a page. The two hold the same things, so that
// old files without pages are read too.
func (r *reader) page() error { return r.each(r.item) }

// item reads what may stand inside a net or a page.
func (r *reader) item(el xmlscan.Element) error {
	switch el.Name {
	case "page":
		id, _ := el.Attr("id")
		return r.each(func(el xmlscan.Element) error {
			if el.Name == "net" && r.coloured == nil {
				return r.subprocess(id)
			}
			return r.item(el)
		})
	case "place":
		if r.coloured != nil && isFlat(el) {
			return r.Errorf(r.Line(), "coloured nets in TAPAAL's own notation are not supported; expected PNML, as "+
				"TAPAAL exports it")
		}
		if r.inside > 0 && r.isBorder(el) {
			return r.Skip()
		}
		return r.place(el)
	case "transition":
		return r.transition(el)
	case "arc":
		return r.arc(el)
	case "referencePlace":
		return r.reference(el, aPlace)
	case "referenceTransition":
		return r.reference(el, aTransition)
	case "declaration":
		if r.coloured == nil && r.any && len(r.lines[aPlace])+len(r.lines[aTransition])+r.arcs+len(r.refs) == 0 {
			r.colour() // TAPAAL gives coloured nets the type of others
		}
		if r.coloured != nil {
			return r.declaration()
		}
	case "finalmarkings":
		if r.coloured == nil {
			return r.finalMarkings()
		}
		return r.Skip()
	case "toolspecific":
		switch tool, _ := el.Attr("tool"); {
		case strings.EqualFold(tool, "nupn") && r.coloured == nil:
			return r.toolNUPN()
		case tool == ownTool && r.coloured == nil:
			return r.toolPriorities()
		}
		return r.tool(el, owner{kind: aNet})
	}
	return r.label(el, owner{kind: aNet}, "a place, transition, arc or page")
}

// foreign refuses elements of foreign namespaces, which belong into toolspecific parts. Some editors write xmlns="" in
// elements, which then have no namespace; they are read like those that have the root's.
func (r *reader) foreign(el xmlscan.Element) error {
	if el.Space == r.space || el.Space == "" {
		return nil
	}
	return r.Errorf(r.Line(), "<%s> is of the namespace %s; expected %s", el.Name, printable.Quote(el.Space),
		printable.Quote(r.space))
}

// each hands all children of the current element that are left to read, which consumes them.
func (r *reader) each(read func(xmlscan.Element) error) error { return r.Each(r.ours(read)) }

// ours returns read for elements that are not foreign.
func (r *reader) ours(read func(xmlscan.Element) error) func(xmlscan.Element) error {
	return func(el xmlscan.Element) error {
		if err := r.foreign(el); err != nil {
			return err
		}
		return read(el)
	}
}

// label skips a child of in that has no bearing on the net's behaviour, and refuses
// all others.
func (r *reader) label(el xmlscan.Element, in owner, expected string) error {
	if r.pipe.skips(el.Name, in.kind) || r.tina && el.Name == "label" {
		return r.Skip()
	}
	switch name := el.Name; name {
	case "toolspecific":
		return r.tool(el, in)
	case "name", "graphics", "documentation":
		return r.Skip()
	case "player": // of games of TAPAAL; see tapaal
		if in.kind == aTransition {
			return r.Skip()
		}
	case "declaration", "structure", "hlinitialMarking", "hlinscription", "condition":
		switch {
		case r.coloured != nil: // at the wrong place
		case r.any:
			return r.Errorf(r.Line(), "<%s> in %v is of coloured nets; expected none, or a net of the type "+
				"…/symmetricnet", name, in)
		default:
			return r.Errorf(r.Line(), "coloured nets are not supported; expected no <%s> in %v", name, in)
		}
	case "capacity":
		return r.Errorf(r.Line(), "capacities are not supported; expected no <capacity> in %v", in)
	}
	return r.Errorf(r.Line(), "<%s> in %v is not understood; expected %s", el.Name, in, expected)
}
