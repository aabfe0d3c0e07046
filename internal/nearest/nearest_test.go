package nearest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, c := range []struct{ name, candidates, want string }{
		{"dphill", "fms dphil hanoi", "dphil"},
		{"Hanio", "dphil hanoi kanban", "hanoi"},
		{"KANBAN", "hanoi kanban", "kanban"},
		{"busi", "idle busy bust", "busy"}, // the first of two
		{"t9", "t1 t2", "t1"},
		{"p", "t1 t2", ""},
		{"ab", "a abcd", "abcd"}, // "a" is nearer, but one change is more than half its length
		{"elephant", "idle busy", ""},
		{"größer", "grösse größe", "größe"},
		{"", "a b", ""},
		{"", "ab", ""},
		{"x", "", ""},
		{strings.Repeat("x", 1000), "x xx", ""},
		{"x", strings.Repeat("x", 1000), ""},
		{strings.Repeat("x", 202), strings.Repeat("x", 201) + " " + strings.Repeat("x", 200), strings.Repeat("x", 200)},
	} {
		got, ok := Of(c.name, slices.Values(strings.Fields(c.candidates)))
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%.20q among %.40q: got %q, %v, want %q", c.name, c.candidates, got, ok, c.want)
		}
	}
}

func TestDistance(t *testing.T) {
	var row [maxLen + 1]int
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"hanio", "hanoi", 2}} {
		if got := distance(c.a, c.b, 9, &row); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// Under every limit the distance equals that of the whole table, or both are above the limit.
func TestLimit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		b := make([]byte, rnd.IntN(9))
		for i := range b {
			b[i] = "abc"[rnd.IntN(3)]
		}
		return string(b)
	}
	var row [maxLen + 1]int
	for range 20_000 {
		a, b := word(), word()
		want := slow(a, b)
		for limit := range 10 {
			if got := distance(a, b, limit, &row); got != want && (got <= limit || want <= limit) {
				t.Fatalf("distance(%q, %q) = %d under the limit %d, want %d", a, b, got, limit, want)
			}
		}
	}
}

// slow computes the edit distance by its definition, with the whole table.
func slow(a, b string) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
		}
	}
	return table[len(a)][len(b)]
}

func BenchmarkOf(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var numbered, random []string
	for i := range 60_000 {
		numbered = append(numbered, fmt.Sprintf("Place_of_philosopher_%d", i))
		w := make([]byte, 180+rnd.IntN(20))
		for i := range w {
			w[i] = byte('a' + rnd.IntN(26))
		}
		random = append(random, string(w))
	}
	for _, c := range []struct {
		kind  string
		names []string
	}{{"numbered", numbered}, {"random", random}} {
		b.Run("names="+c.kind, func(b *testing.B) {
			b.ReportAllocs()
			name := strings.Repeat("z", len(c.names[0])-5) + "_z_17"
			for b.Loop() {
				Of(name, slices.Values(c.names))
			}
		})
	}
}
