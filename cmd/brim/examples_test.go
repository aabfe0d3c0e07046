package main

import (
	"strings"
	"testing"
)

// What the README says of the files in examples, where another engine can say so too with both.
func TestExamples(t *testing.T) {
	const dir = "../../examples/"
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{1, "properties  3: 1 holds, 1 fails\n", []string{"bakery.pnml", "--properties", dir + "bakery.xml"}},
		{1, "properties  2: 1 holds, 1 fails\n",
			[]string{"bakery.pnml", "--properties", dir + "bakery.xml", "crowded", "waiting", "--engine", "bfs"}},
		{1, "properties  2: 1 holds, 1 fails\n",
			[]string{"bakery.pnml", "--properties", dir + "bakery.xml", "crowded", "waiting", "--engine", "bdd"}},
		{0, "holds\n", []string{"bakery.pnml", "--file", dir + "bakery.ctl", "--no-trace"}},
		{0, "holds\n", []string{"printer.aut", `AG(enabled("print(a)") | enabled("send(a)"))`}},
		{0, "holds\n", []string{"printer.aut", `EF(enabled("print(a)") & !enabled("print(b)"))`, "--engine", "dfs"}},
		{1, "fails\n", []string{"lock.aag"}},
		{0, "holds\n", []string{"symposium.pnml", "EF deadlock"}},
		{0, "holds\n", []string{"symposium.pnml", "EF deadlock", "--engine", "bfs"}},
		{1, "fails\n", []string{"symposium.pnml", "EF(Eating(ada) & Eating(bob))", "--engine", "bfs"}},
	} {
		args := append([]string{"check", dir + c.args[0]}, c.args[1:]...)
		status, out, stderr := brim(t, t.Context(), args...)
		if status != c.status || !strings.Contains(out, c.want) || stderr != "" {
			t.Errorf("brim %s: status %d, %s%s", strings.Join(args, " "), status, out, stderr)
		}
	}
}
