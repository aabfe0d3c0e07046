package syntax

import (
	"bytes"
	"cmp"
	"math"
	"strings"
	"testing"
)

// Written properties are read again with the same meaning; comparisons near 2^63 keep their relation.
func TestWriteProperties(t *testing.T) {
	pool := NewPool()
	names := NewLists([]string{"a", "b <&>"}, []string{"t", "u"}, nil)
	var list []Property
	for i, text := range []string{
		`a = 1`, `a != 1`, `a < 3`, `a > 3 & "b <&>" <= 2`, `2*a - 3*"b <&>" >= -4`, `a < -9223372036854775807`,
		`a > 9223372036854775807`,
		`E(a = 1 U AX enabled(t, u)) -> A(true U deadlock)`, `AG EF !(false <-> EG a = 0)`,
	} {
		f, err := pool.Parse(text, "formula", names)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, Property{ID: string(rune('a' + i)), Description: "what & why", Formula: f})
	}
	list = append(list, Property{ID: "bound", Bound: &Sum{Terms: []Term{{Ref{0, "a"}, 2}, {Ref{1, "b <&>"}, 1}}}})
	var b bytes.Buffer
	if err := WriteProperties(&b, list); err != nil {
		t.Fatal(err)
	}
	again, err := pool.ReadProperties(bytes.NewReader(b.Bytes()), "file", names, AsWritten)
	if err != nil || len(again) != len(list) {
		t.Fatalf("%d properties, %v\n%s", len(again), err, b.String())
	}
	// the same with <= alone
	want := []string{
		`a <= 1 & 1 <= a`, `!(a <= 1 & 1 <= a)`, `a <= 2`, `4 <= a & "b <&>" <= 2`, `-4 <= 2*a - 3*"b <&>"`,
		`a < -9223372036854775807`,
		`a > 9223372036854775807`, `E(a <= 1 & 1 <= a U AX enabled(t, u)) -> A(true U deadlock)`,
		`AG EF !(false <-> EG (a <= 0 & 0 <= a))`,
	}
	for i, text := range want {
		f, err := pool.Parse(text, "formula", names)
		if err != nil {
			t.Fatal(err)
		}
		if again[i].Wrong != nil || again[i].ID != list[i].ID || NNF(again[i].Formula) != NNF(f) {
			t.Errorf("%v is read as %v (%v), want %v", list[i].Formula, again[i].Formula, again[i].Wrong, f)
		}
	}
	if bound := again[len(want)].Bound; bound == nil || len(bound.Terms) != 2 || bound.Terms[0].Weight != 2 ||
		bound.Terms[1].Weight != 1 {
		t.Errorf("the bound is read as %v", bound)
	}
}

// Formulas of LTL are read, with the logic LTL, as they were written, R and W as equal formulas with until.
func TestWriteLinear(t *testing.T) {
	pool := NewPool()
	names := NewLists([]string{"a", "b"}, []string{"t"}, nil)
	read := func(text string) *Formula {
		f, err := pool.Parse(text, "formula", names)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for text, want := range map[string]string{
		"A X enabled(t)":                             "",
		"A (G deadlock)":                             "",
		"E ((true U deadlock))":                      "",
		"E !(X a <= 1 & (G F a <= 2 -> F G b <= 3))": "",
		"A (F a <= 1 U X deadlock)":                  "",
		"A (a <= 1 W X b <= 2)":                      "A ((a <= 1 U X b <= 2) | G a <= 1)",
		"A G (a <= 1 R b <= 2)":                      "A G ((b <= 2 U (a <= 1 & b <= 2)) | G b <= 2)",
	} {
		var b bytes.Buffer
		if err := WriteProperties(&b, []Property{{ID: "a", Formula: read(text)}}); err != nil {
			t.Fatal(err)
		}
		list, err := pool.ReadProperties(&b, "file", names, LTL)
		if err != nil || list[0].Formula != read(cmp.Or(want, text)) {
			t.Errorf("%s is read as %+v, %v", text, list, err)
		}
	}
}

// A property that cannot be written is an error, and nothing is written.
func TestWritePropertiesErrors(t *testing.T) {
	pool := NewPool()
	for want, p := range map[string]Property{
		"has no id":                {Formula: pool.Bool(true)},
		"neither a formula nor":    {ID: "a"},
		"XML does not allow":       {ID: "a\x00", Formula: pool.Bool(true)},
		"a sum with the constant":  {ID: "a", Bound: &Sum{Const: 1}},
		"a bound of -1 times b":    {ID: "a", Bound: &Sum{Terms: []Term{{Ref{0, "b"}, -1}}}},
		"a bound of 9223372036854": {ID: "a", Bound: &Sum{Terms: []Term{{Ref{0, "b"}, math.MaxInt64}}}},
	} {
		var b bytes.Buffer
		if err := WriteProperties(&b, []Property{p}); err == nil || !strings.Contains(err.Error(), want) ||
			b.Len() > 0 {
			t.Errorf("%v, %d bytes; want %q", err, b.Len(), want)
		}
	}
}
