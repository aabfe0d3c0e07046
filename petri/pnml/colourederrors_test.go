package pnml

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"brim/malformed"
	"brim/petri/coloured/notation"
)

const symmetricStart = "<pnml><net id='n' type='http://www.pnml.org/version-2009/grammar/symmetricnet'>\n"

// declaring is a document whose declarations are from line 3 on.
func declaring(text string) string {
	return symmetricStart + "<declaration><structure><declarations>\n" + text +
		"</declarations></structure></declaration></net></pnml>"
}

// The sorts and variables of documents of terms.
const sampleDeclarations = `<declaration><structure><declarations><namedsort id='Pair' name='Pair'><productsort><usersort declaration='Ring'/>` +
	`<usersort declaration='Small'/></productsort></namedsort><namedsort id='Dot' name='dot'><dot/></namedsort>` +
	`<namedsort id='Colour' name='Colour'><finiteenumeration><feconstant id='red' name='1'/><feconstant id='blue' name='2'/></finiteenumeration></namedsort>` +
	`<namedsort id='Ring' name='Ring'><cyclicenumeration><feconstant id='r0' name='1'/><feconstant id='r1' name='2'/><feconstant id='r2' name='3'/></cyclicenumeration></namedsort>` +
	`<namedsort id='Small' name='Small'><finiteintrange start='1' end='3'/></namedsort>` +
	`<partition id='Parts' name='Parts'><usersort declaration='Ring'/><partitionelement id='low' name='low'><useroperator declaration='r0'/></partitionelement>` +
	`<partitionelement id='high' name='high'><useroperator declaration='r2'/><useroperator declaration='r1'/></partitionelement></partition>` +
	`<variabledecl id='vc' name='c'><usersort declaration='Colour'/></variabledecl><variabledecl id='vr' name='r'><usersort declaration='Ring'/></variabledecl>` +
	`<variabledecl id='vn' name='n'><usersort declaration='Small'/></variabledecl></declarations></structure></declaration>`

// colouredPage is a document whose page is from line 2 on, with the declarations behind it.
func colouredPage(text string) string {
	return symmetricStart + "<page id='page'>" + text + "</page>" + sampleDeclarations + "</net></pnml>"
}

func typed(sort string) string {
	return "<type><text>x</text><structure><usersort declaration='" + sort + "'/></structure></type>"
}

// inscribed is a document with an arc from a place of a sort, whose term is in line 4.
func inscribed(sort, term string) string {
	return colouredPage("<place id='p'>" + typed(sort) +
		"</place><transition id='t'/>\n<arc id='a' source='p' target='t'><hlinscription><structure>\n" +
		term + "</structure></hlinscription></arc>")
}

// marked is a document with a place of a sort, whose initial marking is in line 3.
func marked(sort, term string) string {
	return colouredPage("<place id='p'>" + typed(sort) + "<hlinitialMarking><structure>\n" + term +
		"</structure></hlinitialMarking></place>")
}

// guarded is a document with a transition whose condition is in line 3.
func guarded(condition string) string {
	return colouredPage("<transition id='t'><condition><structure>\n" + condition +
		"</structure></condition></transition>")
}

// of writes an element with subterms.
func of(element string, subterms ...string) string {
	var b strings.Builder
	for _, s := range subterms {
		b.WriteString("<subterm>" + s + "</subterm>")
	}
	return "<" + element + ">" + b.String() + "</" + element + ">"
}

func variableTerm(id string) string { return "<variable refvariable='" + id + "'/>" }
func constantTerm(id string) string { return "<useroperator declaration='" + id + "'/>" }
func numberTerm(n string) string {
	return "<numberconstant value='" + n + "'><positive/></numberconstant>"
}
func small(n string) string {
	return "<finiteintrangeconstant value='" + n + "'><finiteintrange start='1' end='3'/></finiteintrangeconstant>"
}

const (
	expectedTerm = "expected a term, one of add, all, dotconstant, empty, finiteintrangeconstant, numberof, " +
		"partitionelementof, predecessor, subtract, successor, tuple, useroperator, variable"
	expectedCondition = "expected a condition, one of and, booleanconstant, equality, greaterthan, " +
		"greaterthanorequal, gtp, imply, inequality, lessthan, lessthanorequal, ltp, not, or"
	expectedSort = "expected a sort, one of cyclicenumeration, dot, finiteenumeration, finiteintrange, productsort, " +
		"usersort"
)

// colouredErrors are documents with one fault each; the message must name its line and what was expected.
func colouredErrors() []struct{ text, want string } {
	return []struct{ text, want string }{
		// types of nets
		{"<pnml><net id='n' type='http://x/colourednet'/></pnml>",
			`1: net type "http://x/colourednet" is not supported; expected a place/transition net (type …/ptnet) or a coloured one (type …/symmetricnet)`},
		{doc("<place id='p'/><declaration/>"),
			`4: <declaration> in the net is of coloured nets; expected none, or a net of the type …/symmetricnet`},
		{doc("<transition id='t'><condition/></transition>"),
			`4: <condition> in transition "t" is of coloured nets; expected none, or a net of the type …/symmetricnet`},

		// declarations
		{symmetricStart + "<declaration><text>Class C is [a,b]</text></declaration></net></pnml>",
			`2: the declaration has no <structure>; expected declarations in one, since a <text> is for people`},
		{symmetricStart + "<declaration><structure><sorts/></structure></declaration></net></pnml>",
			`2: found <sorts> in the declaration; expected <declarations>`},
		{symmetricStart + "<declaration><structures/></declaration></net></pnml>",
			`2: <structures> in the net is not understood; expected a structure`},
		{declaring("<nammedsort/>"),
			`3: found <nammedsort> in the declarations; expected namedsort, partition or variabledecl; did you mean "namedsort"?`},
		{declaring("<arbitrarysort id='x' name='x'/>"),
			`3: found <arbitrarysort> in the declarations; expected namedsort, partition or variabledecl`},
		{declaring("<namedoperator/>"),
			`3: found <namedoperator> in the declarations; expected namedsort, partition or variabledecl`},
		{declaring("<namedsort name='x'><dot/></namedsort>"), `3: <namedsort> has no id; expected one`},
		{declaring("<namedsort id='x' value='1'><dot/></namedsort>"),
			`3: the attribute value of <namedsort> is not understood; expected id, name`},
		{declaring("<namedsort id='x' name='x'/>"), `3: <namedsort> "x" has no sort; expected one`},
		{declaring("<namedsort id='x'><dot/>\n<dot/></namedsort>"),
			`4: <namedsort> "x" has a second sort, <dot>; expected one`},
		{declaring("<namedsort id='x'><dot/></namedsort>\n<namedsort id='x'><dot/></namedsort>"),
			`4: the id "x" is taken by the sort in line 3; expected another id`},
		{declaring("<namedsort id='x'><dot/></namedsort>\n<partition id='x'><dot/></partition>"),
			`4: the id "x" is taken by the sort in line 3; expected another id`},
		{declaring("<variabledecl id='x'><dot/></variabledecl>\n<variabledecl id='x'><dot/></variabledecl>"),
			`4: the id "x" is taken by the variable in line 3; expected another id`},
		{declaring("<variabledecl id='x' name='x'/>"), `3: <variabledecl> "x" has no sort; expected one`},
		{declaring("<variabledecl id='x' name='x'>\n<usersort declaration='y'/></variabledecl>"),
			`4: <usersort>: there is no sort "y"; expected the id of one`},
		{declaring("<variabledecl id='x' name='x'>\n<cyclicenumeration><feconstant " +
			"id='a'/></cyclicenumeration></variabledecl>"),
			`4: found <cyclicenumeration> without a name; expected <usersort> and a <namedsort> in the declarations`},

		// sorts
		{declaring("<namedsort id='x'>\n<integer/></namedsort>"), `4: found <integer> in the declaration of "x"; ` +
			expectedSort},
		{declaring("<namedsort id='x'>\n<multisetsort><dot/></multisetsort></namedsort>"),
			`4: found <multisetsort> in the declaration of "x"; ` + expectedSort},
		{declaring("<namedsort id='x'>\n<usersort/></namedsort>"), `4: <usersort> has no declaration; expected one`},
		{declaring("<namedsort id='Person'><dot/></namedsort><namedsort id='x'>\n<usersort " +
			"declaration='Persons'/></namedsort>"),
			`4: <usersort>: there is no sort "Persons"; expected the id of one; did you mean "Person"?`},
		{declaring("<namedsort id='x'><usersort declaration='y'/></namedsort>\n<namedsort " +
			"id='y'><productsort><usersort declaration='x'/><dot/></productsort></namedsort>"),
			`3: the sort "x" is made of itself; expected one made of others`},
		{declaring("<namedsort id='x'><usersort declaration='x'/></namedsort>"),
			`3: the sort "x" is made of itself; expected one made of others`},
		{declaring(chain(2000)), `1004: the sort "s1001" is nested in 1000 sorts; expected fewer`},
		{declaring("<namedsort id='x'><finiteenumeration/></namedsort>"),
			`3: enumeration "x" has no constants; expected one at least`},
		{declaring("<namedsort id='x'>\n<cyclicenumeration></cyclicenumeration></namedsort>"),
			`4: enumeration "x" has no constants; expected one at least`},
		{declaring("<namedsort id='x'><finiteenumeration>\n<feconstant name='a'/></finiteenumeration></namedsort>"),
			`4: <feconstant> has no id; expected one`},
		{declaring("<namedsort id='x'><finiteenumeration>\n<feconstant id='' " +
			"name='a'/></finiteenumeration></namedsort>"), `4: <feconstant> has no id; expected one`},
		{declaring("<namedsort id='x'><finiteenumeration>\n<dot/></finiteenumeration></namedsort>"),
			`4: found <dot> in the declaration of "x"; expected a constant, one of feconstant`},
		{declaring("<namedsort id='x'><cyclicenumeration><feconstant " +
			"id='a'/></cyclicenumeration></namedsort>\n<namedsort id='y'><finiteenumeration><feconstant " +
			"id='a'/></finiteenumeration></namedsort>"),
			`4: the id "a" is taken by the constant in line 3; expected another id`},
		{declaring("<namedsort id='x'><cyclicenumeration><feconstant id='a'/>\n<feconstant " +
			"id='a'/></cyclicenumeration></namedsort>"),
			`4: the id "a" is taken by the constant in line 3; expected another id`},
		{declaring("<namedsort id='x'>\n<finiteintrange start='3' end='1'/></namedsort>"),
			`4: range "x" goes from 3 to 1; expected a start that is not above the end`},
		{declaring("<namedsort id='x'>\n<finiteintrange start='0' end='9223372036854775808'/></namedsort>"),
			`4: the end of <finiteintrange> is "9223372036854775808"; expected an integer from −2^63 to 2^63−1`},
		{declaring("<namedsort id='x'>\n<finiteintrange start='one' end='2'/></namedsort>"),
			`4: the start of <finiteintrange> is "one"; expected an integer from −2^63 to 2^63−1`},
		{declaring("<namedsort id='x'>\n<finiteintrange start='-9223372036854775808' " +
			"end='9223372036854775807'/></namedsort>"),
			`4: range "x" from -9223372036854775808 to 9223372036854775807 has more than 2^62 integers; expected fewer`},
		{declaring("<namedsort id='x'>\n<finiteintrange start='0'/></namedsort>"),
			`4: <finiteintrange> has no end; expected one`},
		{declaring("<namedsort id='x'>\n<productsort><dot/></productsort></namedsort>"),
			`4: product "x" has one part; expected two at least`},
		{declaring("<namedsort id='x'>\n<productsort/></namedsort>"),
			`4: product "x" has no parts; expected two at least`},
		{declaring("<namedsort id='big'><finiteintrange start='1' end='4611686018427387904'/></namedsort><namedsort " +
			"id='x'>\n<productsort><usersort declaration='big'/><usersort " +
			"declaration='big'/></productsort></namedsort>"),
			`4: product "x" has more than 2^62 colours; expected fewer`},
		{declaring("<namedsort id='x'>\n<productsort>" + strings.Repeat("<dot/>", 1001) + "</productsort></namedsort>"),
			`4: product "x" has more than 1000 components, those of components counted; expected fewer`},

		// partitions
		{dividing("<partitionelement id='e'>\n<useroperator declaration='a'/></partitionelement>"),
			`3: partition "q": no element has b; expected each constant of sort "x" in one`},
		{dividing("<partitionelement id='e'><useroperator declaration='a'/><useroperator " +
			"declaration='b'/></partitionelement><partitionelement id='f'><useroperator " +
			"declaration='a'/></partitionelement>"),
			`3: partition "q": a is in the element "e" and in "f"; expected it in one`},
		{dividing("<partitionelement id='e'/>"),
			`3: partition "q": the element "e" has no constants; expected one at least`},
		{dividing(""), `3: partition "q" has no elements; expected one at least`},
		{dividing("<partitionelement/>"), `3: <partitionelement> has no id; expected one`},
		{dividing("<partitionelement id='e'>\n<useroperator declaration='u'/></partitionelement>"),
			`4: element "e" of partition "q": found <useroperator> "u"; expected constants of the sort that is divided`},
		{dividing("<partitionelement id='e'>\n<useroperator declaration='later'/></partitionelement>"),
			`4: element "e" of partition "q": found <useroperator> "later"; expected constants of the sort that is divided`},
		{dividing("<partitionelement id='e'>\n<useroperator declaration='e'/></partitionelement>"),
			`4: element "e" of partition "q": found <useroperator> "e"; expected constants of the sort that is divided`},
		{dividing("<partitionelement id='e'>\n<useroperator declaration='c'/></partitionelement>"),
			`4: <useroperator>: there is no constant "c"; expected the id of one`},
		{dividing("<partitionelement id='e'>\n<all><usersort declaration='x'/></all></partitionelement>"),
			`4: element "e" of partition "q": found <all>; expected constants of the sort that is divided`},
		{dividing("<partitionelement id='e'/>\n<partitionelement id='e'/>"),
			`4: the id "e" is taken by the constant in line 3; expected another id`},
		{dividing("<partitionelement id='a'/>"),
			`3: the id "a" is taken by the constant in line 3; expected another id`},
		{dividing("<partitionelement id='e' size='1'/>"),
			`3: the attribute size of <partitionelement> is not understood; expected id, name`},
		{declaring("<partition id='q'/>"), `3: <partition> "q" has no sort; expected one`},
		{colouredPage("<place id='p'>\n" + typed("Parts") + "</place>"),
			`3: place "p": sort "Parts" is a partition, whose elements have no tokens of their own; expected another sort`},

		// places
		{colouredPage("<place id='p'/>"), `2: place "p" has no type; expected one, the sort of its tokens`},
		{colouredPage("<place id='p'><type><text>Ring</text></type></place>"),
			`2: the type of place "p" has no <structure>; expected a sort in one, since a <text> is for people`},
		{colouredPage("<place id='p'><type>\n<structure/></type></place>"),
			`2: the <structure> of the type of place "p" is empty; expected a sort`},
		{colouredPage("<place id='p'><type><structure><dot/></structure><structure/></type></place>"),
			`2: the type of place "p" has 2 <structure>; expected one`},
		{colouredPage("<place id='p'><type><structure><dot/>\n<dot/></structure></type></place>"),
			`3: the type of place "p" has a second child of <structure>, <dot>; expected one`},
		{colouredPage("<place id='p'>" + typed("Dot") + "\n" + typed("Dot") + "</place>"),
			`3: place "p" has a second type; expected one`},
		{colouredPage("<place id='p'>\n" + typed("Rings") + "</place>"),
			`3: <usersort>: there is no sort "Rings"; expected the id of one; did you mean "Ring"?`},
		{colouredPage("<place id='p'>" + typed("Dot") + "\n<initialMarking><text>1</text></initialMarking></place>"),
			`3: <initialMarking> in place "p" is not understood; expected a type or an hlinitialMarking`},
		{colouredPage("<place id='p'>" + typed("Dot") + "\n<capacity/></place>"),
			`3: capacities are not supported; expected no <capacity> in place "p"`},
		{colouredPage("<place id='p'>" + typed("Dot") +
			"\n<hlinitialMarking><text>2'dot</text></hlinitialMarking></place>"),
			`3: the hlinitialMarking of place "p" has no <structure>; expected a term in one, since a <text> is for people`},
		{colouredPage("<place id='p'>" + typed("Dot") + "</place>\n<transition id='p'/>"),
			`3: the id "p" is taken by the place in line 2; expected another id`},
		{colouredPage("<place id='p'><condition/></place>"),
			`2: <condition> in place "p" is not understood; expected a type or an hlinitialMarking`},
		{marked("Ring", variableTerm("vr")),
			`3: place "p": found the variable "vr"; expected an initial marking without variables`},
		{marked("Ring", of("subtract", constantTerm("r1"), "\n"+constantTerm("r2"))),
			`3: place "p": 3 is subtracted 1 times more than it is there; expected a marking that is not negative`},
		{marked("Ring", constantTerm("r1")+"<x/>"),
			`3: the hlinitialMarking of place "p" has a second child of <structure>, <x>; expected one`},

		// terms
		{inscribed("Ring", "<cardinality/>"), `4: found <cardinality> in arc "a"; ` + expectedTerm},
		{inscribed("Ring", "<scalarproduct/>"), `4: found <scalarproduct> in arc "a"; ` + expectedTerm},
		{inscribed("Ring", "<sucessor/>"), `4: found <sucessor> in arc "a"; ` + expectedTerm +
			`; did you mean "successor"?`},
		{inscribed("Ring", of("equality", variableTerm("vr"), variableTerm("vr"))),
			`4: found <equality> in arc "a"; ` + expectedTerm},
		{inscribed("Ring", "<variable/>"), `4: <variable> has no refvariable; expected one`},
		{inscribed("Ring", "<variable refvariable='vr' value='1'/>"),
			`4: the attribute value of <variable> is not understood; expected refvariable`},
		{inscribed("Ring", variableTerm("v")),
			`4: <variable>: there is no variable "v"; expected the id of one; did you mean "vc"?`},
		{inscribed("Ring", variableTerm("vc")),
			`4: transition "t", place "p": the variable "vc" is of sort "Colour"; expected sort "Ring"`},
		{inscribed("Ring", constantTerm("1")),
			`4: <useroperator>: there is no constant "1"; expected the id of one; did you mean "r1"?`},
		{inscribed("Ring", constantTerm("red")),
			`4: transition "t", place "p": the colour 1 is of sort "Colour"; expected sort "Ring"`},
		{inscribed("Ring", "<dotconstant/>"),
			`4: transition "t", place "p": the colour dot is of sort "Dot"; expected sort "Ring"`},
		{inscribed("Dot", "<dotconstant>\n<x/></dotconstant>"), `5: found <x> inside <dotconstant>; expected nothing`},
		{inscribed("Small", small("4")),
			`4: the value of <finiteintrangeconstant> is 4; expected an integer from 1 to 3`},
		{inscribed("Small", small("x")),
			`4: the value of <finiteintrangeconstant> is "x"; expected an integer from −2^63 to 2^63−1`},
		{inscribed("Small", "<finiteintrangeconstant value='1'/>"),
			`4: <finiteintrangeconstant> has 0 children; expected one`},
		{inscribed("Small", "<finiteintrangeconstant value='1'><dot/></finiteintrangeconstant>"),
			`4: the value of <finiteintrangeconstant> is 1; expected a range of integers as its sort`},
		{inscribed("Small", "<finiteintrangeconstant value='1'><finiteintrange start='1' "+
			"end='4'/></finiteintrangeconstant>"),
			`4: transition "t", place "p": the colour 1 is of sort 1..4; expected sort "Small"`},
		{inscribed("Colour", of("successor", "\n"+variableTerm("vc"))),
			`4: transition "t", place "p": sort "Colour" has no successor; expected a cyclic enumeration or a range of integers`},
		{inscribed("Colour", of("predecessor", "\n"+constantTerm("red"))),
			`4: transition "t", place "p": sort "Colour" has no predecessor; expected a cyclic enumeration or a range of integers`},
		{inscribed("Ring", of("successor")), `4: <successor> has 0 subterms; expected one`},
		{inscribed("Ring", of("successor", "\n<all><usersort declaration='Ring'/></all>")),
			`5: transition "t", place "p": found a term (all); expected one colour`},
		{inscribed("Pair", of("tuple", variableTerm("vr"))),
			`4: transition "t", place "p": the variable "vr" is of sort "Ring"; expected sort "Pair"`},
		{inscribed("Pair", of("tuple", variableTerm("vr"), variableTerm("vn"), variableTerm("vn"))),
			`4: transition "t", place "p": found a tuple of 3 terms; expected 2 for sort "Pair"`},
		{inscribed("Pair", of("tuple", variableTerm("vn"), "\n"+variableTerm("vr"))),
			`4: transition "t", place "p": the variable "vn" is of sort "Small"; expected sort "Ring"`},
		{inscribed("Pair", of("tuple")), `4: <tuple> has 0 subterms; expected one at least`},
		{inscribed("Ring", of("tuple", variableTerm("vr"), variableTerm("vr"))),
			`4: transition "t", place "p": found a tuple of 2 terms; expected one term of sort "Ring"`},
		{inscribed("Ring", of("add")), `4: <add> has 0 subterms; expected one at least`},
		{inscribed("Ring", of("add", variableTerm("vr"), "\n"+variableTerm("vn"))),
			`5: transition "t", place "p": the variable "vn" is of sort "Small"; expected sort "Ring"`},
		{inscribed("Ring", "<add>"+variableTerm("vr")+"</add>"),
			`4: found <variable> inside <add>; expected <subterm>`},
		{inscribed("Ring", of("add", variableTerm("vr")+variableTerm("vr"))),
			`4: <subterm> inside <add> has 2 children; expected one`},
		{inscribed("Ring", of("add", "")), `4: <subterm> inside <add> has 0 children; expected one`},
		{inscribed("Ring", "<all/>"), `4: <all> has 0 children; expected one`},
		{inscribed("Ring", "<all>\n<usersort declaration='Colour'/></all>"),
			`4: transition "t", place "p": a term (all) is of sort "Colour"; expected sort "Ring"`},
		{inscribed("Ring", "<all>\n<usersort declaration='red'/></all>"),
			`5: <usersort>: there is no sort "red"; expected the id of one`},
		{inscribed("Ring", "<empty><usersort declaration='Colour'/></empty>"),
			`4: transition "t", place "p": a term (sum) is of sort "Colour"; expected sort "Ring"`},
		{inscribed("Ring", of("numberof", numberTerm("-1"), variableTerm("vr"))),
			`4: the value of <numberconstant> is "-1"; expected an integer from 0 to 2^63−1`},
		{inscribed("Ring", of("numberof", numberTerm("9223372036854775808"), variableTerm("vr"))),
			`4: the value of <numberconstant> is "9223372036854775808"; expected an integer from 0 to 2^63−1`},
		{inscribed("Ring", of("numberof", variableTerm("vr"))), `4: <numberof> has 1 subterm; expected two`},
		{inscribed("Ring", of("numberof", variableTerm("vr"), numberTerm("2"))),
			`4: found <variable> as the number of <numberof>; expected <numberconstant>`},
		{inscribed("Ring", of("numberof", numberTerm("2"), "\n"+numberTerm("2"))),
			`5: found <numberconstant>; expected a term of colours, or the first one of <numberof>`},
		{inscribed("Ring", of("numberof", "<numberconstant value='1'><real/></numberconstant>", variableTerm("vr"))),
			`4: found <real> in arc "a"; expected the sort of a number, one of integer, natural, positive`},
		{inscribed("Ring", of("numberof", numberTerm("9223372036854775807"),
			of("numberof", numberTerm("2"), variableTerm("vr")))),
			`4: transition "t", place "p": the term has more than 2^63−1 tokens; expected fewer`},
		{inscribed("Ring", strings.Repeat("<add><subterm>", 600)),
			`4: <add> is nested in 1000 elements; expected fewer`},
		{inscribed("Ring", of("partitionelementof", variableTerm("vr"))),
			`4: <partitionelementof> has no refpartition; expected one`},
		{inscribed("Ring", "<partitionelementof refpartition='Ring'><subterm>"+variableTerm("vr")+
			"</subterm></partitionelementof>"),
			`4: <partitionelementof>: there is no partition "Ring"; expected the id of one`},
		{inscribed("Ring", "<partitionelementof refpartition='Parts'><subterm>"+variableTerm("vr")+
			"</subterm></partitionelementof>"),
			`4: transition "t", place "p": the element of a partition is of sort "Parts"; expected sort "Ring"`},
		{inscribed("Small", constantTerm("low")),
			`4: transition "t", place "p": the colour 1 is of sort "Ring"; expected sort "Small"`},

		// conditions
		{guarded("<variable refvariable='vr'/>"), `3: found <variable> in transition "t"; ` + expectedCondition},
		{guarded(of("equality", variableTerm("vr"), "\n"+variableTerm("vc"))),
			`4: transition "t": the variable "vc" is of sort "Colour"; expected sort "Ring"`},
		{guarded(of("lessthan", variableTerm("vn"), "\n"+constantTerm("r0"))),
			`4: transition "t": the colour 1 is of sort "Ring"; expected sort "Small"`},
		{guarded(of("equality", variableTerm("vr"))), `3: <equality> has 1 subterm; expected two`},
		{guarded(of("not", of("booleanconstant"))), `3: <booleanconstant> has no value; expected one`},
		{guarded("<booleanconstant value='yes'/>"),
			`3: the value of <booleanconstant> is "yes"; expected true or false`},
		{guarded(of("and")), `3: <and> has 0 subterms; expected one at least`},
		{guarded(of("imply", of("booleanconstant"))), `3: <booleanconstant> has no value; expected one`},
		{guarded(of("imply", "<booleanconstant value='true'/>")), `3: <imply> has 1 subterm; expected two`},
		{guarded(of("equality", variableTerm("vr"), "\n<all><usersort declaration='Ring'/></all>")),
			`4: transition "t": found a term (all); expected one colour`},
		{guarded("\n" + of("lessthan", of("tuple", variableTerm("vr"), variableTerm("vn")),
			of("tuple", variableTerm("vr"), variableTerm("vn")))),
			`4: transition "t": sort "Pair" has no order; expected sides of an enumeration or a range`},
		{guarded(of("gtp", "<partitionelementof refpartition='Parts'><subterm>"+variableTerm("vr")+
			"</subterm></partitionelementof>", "\n"+constantTerm("r0"))),
			`4: transition "t": the colour 1 is of sort "Ring"; expected sort "Parts"`},
		{guarded(of("equality", numberTerm("1"), numberTerm("1"))),
			`3: found <numberconstant>; expected a term of colours, or the first one of <numberof>`},
		{guarded(of("contains", variableTerm("vr"), variableTerm("vr"))),
			`3: found <contains> in transition "t"; ` + expectedCondition},
		{colouredPage("<transition id='t'><condition><text>x = y</text></condition></transition>"),
			`2: the condition of transition "t" has no <structure>; expected a condition in one, since a <text> is for people`},
		{colouredPage("<transition id='t'><condition><structure><booleanconstant " +
			"value='true'/></structure></condition>\n<condition/></transition>"),
			`3: transition "t" has a second condition; expected one`},
		{colouredPage("<transition id='t'><hlinscription/></transition>"),
			`2: <hlinscription> in transition "t" is not understood; expected a name or a condition`},

		// arcs
		{joined("<arc id='a' source='p' target='t'/>"), `3: arc "a" has no hlinscription; expected one`},
		{joined("<arc id='a' source='p' target='t'><hlinscription><text>1'dot</text></hlinscription></arc>"),
			`3: the hlinscription of arc "a" has no <structure>; expected a term in one, since a <text> is for people`},
		{joined("<arc id='a' source='p' target='t'><inscription><text>1</text></inscription></arc>"),
			`3: arc "a" has an inscription; expected an hlinscription only`},
		{joined("<arc id='a' source='p' target='t' type='inhibitor'>" + two + dots + "</arc>"),
			`3: arc "a" has an inscription; expected an hlinscription only`},
		{joined("<arc id='a' source='p' target='t' type='inhibitor'>" + two + two + "</arc>"),
			`3: <inscription> in arc "a" is not understood; expected an hlinscription`},
		{joined("<arc id='a' source='t' target='p' type='inhibitor'>" + dots + "</arc>"),
			`3: inhibitor arc "a" goes from transition "t" to place "p"; expected the place as source`},
		{joined("<arc id='a' source='p' target='t' type='reset'/>"),
			`3: arc "a": reset arcs are not supported in coloured nets; expected a normal one or an inhibitor arc`},
		{colouredPage("<place id='p'>" + typed("Ring") + "</place><transition id='t'/>\n" +
			"<arc id='a' source='p' target='t' type='inhibitor'>" + two + "</arc>"),
			`3: inhibitor arc "a" has the inscription 2 in a place of 3 colours; expected 1, or an hlinscription`},
		{joined("<arc id='a' source='p' target='t'><type value='read'/>" + dots + "</arc>"),
			`3: arc "a": read arcs are not supported in coloured nets; expected a normal one or an inhibitor arc`},
		{joined("<arc id='a' source='p' target='t'>" + dots + "\n" + dots + "</arc>"),
			`4: arc "a" has a second hlinscription; expected one`},
		{joined("<arc id='a' source='p' target='u'>" + dots + "</arc>"),
			`3: arc "a": no node has the id "u"; expected a place or transition as target`},
		{joined("<arc id='a' source='t' target='t'>" + dots + "</arc>"),
			`3: arc "a" goes from transition "t" to transition "t"; expected a place at one end and a transition at the other`},
		{joined("<arc id='a' source='t'>" + dots + "</arc>"), `3: arc "a" lacks an end; expected source and target`},
		{joined(strings.Repeat("<arc source='p' target='t'><hlinscription><structure>\n"+
			of("numberof", numberTerm("9223372036854775807"), "<dotconstant/>")+"</structure></hlinscription></arc>",
			2)), `5: transition "t", place "p": the term has more than 2^63−1 tokens; expected fewer`},
		{colouredPage("<referencePlace id='r' ref='q'/>"),
			`2: reference "r": there is no place "q"; expected the id of one`},
	}
}

const two = "<inscription><text>2</text></inscription>"

const dots = "<hlinscription><structure><dotconstant/></structure></hlinscription>"

// joined is a document with the place p of dots and the transition t, and arcs from line 3 on.
func joined(arcs string) string {
	return colouredPage("<place id='p'>" + typed("Dot") + "</place><transition id='t'/>\n" + arcs)
}

// dividing is a document with the partition q in line 3 of the sort x of the constants a and b; u is another constant,
// later one of a sort that is defined behind q.
func dividing(elements string) string {
	enumeration := func(sort string, constants ...string) string {
		list := ""
		for _, c := range constants {
			list += "<feconstant id='" + c + "'/>"
		}
		return "<namedsort id='" + sort + "'><finiteenumeration>" + list + "</finiteenumeration></namedsort>"
	}
	return declaring(enumeration("x", "a", "b") + enumeration("y", "u") +
		"<partition id='q'><usersort declaration='x'/>" + elements + "</partition>" + enumeration("z", "later"))
}

// chain declares sorts, each of which is the next one, from line 3 on.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<namedsort id='s%d'><usersort declaration='s%d'/></namedsort>\n", i, i+1)
	}
	return b.String()
}

func TestColouredErrors(t *testing.T) {
	for _, c := range colouredErrors() {
		pt, net, err := ReadAny(strings.NewReader(c.text), "x.pnml")
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || pt != nil || net != nil || err.Error() != "x.pnml:"+c.want {
			text := strings.TrimSuffix(strings.TrimPrefix(c.text, symmetricStart), sampleDeclarations+"</net></pnml>")
			t.Errorf("%.300s\ngot  %v\nwant x.pnml:%s", text, err, c.want)
		}
	}
}

// Where a place/transition net is wanted a coloured one is refused, and the other way round nothing changes.
func TestReadAnyKinds(t *testing.T) {
	text := marked("Ring", constantTerm("r0"))
	if _, err := Read(strings.NewReader(text), "x.pnml"); err == nil ||
		!strings.Contains(err.Error(), "x.pnml:1: coloured nets are not supported") {
		t.Errorf("error %v", err)
	}
	for _, kind := range []string{"highlevelnet", "pt-hlpng", "symmetricnet.pntd"} {
		other := strings.Replace(text, "symmetricnet", kind, 1)
		if _, net, err := ReadAny(strings.NewReader(other), "x.pnml"); err != nil ||
			notation.Term(net, net.Places[0].Initial) != "1" {
			t.Errorf("%s: net %v, error %v", kind, net, err)
		}
	}
	text = marking("<text>3</text>")
	pt, net, err := ReadAny(strings.NewReader(text), "x.pnml")
	if err != nil || net != nil {
		t.Fatalf("coloured net %v, error %v", net, err)
	}
	if want, err := Read(strings.NewReader(text), "x.pnml"); err != nil || !pt.Equal(want) {
		t.Errorf("another net, error %v", err)
	}
}

// The document has each part of a coloured net, and a line break in most.
func TestColouredDamagedAnywhere(t *testing.T) {
	text := strings.ReplaceAll(symmetricStart+"<page id='page'><place id='p'>"+typed("Pair")+
		"<hlinitialMarking><structure>"+
		of("numberof", numberTerm("2"), of("tuple", constantTerm("high"), small("1")))+
		"</structure></hlinitialMarking></place>"+
		"<transition id='t'><condition><structure>"+of("not", of("equality", variableTerm("vr"), constantTerm("r0")))+
		"</structure></condition></transition>"+
		"<arc id='a' source='p' target='t'><hlinscription><structure>"+
		of("tuple", of("successor", variableTerm("vr")), variableTerm("vn"))+
		"</structure></hlinscription></arc></page>"+sampleDeclarations+"</net></pnml>", "><", ">\n<")
	damage(t, text, func(text string) (bool, error) {
		pt, net, err := ReadAny(strings.NewReader(text), "x.pnml")
		return pt != nil || net != nil, err
	})
}
