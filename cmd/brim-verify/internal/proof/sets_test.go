package proof

import "testing"

// Sets of shuttle: 2 left, 3 right, 4 both. Ranks: 2 left 0; 5 right 0 and left 1; 6 left 0 and right 1.
const shuttleSets = `.levels "left" "right"
.sets
2 1 1:1
3 2 1:1
4 2 0:2 1:1
5 2 0:2+1 1:1
6 2 0:2 1:1+1
`

// Sets of choice: 2 a, 3 b, 4 c, 5 a and b, 6 all, 7 b and c, 8 a and c. Ranks: 4 c 0; 11 c 0 and a 1; 12 b 0 and a 1.
const choiceSets = `.levels "a" "b" "c"
.sets
2 1 1:1
3 2 1:1
4 3 1:1
5 2 0:2 1:1
6 3 0:5 1:1
7 3 0:3 1:1
8 3 0:2 1:1
9 1 0:1 1:1
10 1 2:1
11 3 0:2+1 1:1
12 2 0:2+1 1:1
`

func TestSets(t *testing.T) {
	const levels = ".levels \"left\" \"right\"\n"
	check(t, []row{
		{shuttle, "left = 1", "holds", levels, "verified"},
		{shuttle, "left = 1", "holds", levels + levels, "malformed: c:6: expected one section levels"},
		{shuttle, "left = 1", "holds", ".levels \"left\"", "malformed: c:5: 1 levels for 2 places"},
		{shuttle, "left = 1", "holds", ".levels \"left\" \"left\"", "malformed"},
		{shuttle, "left = 1", "holds", ".levels \"left\" \"middle\"", "malformed"},
		{shuttle, "left = 1", "holds", ".sets", "malformed: c:5: expected"},
		{shuttle, "left = 1", "holds", levels + ".sets\n.sets\n.claims\n.sets\n2 1 1:1\n.claims", "verified"},
		{shuttle, "left = 1", "holds", levels + ".sets 1", "malformed: c:6: expected the end of the line"},
		{shuttle, "left = 1", "holds", levels + ".sets\n3 1 1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:2", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:3", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 3 1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:1\n3 1 0:2", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:1 1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 -1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1 1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:0", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 9223372036854775807 1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n9223372036854775807 1 1:1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".sets\n2 1 1:1+-1", "malformed"},
		{shuttle, "left = 1", "holds", levels + ".claims\n1 state 2 \"left = 1\"", "malformed"},
		{shuttle, "left = 1", "holds", ".claims\n1 state 0 \"left = 1\"",
			"malformed: c:5: expected a section or .end, with levels"},
	})
}

func TestClaims(t *testing.T) {
	shuttleRow := func(question, answer, claims, want string) row {
		return row{shuttle, question, answer, shuttleSets + ".claims\n" + claims, want}
	}
	choiceRow := func(question, answer, claims, want string) row {
		return row{choice, question, answer, choiceSets + ".claims\n" + claims, want}
	}
	check(t, []row{
		shuttleRow("AG left + right = 1", "holds", "1 state 4 \"left + right = 1\"\n2 AR 4 - 1", "verified"),
		shuttleRow("AG left + right = 1", "holds", "1 state 4 \"left + right = 1\"\n2 AR 2 - 1",
			"…has a successor outside"),
		shuttleRow("AG left + right = 1", "holds", "1 state 2 \"left + right = 1\"\n2 AR 4 - 1",
			"…is not in the second claim"),
		shuttleRow("AG left = 1", "holds", "1 state 4 \"left = 1\"\n2 AR 4 - 1", "…does not satisfy"),
		shuttleRow("AG left = 1", "holds", "1 AR 4 - 1",
			"malformed: c:13: expected the number of an earlier claim, not 1"),
		shuttleRow("AG left = 1", "holds", "1 AR 4 - 2\n2 state 2 \"left = 1\"",
			"malformed: c:13: expected the number of an earlier"),
		shuttleRow("AG left = 1", "holds", "2 state 2 \"left = 1\"", "malformed: c:13: expected claim 1"),
		shuttleRow("AG left = 1", "holds", "1 state 7 \"left = 1\"", "malformed: c:13: node 7 is not defined"),
		shuttleRow("EF right = 1", "holds", "1 state 3 \"right = 1\"\n2 EU 5 - 1", "verified"),
		shuttleRow("EF right = 1", "holds", "1 state 3 \"right = 1\"\n2 EU 6 - 1", "…has no successor of smaller rank"),
		shuttleRow("EF right = 1", "holds", "1 state 3 \"right = 1\"\n2 EU 2 - 1", "…has no successor of smaller rank"),
		shuttleRow("AF right = 1", "holds", "1 state 3 \"right = 1\"\n2 AU 5 - 1", "verified"),
		shuttleRow("AF right = 1", "holds", "1 state 3 \"right = 1\"\n2 AU 6 - 1",
			"…has a successor without a smaller rank"),
		shuttleRow("AG EF right = 1", "holds", "1 state 3 \"right = 1\"\n2 EU 5 - 1\n3 AR 4 - 2", "verified"),
		shuttleRow("AG EF right = 1", "holds", "1 state 3 \"right = 1\"\n2 EU 5 - 1\n3 AR 4 - 1",
			"…is not in the second claim"),
		shuttleRow("E(left = 1 U right = 1)", "holds", "1 state 2 \"left = 1\"\n2 state 3 \"right = 1\"\n3 EU 5 1 2",
			"verified"),
		shuttleRow("E(left = 2 U right = 1)", "holds", "1 state 0 \"left = 2\"\n2 state 3 \"right = 1\"\n3 EU 5 1 2",
			"…is in none of the claims"),
		shuttleRow("EX right = 1", "holds", "1 state 3 \"right = 1\"\n2 EX 2 1", "verified"),
		shuttleRow("EX right = 1", "holds", "1 state 3 \"right = 1\"\n2 EX 4 1", "…has no successor in the set"),
		shuttleRow("AX right = 1", "holds", "1 state 3 \"right = 1\"\n2 AX 2 1", "verified"),
		shuttleRow("AX right = 1", "holds", "1 state 3 \"right = 1\"\n2 AX 3 1", "…has a successor outside"),
		shuttleRow("EG left + right = 1", "holds", "1 state 4 \"left + right = 1\"\n2 ER 4 - 1", "verified"),
		shuttleRow("EG left + right = 1", "holds", "1 state 4 \"left + right = 1\"\n2 ER 2 - 1",
			"…has no successor in the set"),
		// A claim about a part of the formula serves the evaluation of the rest.
		shuttleRow("EX EX left = 1", "holds", "1 state 2 \"left = 1\"\n2 EX 3 1\n3 EX 2 2", "verified"),
		shuttleRow("left = 1 & EX right = 1", "holds", "1 state 3 \"right = 1\"\n2 EX 2 1", "verified"),
		shuttleRow("left = 0 | EX right = 1", "holds",
			"1 state 3 \"right = 1\"\n2 EX 2 1\n3 state 0 \"left = 0\"\n4 or 2 2 3", "verified"),
		shuttleRow("left = 1 & EX right = 1", "holds",
			"1 state 3 \"right = 1\"\n2 EX 2 1\n3 state 2 \"left = 1\"\n4 and 2 2 3", "verified"),
		shuttleRow("left = 1", "holds", "1 state 4 \"left = 1 | right = 1\"\n2 state 2 \"left = 1\"\n3 and 4 1 2",
			"…is in no claim"),
		shuttleRow("left = 1", "holds", "1 state 3 \"right = 1\"\n2 state 2 \"left = 1\"\n3 or 4 1 2\n4 or 4 1",
			"…in none of the claims"),
		shuttleRow("left = 1", "holds", "1 EX 3", "malformed: c:13: expected 1 claims"),
		shuttleRow("left = 1", "holds", "1 state 3 \"EF right = 1\"", "…has path operators"),
		shuttleRow("left = 1", "holds", "1 state 3 \"right = \"", "malformed: c:13: formula: found"),
		shuttleRow("left = 1", "holds", "1 state 3 right", "malformed: c:13: expected a formula in quotes"),
		shuttleRow("left = 1", "holds", "1 foo 3 right", "malformed: c:13: expected part, state"),
		shuttleRow("EX right = 1", "holds", "1 part 2 \"EX right = 1\"",
			"…is not seen to hold in marking { \"left\"=1 }"),
		shuttleRow("EX right = 1", "holds", "1 part 3 \"right = 1\"",
			"…is not seen to hold in marking { \"right\"=1 }"),
		shuttleRow("EX right = 1", "holds", "1 part 2 \"A (G F left = 1)\"", "rejected: c:13: a formula of LTL"),
		// Where nothing is enabled.
		choiceRow("EG c = 0", "holds", "1 state 6 \"true\"\n2 state 5 \"c = 0\"\n3 ER 5 - 2", "verified"),
		choiceRow("EG b = 0", "holds", "1 state 8 \"b = 0\"\n2 ER 8 - 1", "verified"),
		choiceRow("EG b = 0", "holds/infinite", "1 state 8 \"b = 0\"\n2 ER 8 - 1", "…has no successor in the set"),
		choiceRow("AF c = 1", "holds", "1 state 4 \"c = 1\"\n2 AU 11 - 1", "…has a successor without a smaller rank"),
		choiceRow("AF b + c = 1", "holds", "1 state 7 \"b + c = 1\"\n2 AU 12 - 1",
			"…has a successor without a smaller rank"),
		choiceRow("AF c = 2", "holds/infinite", "1 state 0 \"c = 2\"\n2 AU 4 - 1", "rejected"),
		choiceRow("EF AF c = 2", "holds/infinite", "1 state 0 \"c = 2\"\n2 AU 4 - 1", "…not seen to hold"),
		choiceRow("EF AF c = 2", "holds", "1 state 0 \"c = 2\"\n2 AU 4 - 1", "…is dead"),
		choiceRow("AG !deadlock", "holds", "1 state 5 \"!deadlock\"\n2 AR 5 - 1", "…has a successor outside"),
		choiceRow("A(b = 1 R c = 0)", "fails", "1 state 4 \"c > 0\"\n2 state 6 \"b = 0 | b = 1\"\n3 EU 11 - 1",
			"…not seen"),
		choiceRow("EF c = 1", "holds", "1 state 4 \"c = 1\"\n2 EU 11 - 1", "…ed"),
	})
	check(t, []row{
		{choice, "EF AF c = 2", "holds/infinite", ".part\nfire 0 \"u\"\n" + choiceSets +
			".claims\n1 state 0 \"c = 2\"\n2 AU 4 - 1",
			"verified"},
		{choice, "EX c = 1", "holds", ".part\nfire 0 \"u\"\n" + choiceSets +
			".claims\n1 part 4 \"c = 1\"\n2 part 2 \"EX c = 1\"", "verified"},
		{choice, "EX b = 1", "holds", ".part\nfire 0 \"u\"\n" + choiceSets + ".claims\n1 part 2 \"EX b = 1\"",
			"…is not seen to hold"},
		{choice, "AX c = 1", "holds", ".part\nfire 0 \"u\"\n" + choiceSets + ".claims\n1 part 2 \"AX c = 1\"",
			"…is not seen to hold"},
	})
}

func TestSpace(t *testing.T) {
	shuttleRow := func(question, answer, body, want string) row {
		return row{shuttle, question, answer, shuttleSets + body, want}
	}
	check(t, []row{
		shuttleRow("STATES", "2", ".space 6", "verified"),
		shuttleRow("STATES", "3", ".space 6", "rejected: c:13: the number is 2"),
		shuttleRow("STATES", "02", ".space 6", "rejected"),
		shuttleRow("STATES", "-2", ".space 6", "malformed"),
		shuttleRow("STATES", "holds", ".space 6", "malformed"),
		shuttleRow("TRANSITIONS", "2", ".space 6", "verified"),
		shuttleRow("TRANSITIONS", "1", ".space 6", "rejected"),
		shuttleRow("STATES", "2", ".space 5", "…markings have no predecessor of smaller rank"),
		shuttleRow("STATES", "1", ".space 2", "…has a successor outside"),
		shuttleRow("STATES", "0", ".space 0", "…the initial marking is not in the set"),
		{"p q=1; t: p -> p", "STATES", "2", ".levels \"p\" \"q\"\n.sets\n2 1 0:1 1:1+1\n3 2 1:2\n.space 3",
			"…2 markings have no predecessor"},
		shuttleRow("left = 1", "holds", ".space 6", "verified"),
	})
}

func TestProduct(t *testing.T) {
	shuttleRow := func(question, body, want string) row {
		return row{shuttle, question, "holds", shuttleSets + ".product\n" + body, want}
	}
	choiceRow := func(question, answer, body, want string) row {
		return row{choice, question, answer, choiceSets + ".product\n" + body, want}
	}
	check(t, []row{
		// Not: F G left. From both with F G left one waits, or goes to G left, which ends at once.
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 4 \"F G right != 1\"\nat \"G right != 1\"\n0 0 -",
			"…has a successor outside"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 4 \"F G right != 1\"\nat \"G right != 1\"\n0 3 -",
			"verified"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 4 -\nat \"G right != 1\"\n0 3 -",
			"…has a successor outside"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 4 \"F G right != 1\"\nat \"G right != 1\"\n1 3 -",
			"…different formulas"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n0 4 \"F G right != 1\"\nat \"G right != 1\"\n1 3 -",
			"…has a successor outside"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 2 \"F G right != 1\"\nat \"G right != 1\"\n0 3 -",
			"…has a successor outside"),
		shuttleRow("A (G F right = 1)", "at \"F G right != 1\"\n1 3 \"F G right != 1\"\nat \"G right != 1\"\n0 3 -",
			"rejected"),
		shuttleRow("A (G F right = 1)", "", "…the initial marking is in no line"),
		shuttleRow("A (G F right = 1)", "1 4 -", "…the initial marking is in no line"),
		shuttleRow("A (G F right = 1)", "at \"G right != 1\"\n0 4 \"G right != 1\"",
			"…the initial marking is in no line"),
		shuttleRow("A (G F right = 1)", "at \"A F right = 0\"\n0 4 -", "malformed"),
		shuttleRow("E (G F right = 1)", "at \"F G right != 1\"\n0 4 -", "…it shows A of LTL only"),
		shuttleRow("A (X right = 1)", "at \"X right != 1\"\n1 2 -\nat \"right != 1\"\n0 3 -", "verified"),
		shuttleRow("A (X X right = 1)", "at \"X X right != 1\"\n1 2 -\nat \"X right != 1\"\n0 3 -\nat \"right != "+
			"1\"\n0 0 -", "rejected"),
		shuttleRow("A (X right = 1)", "at \"X right != 1\"\n2 2 -\nat \"right != 1\"\n1 4 -\nat\n0 4 -",
			"…has a successor outside"),
		// Two ways to satisfy the formulas that need the same now, of which the lines have one.
		shuttleRow("A (X left <= 0 & X right <= 0)", "at \"X left > 0 | X right > 0\"\n1 2 -\nat \"left > 0\"\n0 3 -",
			"…has a successor outside"),
		choiceRow("A ((F b = 1))", "holds", "at \"G b != 1\"\n0 3 -", "…the initial marking is in no line"),
		// Two ways that lead to the same formulas, of which the lines have one.
		shuttleRow("A ((left <= 0 | X left <= 0) & (right <= 0 | X left <= 0))",
			"at \"left > 0 & X left > 0 | right > 0 & X left > 0\"\n1 4 -\nat \"left > 0\"\n0 3 -",
			"…marking { \"right\"=1 } has a successor outside"),
		// Runs that stop, in a marking that repeats or for ever.
		choiceRow("A (G c = 0)", "holds", "at \"F c > 0\"\n1 6 \"F c > 0\"",
			"…marking { \"c\"=1 } is dead and in no line"),
		choiceRow("A ((F b = 1))", "holds", "at \"G b != 1\"\n1 8 -", "rejected"),
		choiceRow("A ((F b = 1))", "holds/infinite", "at \"G b != 1\"\n1 2 -\n0 7 -", "verified"),
		choiceRow("A ((F b + c = 1))", "holds", "at \"G b + c = 0\"\n1 2 -\n0 7 -",
			"…in no line of G ((\"b\" + \"c\" <= 0) |"),
		choiceRow("A ((F b + c >= 1))", "holds", "at \"G b + c <= 0\"\n1 2 -\n0 7 -", "verified"),
		choiceRow("A ((F b + c >= 1))", "holds", "at \"G b + c <= 0\"\n1 2 -", "…has a successor outside"),
	})
}
