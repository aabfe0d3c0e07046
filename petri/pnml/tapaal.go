package pnml

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
)

// tapaal is what was read of a file in the form in which the tool TAPAAL keeps its models. Markings, invariants,
// intervals and weights are attributes there. A file may have several nets, components, that meet in shared places and
// transitions; the file may also have queries. A net in which each interval is [0,inf), each invariant < inf and no
// transition urgent is one without time. Players and distributions have no bearing on what can happen. Anything else is
// refused.
type tapaal struct {
	used        bool // something of TAPAAL was seen
	untimed     bool // the file says that it has no time
	constants   map[string]string
	places      map[string]*flatNode // shared ones by name
	transitions map[string]*flatNode
	nets        []*component // the active ones
	inactive    int
}

// A component is one net. Its ids mean something inside of it only.
type component struct {
	id    string
	line  int
	nodes map[string]*flatNode // by id
	list  []*flatNode          // in the order of the file
	arcs  []flatArc
}

// A flatNode is a place or transition, shared or of a component.
type flatNode struct {
	kind     nodeKind
	id, name string
	initial  int64
	line     int

	invariant string
	urgent    bool
	aged      int // the line of a token that is not new, 0 without one
	index     int // in the net; −1 before compose
	at        *extended.Point
}

// A flatArc is an arc as it stands in the file. Its texts wait for the constants.
type flatArc struct {
	id, source, target  string
	inhibitor           bool
	inscription, weight string // attributes
	pair                string // the number of a transport arc, "" for other arcs
	dots                int64  // of its expression, 0 if it has none
	line                int
	via                 []extended.Point
}

// tapaalParts lists the elements of a file that are not nets. A declaration only names colours, which the places then
// have or not.
var tapaalParts = []string{"shared-place", "shared-transition", "constant", "declaration", "query", "queries",
	"k-bound", "bound", "feature", "custom_distribution"}

// has reports whether el, a child of the root, is a part of a file of TAPAAL.
func (t *tapaal) has(el xmlscan.Element) bool {
	if el.Name == "net" {
		_, active := el.Attr("active")
		return t.used || active
	}
	return slices.Contains(tapaalParts, el.Name)
}

// isFlat reports whether el is a place or transition in the form of TAPAAL.
func isFlat(el xmlscan.Element) bool {
	if el.Name != "place" && el.Name != "transition" {
		return false
	}
	return slices.ContainsFunc([]string{"name", "initialMarking", "invariant"}, func(attr string) bool {
		_, ok := el.Attr(attr)
		return ok
	})
}

// tapaalPart reads a child of the root of a file of TAPAAL: an active net as a component, a constant, or a shared place
// or transition. It skips inactive nets and all other parts.
func (r *reader) tapaalPart(el xmlscan.Element) error {
	t := &r.tapaal
	t.used = true
	attr := func(name string) string { value, _ := el.Attr(name); return value }
	switch el.Name {
	case "net":
		if active, err := r.truth(el, "active", true); !active || err != nil {
			t.inactive++
			return cmp.Or(err, r.Skip())
		}
		return r.component(attr("id"), nil)
	case "constant":
		if t.constants == nil {
			t.constants = map[string]string{}
		}
		t.constants[attr("name")] = attr("value")
		return r.Skip()
	case "feature":
		isTimed, err := r.truth(el, "isTimed", true)
		t.untimed = !isTimed
		return cmp.Or(err, r.Skip())
	case "shared-place", "shared-transition":
		n, err := r.flatNode(el, strings.TrimPrefix(el.Name, "shared-"), "name")
		if err != nil {
			return err
		}
		list := &t.places
		if n.kind == aTransition {
			list = &t.transitions
		}
		if old, twice := (*list)[n.name]; twice {
			return r.Errorf(n.line, "the shared %v %s is in line %d already; expected it once", n.kind,
				printable.Quote(n.name), old.line)
		}
		if *list == nil {
			*list = map[string]*flatNode{}
		}
		(*list)[n.name] = n
		return nil
	}
	return r.Skip()
}

// component reads a net to its end, from its child first on if that is not nil.
func (r *reader) component(id string, first *xmlscan.Element) error {
	c := &component{id: id, line: r.Line(), nodes: map[string]*flatNode{}}
	r.tapaal.used = true
	r.tapaal.nets = append(r.tapaal.nets, c)
	item := func(el xmlscan.Element) error {
		switch name := el.Name; name {
		case "place", "transition":
			n, err := r.flatNode(el, name, "id")
			if err != nil {
				return err
			}
			if old, used := c.nodes[n.id]; used {
				return r.Errorf(n.line, "the id %s is taken by the %v in line %d; expected another id",
					printable.Quote(n.id), old.kind, old.line)
			}
			c.nodes[n.id] = n
			c.list = append(c.list, n)
			return nil
		case "arc", "inputArc", "outputArc", "inhibitorArc", "transportArc":
			return r.flatArc(c, el)
		case "labels":
			return r.Skip()
		}
		return r.label(el, owner{kind: aNet}, "a place, transition or arc")
	}
	if first != nil {
		if err := item(*first); err != nil {
			return err
		}
	}
	return r.each(item)
}

// layout lists attributes that tell where something is drawn, or which arcs belong together where tokens keep their
// age.
var layout = []string{"displayName", "positionX", "positionY", "nameOffsetX", "nameOffsetY", "markingOffsetX",
	"markingOffsetY", "tagged", "transportID"}

// flatAttributes refuses attributes that are neither known nor of the layout.
func (r *reader) flatAttributes(el xmlscan.Element, known ...string) error {
	el.Attrs = slices.DeleteFunc(slices.Clone(el.Attrs),
		func(a xmlscan.Attr) bool { return slices.Contains(layout, a.Name) })
	return r.checkAttributes(el, known...)
}

// truth returns what an attribute says, which must be true or false; what is said without it is absent.
func (r *reader) truth(el xmlscan.Element, attr string, absent bool) (bool, error) {
	switch text, ok := el.Attr(attr); {
	case !ok || text == "":
		return absent, nil
	case text == "true" || text == "false":
		return text == "true", nil
	default:
		return false, r.Errorf(r.Line(), "the attribute %s of <%s> is %s; expected true or false", attr, el.Name,
			printable.Quote(text))
	}
}

// flatNode reads a place or transition, which the attribute called key identifies. None of the further attributes of
// transitions but urgency has a bearing on what they do: players, distributions and how they are drawn have none.
func (r *reader) flatNode(el xmlscan.Element, what, key string) (*flatNode, error) {
	n := &flatNode{kind: aTransition, line: r.Line(), index: -1}
	n.id, _ = el.Attr("id")
	n.name, _ = el.Attr("name")
	if at, ok := point(el, "positionX", "positionY"); ok && r.drawn {
		n.at = &at
	}
	if id, _ := el.Attr(key); id == "" {
		return nil, r.Errorf(n.line, "<%s> has no %s; expected one", el.Name, key)
	}
	if what == "place" {
		n.kind = aPlace
		return n, r.flatPlace(n, el)
	}
	var err error
	if n.urgent, err = r.truth(el, "urgent", false); err != nil {
		return nil, err
	}
	return n, r.labels(owner{aTransition, n.name})
}

// flatPlace reads the attributes and children of place n. It refuses colours other than dot, and checks that both forms
// of the initial marking agree, and those of the invariant.
func (r *reader) flatPlace(n *flatNode, el xmlscan.Element) error {
	if err := r.flatAttributes(el, "id", "name", "initialMarking", "invariant", "inscription"); err != nil {
		return err
	}
	in := owner{aPlace, n.name}
	n.invariant, _ = el.Attr("invariant")
	if text, ok := el.Attr("inscription"); ok { // for tokens of one colour
		if err := r.noInvariant(text, n); err != nil {
			return err
		}
	}
	if text, ok := el.Attr("initialMarking"); ok {
		var err error
		if n.initial, err = strconv.ParseInt(strings.TrimSpace(text), 10, 64); err != nil || n.initial < 0 {
			return r.Errorf(n.line, "the initialMarking of %v is %s; expected an integer from 0 to 2^63−1", in,
				printable.Quote(text))
		}
	}
	return r.each(func(el xmlscan.Element) error {
		line := r.Line()
		switch el.Name {
		case "type":
			text := ""
			err := r.word(&text)
			if err == nil && !strings.EqualFold(text, "dot") {
				err = r.Errorf(line, "coloured nets are not supported; %v has the type %s, expected dot", in,
					printable.Quote(text))
			}
			return err
		case "hlinitialMarking":
			dots, err := r.dots(in)
			if err == nil && dots != n.initial {
				err = r.Errorf(line, "the hlinitialMarking of %v has %d tokens, its initialMarking is %d; expected "+
					"the same number", in, dots, n.initial)
			}
			return err
		case "colorinvariant":
			return r.inscription(func(text string) error { return r.noInvariant(text, n) })
		case "initialMarkingAge":
			return r.notNew(n)
		}
		return r.label(el, in, "an initialMarkingAge")
	})
}

// noInvariant refuses an invariant of a colour that bounds ages and is not that of all tokens of place n.
func (r *reader) noInvariant(text string, n *flatNode) error {
	if bare := func(s string) string { return strings.Join(strings.Fields(s), "") }; isNoInvariant(text) ||
		bare(text) == bare(n.invariant) {
		return nil
	}
	return r.Errorf(r.Line(), "place %s has the invariant %s for a colour; expected < inf, or that of the place",
		printable.Quote(n.name), printable.Quote(text))
}

// inscription consumes an element and hands the attribute of its child inscription to check.
func (r *reader) inscription(check func(text string) error) error {
	return r.each(func(el xmlscan.Element) error {
		if text, ok := el.Attr("inscription"); ok && el.Name == "inscription" {
			if err := check(text); err != nil {
				return err
			}
		}
		return r.Skip()
	})
}

// dots consumes an expression of colours, which must be a number of tokens without one: "3'dot", in brackets or not.
func (r *reader) dots(in owner) (int64, error) {
	line, text := r.Line(), ""
	if err := r.word(&text); err != nil {
		return 0, err
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(text, "("), ")")
	number, ok := strings.CutSuffix(strings.ToLower(bare), "'dot")
	n, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil || n < 1 {
		return 0, r.Errorf(line, "coloured nets are not supported; %v has the expression %s, expected one as 1'dot", in,
			printable.Quote(text))
	}
	return n, nil
}

// flatArc reads an arc and adds it to component c. A transport arc, which leads from a place through a transition to a
// place, becomes two arcs with the same number.
func (r *reader) flatArc(c *component, el xmlscan.Element) error {
	a := flatArc{line: r.Line()}
	if err := r.flatAttributes(el, "id", "source", "target", "transition", "type", "inscription",
		"weight"); err != nil {
		return err
	}
	attr := func(name string) string { value, _ := el.Attr(name); return value }
	a.id, a.source, a.target = attr("id"), attr("source"), attr("target")
	a.inscription, a.weight = attr("inscription"), attr("weight")
	by := attr("transition")
	if attr("type") == "transport" {
		_, number, _ := strings.Cut(a.inscription, ":")
		a.pair = cmp.Or(strings.TrimSpace(number), attr("transportID"), "?")
	}
	switch kind := attr("type"); {
	case strings.EqualFold(kind, "inhibitor"), kind == "tapnInhibitor", kind == "" && el.Name == "inhibitorArc":
		a.inhibitor = true
	case kind != "" && kind != "normal" && kind != "timed" && kind != "transport":
		return r.Errorf(a.line, "%v has the unknown type %s; expected normal, timed, transport or tapnInhibitor",
			owner{anArc, a.id}, printable.Quote(kind))
	}
	var path []extended.Point // with both ends
	err := r.each(func(el xmlscan.Element) (err error) {
		switch in := (owner{anArc, a.id}); el.Name {
		case "arcpath":
			return r.pathPoint(&path, el)
		case "hlinscription":
			a.dots, err = r.dots(in)
			return err
		case "inscription": // of files for verifypn, whose arcs have no attribute for it
			n, err := r.number("inscription", in, 1)
			if a.inscription+a.weight != "" {
				return r.Errorf(a.line, "the weight of %v is given twice; expected it once", in)
			}
			a.weight = strconv.FormatInt(n, 10)
			return err
		case "colorinterval":
			return r.inscription(func(text string) error {
				if isAnyAge(text, nil) || text == a.inscription {
					return nil
				}
				return r.timed(a, text, r.Line())
			})
		default:
			return r.label(el, in, "an arcpath")
		}
	})
	if err != nil {
		return err
	}
	if len(path) > 2 && by == "" {
		a.via = path[1 : len(path)-1]
	}
	if by != "" { // both ends of a transport arc
		a.pair = fmt.Sprint("arc ", len(c.arcs))
		first, second := a, a
		first.target, second.source = by, by
		c.arcs = append(c.arcs, first, second)
		return nil
	}
	c.arcs = append(c.arcs, a)
	return nil
}

// timed refuses the interval of an arc, which is one of a colour or in a net that is read without time.
func (r *reader) timed(a flatArc, interval string, line int) error {
	return r.Errorf(line, "the arc from %s to %s has the interval %s; only nets without time are read, expected "+
		"[0,inf)",
		printable.Quote(a.source), printable.Quote(a.target), printable.Quote(interval))
}
