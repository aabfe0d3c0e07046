package circuit_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"brim/engine/circuit"
	"brim/malformed"
)

// wrong lists files with mistakes and what is said about them.
var wrong = []struct{ text, want string }{
	{"", `x.aag:1: the file ends; expected a header "aag M I L O A" or "aig M I L O A"`},
	{"hello world\n", `x.aag:1: found "hello world"; expected a header "aag M I L O A" or "aig M I L O A"`},
	{"des (0,1,2)\n",
		`x.aag:1: found "des (0,1,2)"; expected a header "aag M I L O A" or "aig M I L O A"; this looks like a labelled transition system, whose name should end in .aut`},
	{"aag 1 1 0 1 " + strings.Repeat("0", 2<<20), `x.aag:1: a line of more than 1048576 bytes`},
	{"aag 1 1 0 1 0\n2\n2\ni0 " + strings.Repeat("a", 2<<20), `x.aag:4: a line of more than 1048576 bytes`},
	{"aag 1 1 0 1", `x.aag:1: the file ends inside of a line, "aag 1 1 0 1"; expected a header "aag M I L O A" or "aig M I L O A"`},
	{"aag 1 1 0 1 -3\n", `x.aag:1: found "-3"; expected a number in a header "aag M I L O A" or "aig M I L O A"`},
	{"aag 1 1 1 0 0\n", `x.aag:1: 1 variables for 2 inputs, latches and gates`},
	{"aag 1 1 0 0 0 0 0 1\n2\n", `x.aag:3: the file ends; expected the number of literals of justice property 1 of 1`},
	{"aag 1 1 0 0 0 0 0 1\n2\n1 2\n",
		`x.aag:3: found "1 2"; expected the number of literals of justice property 1 of 1`},
	{"aag 1 1 0 0 0 0 0 1\n2\n-1\n", `x.aag:3: found "-1"; expected the number of literals of justice property 1 of 1`},
	{"aag 1 1 0 0 0 0 0 1\n2\n2\n2\n",
		`x.aag:5: the file ends; expected one literal for justice property 1, literal 2 of 2`},
	{"aag 1 1 0 0 0 0 0 1 1\n2\n1\n2\n5\n", `x.aag:5: literal 5, where the header has variables up to 1`},
	{"aag 2 1 0 0 0 0 0 1 1\n2\n1\n2\n5\n", `x.aag:5: literal 5 is defined nowhere`},
	{"aag 2 1 0 0 0 0 0 2\n2\n1\n1\n2\n5\n", `x.aag:6: literal 5 is defined nowhere`},
	{"aig 2147483647 0 2147483647 0 0\n", `x.aag:1: 2147483647 variables; the most is 1073741824`},
	{"aig 9999999 9999999 0 0 0\n", `x.aag:1: 9999999 inputs; the most is 1048576`},
	{"aag 2 1 1 1 0\n2\n4 2\n", `x.aag:4: the file ends; expected one literal for output 1 of 1`},
	{"aag 2 1 1 1 0\n2\n4\n", `x.aag:3: found "4"; expected 2 to 3 literals for latch 1 of 1`},
	{"aag 2 1 1 1 0\n2\n4 2 3\n4\n", `x.aag:3: latch 4 begins as literal 3; expected 0, 1 or 4`},
	{"aag 2 1 1 1 0\n2\n4 9\n4\n", `x.aag:3: literal 9, where the header has variables up to 2`},
	{"aag 3 1 0 1 1\n2\n6\n6 2\n", `x.aag:4: found "6 2"; expected 3 literals for gate 1 of 1`},
	{"aag 3 1 0 1 1\n2\n6\n6 2 6\n", `x.aag:4: gate 6 depends on itself`},
	{"aag 3 1 0 1 1\n2\n6\n6 2 4\n", `x.aag:4: literal 4 is defined nowhere`},
	{"aag 3 1 0 1 1\n2\n4\n6 2 2\n", `x.aag:3: literal 4 is defined nowhere`},
	{"aag 3 1 0 1 1\n3\n6\n6 2 2\n",
		`x.aag:2: the literal of an input is 3; expected an even number, not 0, that no other line defines`},
	{"aag 2 1 0 0 1\n2\n2 2 2\n",
		`x.aag:3: the literal of a gate is 2; expected an even number, not 0, that no other line defines`},
	{"aag 1 1 0 1 0\n2\n2\ni1 far\n",
		`x.aag:4: found "i1 far"; expected the name of a signal, as "i0 start", or "c" before comments`},
	{"aag 1 1 0 1 0\n2\n2\ni0 a\no0 b\ni0 a\n", `x.aag:6: i0 has a second name, "a"; expected one`},
	{"aig 2 1 0 1 1\n4\n\x02", `x.aag: byte 2 of the gates: the file ends in gate 1 of 1`},
	{"aig 2 1 0 1 1\n4\n\x00\x00", `x.aag: byte 2 of the gates: gate 1 of 1 looks at itself`},
	{"aig 2 1 0 1 1\n4\n\x7f\x00", `x.aag: byte 1 of the gates: gate 1 of 1: a difference of more than 4`},
}

func TestMistakes(t *testing.T) {
	for _, x := range wrong {
		c, err := circuit.Read(strings.NewReader(x.text), "x.aag")
		if err == nil || err.Error() != x.want || c != nil {
			t.Errorf("%.500q:\n got %v, %v\nwant %s", x.text, c, err, x.want)
		}
		var wrong *malformed.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%q: the error is a %T", x.text, err)
		}
	}
}

// No beginning of a file is taken for a circuit before its last gate, nor inside of a line.
func TestCutShort(t *testing.T) {
	whole := strings.Index(toggle, "i0")
	for n := range len(toggle) {
		_, err := circuit.Read(strings.NewReader(toggle[:n]), "toggle.aag")
		if complete := n >= whole && toggle[n-1] == '\n'; complete != (err == nil) {
			t.Errorf("the first %d bytes: %v", n, err)
		}
	}
	c, err := circuit.Read(strings.NewReader(toggle), "toggle.aag")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := c.WriteBinary(&b); err != nil {
		t.Fatal(err)
	}
	whole = bytes.Index(b.Bytes(), []byte("i0"))
	for n := range whole {
		if _, err := circuit.Read(bytes.NewReader(b.Bytes()[:n]), "toggle.aig"); err == nil {
			t.Errorf("the first %d bytes of the binary file are taken for a circuit", n)
		}
	}
}

// random returns a circuit with gates over all variables before them.
func random(rng *rand.Rand) *circuit.Circuit {
	c := &circuit.Circuit{Name: "random"}
	for i := range rng.IntN(4) {
		c.Inputs = append(c.Inputs, fmt.Sprintf("in %d", i))
	}
	for i := range rng.IntN(4) {
		c.Latches = append(c.Latches, circuit.Latch{Name: fmt.Sprintf("latch %d", i)})
	}
	literal := func(variables int) circuit.Lit { return circuit.Lit(rng.IntN(2 * variables)) }
	for range rng.IntN(300) {
		own := c.Variables()
		a, b := literal(own), literal(own)
		c.Gates = append(c.Gates, circuit.Gate{A: max(a, b), B: min(a, b)})
	}
	for i := range c.Latches {
		c.Latches[i].Next = literal(c.Variables())
		c.Latches[i].Reset = []circuit.Lit{circuit.False, circuit.True, c.Latch(i)}[rng.IntN(3)]
	}
	for i, list := range []*[]circuit.Signal{&c.Outputs, &c.Bad, &c.Constraints} {
		for k := range rng.IntN(3) {
			*list = append(*list, circuit.Signal{Name: fmt.Sprint("signal ", i, k), Lit: literal(c.Variables())})
		}
	}
	return c
}

// Both formats give a circuit back as it was.
func TestFormats(t *testing.T) {
	for seed := range uint64(500) {
		c := random(rand.New(rand.NewPCG(seed, 0)))
		if err := c.Check(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, write := range []func(*circuit.Circuit, *bytes.Buffer) error{
			func(c *circuit.Circuit, b *bytes.Buffer) error { return c.WriteASCII(b) },
			func(c *circuit.Circuit, b *bytes.Buffer) error { return c.WriteBinary(b) },
		} {
			var b bytes.Buffer
			if err := write(c, &b); err != nil {
				t.Fatal(err)
			}
			got, err := circuit.Read(&b, c.Name)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if !reflect.DeepEqual(got, c) {
				t.Fatalf("seed %d: got %+v\nwant %+v", seed, got, c)
			}
		}
	}
}

// Gates of an ASCII file may stand in any order.
func TestOrder(t *testing.T) {
	shuffled := strings.Replace(toggle, "6 2 4\n8 3 5\n10 7 9\n", "10 7 9\n8 3 5\n6 2 4\n", 1)
	if shuffled == toggle {
		t.Fatal("nothing was exchanged")
	}
	c, err := circuit.Read(strings.NewReader(shuffled), "toggle.aag")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		flip, on := i&1 == 1, i&2 == 2
		values := c.Values(nil, []bool{on}, []bool{flip})
		if got := c.Next(nil, values)[0]; got != (flip != on) {
			t.Errorf("flip %v, on %v: next is %v", flip, on, got)
		}
	}
}

// Names that are missing, not different or not to be read become kinds and positions.
func TestNames(t *testing.T) {
	long := strings.Repeat("n", 100_000)
	c, err := circuit.Read(strings.NewReader("aag 3 3 0 3 0\n2\n4\n6\n2\n4\n6\ni0 "+long+
		"\ni1 o0\ni2 \x1b[31mred\no0 x\no1 x\no2 y\nc\nanything\n"), "x.aag")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range c.Signals() {
		got = append(got, s.Name)
	}
	if want := []string{long, "o0", "i2", "o0'", "o1", "y"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %.500q, want %.500q", got, want)
	}
}

// The public circuits have the sizes that are known of them, and survive a round trip.
func TestPublicCircuits(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "models", "aiger", "*", "*.aag"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no folder shared/models/aiger beside the module: public circuits are left out")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := circuit.ReadFile(t.Context(), file)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		var m, inputs, latches, outputs, gates int
		if _, err := fmt.Sscanf(string(text), "aag %d %d %d %d %d", &m, &inputs, &latches, &outputs,
			&gates); err != nil {
			t.Fatal(err)
		}
		if len(c.Inputs) != inputs || len(c.Latches) != latches || len(c.Goals()) != outputs || len(c.Gates) != gates {
			t.Errorf("%s: %d inputs, %d latches, %d goals, %d gates; the header has %d, %d, %d, %d", file,
				len(c.Inputs), len(c.Latches), len(c.Goals()), len(c.Gates), inputs, latches, outputs, gates)
		}
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}
