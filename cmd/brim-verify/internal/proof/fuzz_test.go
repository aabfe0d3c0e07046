package proof

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// fuzzed are the nets and questions of FuzzVerify, each with the answers that are right.
var fuzzed = []struct{ net, question, right string }{
	{shuttle, "AG EF right = 1", "holds"}, {shuttle, "EF left + right = 2", "fails"},
	{shuttle, "A (G F right = 1)", "holds"},
	{shuttle, "E (F G right = 1)", "fails"}, {shuttle, "STATES", "2"}, {shuttle, "bound left + right", "1"},
	{choice, "AF c = 1", "fails"}, {choice, "EG c = 0", "holds"}, {choice, "A (G !deadlock)", "fails"},
	{choice, "E(a = 1 U c = 1)", "holds"}, {choice, "TRANSITIONS", "3"}, {choice, "EX AX false", "holds"},
	{counter, "bound q", "infinite"}, {counter, "AG p = 1", "holds"}, {counter, "STATES", "infinite"},
}

// FuzzVerify reads any text as a certificate about small nets: what is accepted is right, and there is no other panic.
// All answers are the same with .deadlock maximal; with infinite nothing is said about them.
func FuzzVerify(f *testing.F) {
	for i, x := range fuzzed {
		for _, body := range []string{".part\nexplore 9\n", ".lasso 0\n\"there\" \"back\"\n", ".pump 0\n\"t\"\n",
			".never \"left >= 1 & right >= 1\"\n\"left <= 0 | right <= 0\"\nsum 1:1 \"left\":1\n" +
				"sum 1:1 \"right\":1\ncase 0\nsum 0:1 2:1\nsum 1:1 2:1\n",
			".never \"left <= 0 & right <= 0\"\nsum 0:1 1:1\n.descent \"right >= 1\" 1 \"left\"\n\"there\"\n",
			".never \"left + right >= 2\"\nsum 0:1\n", ".never \"-p >= 0\"\ncase 0\ncut 1 \"p\" / 1 \"t\" at 1\n",
			shuttleSets + ".claims\n1 state 3 \"right = 1\"\n2 EU 5 - 1\n3 AR 4 - 2\n.space 6\n",
			choiceSets + ".claims\n1 state 6 \"c = 0\"\n2 ER 5 - 1\n3 AX 2 1\n4 AU 4 1 2\n5 and 2 1 1\n",
			shuttleSets + ".product\nat \"F G right != 1\"\n1 4 \"F G right != 1\"\nat \"G right != 1\"\n0 3 -\n",
		} {
			f.Add(uint8(i), header(x.right)+body+".end\n")
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, certificate string) {
		x := fuzzed[int(which)%len(fuzzed)]
		n := small(t, x.net)
		q := formula.ReadQuestion(x.question, n)
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		answer, err := Verify(ctx, Model{n, "00ff"}, q, "c", strings.NewReader(certificate))
		failure := new(net.Failure)
		switch {
		case err == nil && !strings.HasSuffix(answer, "infinite paths") && strings.TrimLeft(answer, "+0") != x.right:
			t.Fatalf("%s, %s: %s", x.net, x.question, answer)
		case err != nil && !errors.As(err, &failure):
			t.Fatal(err)
		}
	})
}

// endless repeats a text without end.
type endless string

func (e endless) Read(p []byte) (int, error) {
	n := 0
	for n+len(e) <= len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// doubled returns claims of which each has a formula twice as large as the one before.
func doubled(n int) (text string) {
	for i := range n {
		text += fmt.Sprintf("%d EU 0 %d %d\n", i+2, i+1, i+1)
	}
	return text
}

// TestHostile wants certificates that ask for much to end at once, or at the time limit.
func TestHostile(t *testing.T) {
	n := small(t, shuttle)
	q := formula.ReadQuestion("EF left = 2", n)
	levels := ".levels \"left\" \"right\"\n"
	for i, x := range []struct{ body, want string }{
		{"", "malformed: c:5: expected .end before the end of the file"},
		{".part\nfire 0 " + strings.Repeat("\"there\" \"back\" ", 100_000) + "\n.end\n", "rejected: c:7"},
		{".part\nexplore 99999999999999999999\n",
			"malformed: c:6: expected a number of markings, a number between 0 and 2^63-1"},
		{".part\nexplore 9999999999999999999\n",
			"malformed: c:6: expected a number of markings, a number between 0 and 2^63-1"},
		{levels + ".claims\n1 and 0 1\n", "malformed: c:7: expected the number of an earlier claim"},
		{levels + ".claims\n1 state 0 \"" + strings.Repeat("!(", 1_000_000) + "\"\n", "malformed: c:7: formula: found"},
		{levels + ".claims\n1 state 0 \"" + strings.Repeat("EX ", 1_000_000) + "\"\n",
			"malformed: c:7: formula: found"},
		{levels + ".claims\n1 part 0 \"A X " + strings.Repeat("(left = 1 U (", 100) + "right = 1" +
			strings.Repeat("))", 100) + "\"\n",
			"rejected: c:7"},
		{".never \"left >= 2\"\n" + strings.Repeat("order \"left\" / \"right\"\n", 50_000),
			"malformed: c:10006: expected at most"},
		{".never \"" + strings.Repeat("9", 200_000) + "*left >= 2\"\n", "malformed: c:5: formula: found"},
		{".never \"left >= 2\"\nsum 0:" + strings.Repeat("9", 200_000) + "\n", "malformed: c:6: expected a factor"},
		{levels + ".claims\n1 state 0 \"left = 1\"\n" + doubled(60),
			"malformed: c:28: expected formulas that are not larger"},
		{".answer", "malformed: c:5: expected a section"},
		{".levels \"left", "malformed: c:5: expected the name of a place in quotes"},
		{".levels \"le\\xft\"", "malformed: c:5: expected the name of a place in quotes"},
		{"\x00\xff\n", "malformed: c:5: expected a section"},
	} {
		start := time.Now()
		_, err := Verify(context.Background(), Model{n, "00ff"}, q, "c", strings.NewReader(header("holds")+x.body))
		if err == nil || !strings.HasPrefix(err.Error(), x.want) || strings.Contains(err.Error(), "\n") ||
			len(err.Error()) > 500 {
			t.Errorf("row %d: %.300v, expected %s", i, err, x.want)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("row %d: %v", i, took)
		}
	}
	for _, text := range []endless{"\n", "#\n", "x", "\"", " "} {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		_, err := Verify(ctx, Model{n, "00ff"}, q, "c", text)
		cancel()
		if err == nil || !strings.HasPrefix(err.Error(), "limit: time") &&
			!strings.Contains(err.Error(), "token too long") {
			t.Errorf("%q without end: %.100v", string(text), err)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	counter := small(t, "p=1 q r; t: p -> p q; u: p -> p r")
	q = formula.ReadQuestion("AG p = 1", counter)
	if _, err := Verify(ctx, Model{counter, "00ff"}, q, "c",
		strings.NewReader(header("holds")+".part\nexplore 999999999\n.end\n")); err == nil ||
		err.Error() != "limit: time" {
		t.Errorf("exploring without end: %v", err)
	}
}

// TestHeader has the lines before the sections, and the last one.
func TestHeader(t *testing.T) {
	n, q := small(t, shuttle), "left = 1"
	for _, x := range [][2]string{
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer holds\n.end\n", "verified: holds"},
		{"# a comment\n\n.brim-certificate 2\n.model 00ff\n \t\n.deadlock   maximal\r\n.answer holds\n.end",
			"verified: holds"},
		{".brim-certificate 1\n.model 00ff\n.deadlock maximal\n.answer holds\n.end\n",
			"malformed: c:1: expected .brim-certificate 2"},
		{".brim-certificate 2\n.model 00fe\n.deadlock maximal\n.answer holds\n.end\n",
			"rejected: c:2: the certificate is for another"},
		{".brim-certificate 2\n.deadlock maximal\n.model 00ff\n.answer holds\n.end\n",
			"malformed: c:2: expected .model"},
		{".brim-certificate 2\n.model 00ff\n.deadlock finite\n.answer holds\n.end\n",
			"malformed: c:3: expected maximal or infinite"},
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer 1\n.end\n", "malformed: c:4: answer"},
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer holds fails\n.end\n",
			"malformed: c:4: expected the end of the line"},
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer holds\n.end 1\n",
			"malformed: c:5: expected the end of the line"},
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer holds\n", "malformed: c:5: expected .end"},
		{".brim-certificate 2\n.model 00ff\n.deadlock maximal\n.answer holds\n.part x\n.end\n",
			"malformed: c:5: expected the end of the line"},
		{"", "malformed: c:1: expected .end"},
	} {
		if got := verify(t, n, q, x[0]); !strings.HasPrefix(got, x[1]) {
			t.Errorf("%q\ngot  %s\nwant %s", x[0], got, x[1])
		}
	}
}
