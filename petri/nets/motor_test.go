package nets_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/motor"
	"brim/internal/testkit/randnet"
)

func TestMotor(t *testing.T) {
	net := mustParse(t, "motor:1")
	if len(net.Places) != 41 || len(net.Transitions) != 123 {
		t.Errorf("%d places, %d transitions; want 41, 123", len(net.Places), len(net.Transitions))
	}
	path := filepath.Join(filepath.Dir(referenceDir(t)), "motor", "motor.net")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Skipf("the net of another program is not there: %v", err)
	}
	want, err := randnet.ParseText("motor", string(text))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, net, want)
}

// The goals of Table 1 [WR00] on the net, with the least lengths of its last row.
func TestMotorGoals(t *testing.T) {
	net := mustParse(t, "motor:1")
	k, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	names := syntax.NewLists(places, nil, nil)
	s := motor.New()
	goals := s.Goals(motor.NetExchanges())
	for i, want := range map[int]int{0: 0, 50: 5, 100: 3, 150: 5, 200: 0, 250: 4} {
		var parts []string
		for _, l := range goals[i].Literals {
			m, tokens := s.Machines[l.Machine], 1
			if l.Not {
				tokens = 0
			}
			parts = append(parts, fmt.Sprintf("%s.%s = %d", m.Name, m.States[l.State], tokens))
		}
		f, err := syntax.Parse(strings.Join(parts, " & "), "goal", names)
		if err != nil {
			t.Fatal(err)
		}
		holds, err := k.Predicate(f)
		if err != nil {
			t.Fatal(err)
		}
		x, err := kripke.Explore(context.Background(), k, holds, kripke.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if x.Found == nil || len(x.Found.Labels) != want {
			t.Errorf("goal %d, %s: %+v, want %d steps", i, goals[i].Name, x.Found, want)
		}
	}
}
