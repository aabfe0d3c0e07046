package pnml

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// readColoured reads a document that must be a coloured net.
func readColoured(t *testing.T, text string) *coloured.Net {
	t.Helper()
	pt, net, err := ReadAny(strings.NewReader(text), "x.pnml")
	if err != nil || pt != nil {
		t.Fatalf("place/transition net %v, error %v\n%s", pt, err, text)
	}
	return net
}

// Each term means what the standard says; declarations stand behind it.
func TestColouredTerms(t *testing.T) {
	block := "<partitionelementof refpartition='Parts'><subterm>" + variableTerm("vr") +
		"</subterm></partitionelementof>"
	ring := "<usersort declaration='Ring'/>"
	for _, c := range []struct{ sort, term, want string }{
		{"Ring", variableTerm("vr"), "r"},
		{"Ring", constantTerm("r1"), "2"},
		{"Colour", constantTerm("red"), "1"}, // the name 1 is also one of Ring
		{"Ring", constantTerm("low"), "1"},   // elements of a partition
		{"Ring", constantTerm("high"), "2 + 3"},
		{"Ring", of("numberof", numberTerm("2"), constantTerm("high")), "2'(2 + 3)"},
		{"Pair", of("tuple", constantTerm("high"), small("1")), "(2 + 3,1)"},
		{"Small", small("3"), "3"},
		{"Dot", "<dotconstant/>", "dot"},
		{"Ring", of("successor", of("predecessor", variableTerm("vr"))), "r--++"},
		{"Small", of("successor", variableTerm("vn")), "n++"},
		{"Ring", "<all>" + ring + "</all>", "all"},
		{"Ring", "<empty>" + ring + "</empty>", "empty"},
		{"Ring", of("add", variableTerm("vr")), "r"},
		{"Ring", of("add", variableTerm("vr"), constantTerm("r0"), variableTerm("vr")), "r + 1 + r"},
		{"Ring", of("subtract", "<all>"+ring+"</all>", variableTerm("vr"), constantTerm("r0")), "all - r - 1"},
		{"Ring", of("numberof", "<numberconstant value='0'/>", variableTerm("vr")), "0'r"},
		{"Ring", of("tuple", variableTerm("vr")), "r"},
		{"Pair", of("tuple", variableTerm("vr"), of("successor", variableTerm("vn"))), "(r,n++)"},
		{"Pair", of("tuple", "<all>"+ring+"</all>", of("add", small("1"), of("numberof", numberTerm("2"), small("2")))),
			"(all,1 + 2'2)"},
		{"Pair", of("tuple", of("tuple", variableTerm("vr")), of("numberof", numberTerm("1"), variableTerm("vn"))),
			"(r,n)"},
		{"Pair", "<all><productsort>" + ring + "<finiteintrange start='1' end='3'/></productsort></all>", "all"},
	} {
		net := readColoured(t, inscribed(c.sort, c.term))
		arc := net.Transitions[0].Pre[0]
		if got := notation.Term(net, arc.Term); got != c.want || net.Sorts[arc.Term.Sort].ID != c.sort {
			t.Errorf("%s\ngot  %s of %s\nwant %s of %s", c.term, got, net.Sorts[arc.Term.Sort].ID, c.want, c.sort)
		}
	}
	for _, c := range []struct{ condition, want string }{
		{of("equality", variableTerm("vr"), constantTerm("r1")), "r = 2"},
		{of("inequality", variableTerm("vr"), of("successor", constantTerm("r1"))), "r != 2++"},
		{of("lessthan", variableTerm("vc"), constantTerm("blue")), "c < 2"},
		{of("lessthanorequal", variableTerm("vn"), small("2")), "n <= 2"},
		{of("greaterthan", variableTerm("vn"), small("2")), "n > 2"},
		{of("greaterthanorequal", small("2"), variableTerm("vn")), "2 >= n"},
		{of("ltp", block, constantTerm("high")), "Parts(r) < high"},
		{of("gtp", constantTerm("high"), block), "high > Parts(r)"},
		{of("equality", block, constantTerm("low")), "Parts(r) = low"},
		{of("equality", of("tuple", variableTerm("vr"), small("1")),
			of("tuple", constantTerm("r1"), variableTerm("vn"))), "(r,1) = (2,n)"},
		{of("and", of("equality", variableTerm("vr"), variableTerm("vr"))), "r = r"},
		{of("or", of("not", of("equality", variableTerm("vr"), constantTerm("r0"))),
			of("equality", variableTerm("vn"), small("1")), "<booleanconstant value='true'/>"),
			"!(r = 1) | n = 1 | true"},
		{of("imply", "<booleanconstant value='true'/>", "<booleanconstant value='false'/>"), "true -> false"},
	} {
		net := readColoured(t, guarded(c.condition))
		if got := notation.Guard(net, net.Transitions[0].Guard); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.condition, got, c.want)
		}
	}
}

// Sorts and variables have the order of the file, but for those that another one needs before.
func TestColouredDeclarations(t *testing.T) {
	net := readColoured(t, colouredPage(""))
	var got []string
	for i, s := range net.Sorts {
		got = append(got, s.ID+" "+notation.SortDefinition(net, i))
	}
	for i, v := range net.Variables {
		got = append(got, net.VariableText(i)+" "+net.Sorts[v.Sort].ID)
	}
	want := []string{"Ring cyclic {1, 2, 3}", "Small 1..3", "Pair Ring × Small", "Dot dot", "Colour {1, 2}",
		"Parts {low, high} of Ring", "c Colour", "r Ring", "n Small"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if s := net.Sorts[0]; s.Constants[0].ID != "r0" || net.Sorts[5].Constants[1].Members[0] != 1 {
		t.Errorf("sorts %+v", net.Sorts)
	}
	// a sort with two names, and the text that files of the contest have in a namedsort
	named := readColoured(t, declaring("<namedsort id='a'><usersort declaration='b'/></namedsort><namedsort "+
		"id='b'>$<dot/>$</namedsort>"+
		"<variabledecl id='v'><usersort declaration='a'/></variabledecl>"))
	if len(named.Sorts) != 1 || named.Variables[0].Sort != 0 {
		t.Errorf("a sort with two names: %+v", named.Sorts)
	}
}

// Pages, references, aliases and what is for people are as those of place/transition nets.
func TestColouredStructure(t *testing.T) {
	arc := func(id, source, target, term string) string {
		return "<arc id='" + id + "' source='" + source + "' target='" + target +
			"'><graphics/><hlinscription><text>x</text><graphics/><structure>" + term +
			"</structure></hlinscription></arc>"
	}
	net := readColoured(t, symmetricStart+"<name><text>people</text></name><page id='one'>"+
		arc("a", "r", "s", variableTerm("vr"))+arc("b", "s", "p", variableTerm("vr"))+
		"<referencePlace id='r' ref='p'/><referenceTransition id='s' "+
		"ref='t'><name><text>s</text></name></referenceTransition></page>"+
		"<page id='two'><place id='p'><name><graphics/><text> the place </text></name><graphics/>"+typed("Ring")+
		"<hlinitialMarking><text>1</text><toolspecific tool='x' version='1'/><structure>"+constantTerm("r0")+
		"</structure></hlinitialMarking></place>"+
		"<place id='q'><type><structure><dot/></structure></type></place>"+
		"<page id='three'><transition id='t'><name><text>t</text></name><toolspecific tool='nupn' "+
		"version='1'><structure/></toolspecific></transition>"+
		arc("c", "p", "t", constantTerm("r1"))+"<arc id='d' source='t' target='q' type='normal'>"+dots+
		"</arc></page></page>"+sampleDeclarations+"</net></pnml>")
	tr := net.Transitions[0]
	var got []string
	for _, a := range slices.Concat(tr.Pre, tr.Post) {
		got = append(got, net.Places[a.Place].Name+" "+notation.Term(net, a.Term))
	}
	if want := []string{"p r + 2", "p r", "q dot"}; !slices.Equal(got, want) {
		t.Errorf("arcs %q, want %q", got, want)
	}
	if p, ok := net.PlaceIndex("the place"); !ok || p != 0 || net.Places[1].Initial != nil ||
		net.PlaceText(0, 2) != `"the place"(3)` || tr.Alias != "" {
		t.Errorf("places %+v, transition %+v", net.Places, tr)
	}
	if notation.Term(net, net.Places[0].Initial) != "1" || net.Sorts[net.Places[1].Sort].ID != "Dot" {
		t.Errorf("places %+v", net.Places)
	}
}

// An inhibitor arc has a term; or a number of tokens of all colours together, as in TAPAAL's files, which is 1 or that
// of a place with one colour.
func TestColouredInhibitors(t *testing.T) {
	twice := of("numberof", numberTerm("2"), variableTerm("vr"))
	term := "<hlinscription><structure>" + twice + "</structure></hlinscription>"
	for _, c := range []struct{ sort, arc, want string }{
		{"Ring", "<type value='inhibitor'/>" + term, "2'r"},
		{"Ring", "<type><text>inhibitor</text></type><inscription><text>1</text></inscription>", "all"},
		{"Ring", "<arctype><text>inhibitor</text></arctype>", "all"},
		{"Dot", two + "<type value='inhibitor'/>", "2'all"},
	} {
		place := "<place id='p'>" + typed(c.sort) + "</place>"
		arc := "<arc id='a' source='p' target='t'>" + c.arc + "</arc>"
		net := readColoured(t, colouredPage(place+"<transition id='t'/>"+arc))
		tr := net.Transitions[0]
		if len(tr.Inhibit) != 1 || tr.ArcCount() != 1 || notation.Term(net, tr.Inhibit[0].Term) != c.want {
			t.Errorf("%s: %+v, want %s", c.arc, tr, c.want)
		}
	}
}

// Each time that an element of a partition is named it is one of each of its constants, up to a limit.
func TestColouredPartitionLimit(t *testing.T) {
	const members, times = 1 << 10, 1<<10 + 1
	var decls strings.Builder
	decls.WriteString("<namedsort id='x'><finiteintrange start='1' end='1024'/></namedsort><partition " +
		"id='q'><usersort declaration='x'/><partitionelement id='e'>")
	for i := range members {
		decls.WriteString("<finiteintrangeconstant value='" + strconv.Itoa(i+1) +
			"'><usersort declaration='x'/></finiteintrangeconstant>")
	}
	decls.WriteString("</partitionelement></partition>")
	read := func(times int) error {
		text := symmetricStart + "<place id='p'><type><structure><usersort " +
			"declaration='x'/></structure></type><hlinitialMarking><structure>" +
			of("add", slices.Repeat([]string{constantTerm("e")}, times)...) +
			"</structure></hlinitialMarking></place>" +
			"<declaration><structure><declarations>" + decls.String() +
			"</declarations></structure></declaration></net></pnml>"
		_, _, err := ReadAny(strings.NewReader(text), "x.pnml")
		return err
	}
	if err := read(3); err != nil {
		t.Error(err)
	}
	want := "x.pnml:2: the elements of partitions stand for more than 1048576 constants; expected fewer"
	if err := read(times); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}
