package petri

import "testing"

// Names come first, an alias counts if it is the only one, and what is shown is found again.
func TestAliases(t *testing.T) {
	b := NewBuilder("n")
	for _, x := range []struct{ name, alias string }{
		{"p0", "idle"}, {"p1", "both"}, {"p2", "both"}, {"p3", "p0"}, {"p4", " p4\n"}, {"p5", ""},
		{"both ", "\tdone\r"}, {"p7", "p7"},
	} {
		b.AliasPlace(b.Place(x.name, 0), x.alias)
	}
	b.AliasTransition(b.Transition("t0"), "idle")
	b.AliasTransition(b.Transition("t1"), "t0")
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range []string{"idle", "p1", "p2", "p3", "p4", "p5", "done", "p7"} {
		if got := net.PlaceAlias(p); got != want {
			t.Errorf("place %d is shown as %q, want %q", p, got, want)
		}
		for _, name := range []string{net.PlaceAlias(p), net.Places[p].Name} {
			if q, ok := net.FindPlace(name); !ok || q != p {
				t.Errorf("place %d is not found as %q", p, name)
			}
		}
	}
	if p, ok := net.FindPlace("p0"); !ok || p != 0 {
		t.Errorf("p0 is place %d; a name comes before an alias", p)
	}
	for _, name := range []string{"both", "", "t0", "Idle", "\tdone\r"} {
		if p, ok := net.FindPlace(name); ok {
			t.Errorf("%q is place %d", name, p)
		}
	}
	if i, ok := net.FindTransition("idle"); !ok || i != 0 || net.TransitionAlias(0) != "idle" ||
		net.TransitionAlias(1) != "t1" {
		t.Errorf("transitions %s, %s", net.TransitionAlias(0), net.TransitionAlias(1))
	}
	if net.Places[4].Alias != "" || net.Places[6].Alias != "done" {
		t.Errorf("aliases %q, %q", net.Places[4].Alias, net.Places[6].Alias)
	}
	if again := net.WithInitial(net.Initial()); again.PlaceAlias(0) != "idle" || !again.Equal(net) {
		t.Error("WithInitial loses the aliases")
	}
}

func TestAliasMistakes(t *testing.T) {
	for want, build := range map[string]func(b *Builder){
		`net n: alias "x": no place 1`:       func(b *Builder) { b.Place("p", 0); b.AliasPlace(1, "x") },
		`net n: alias "x": no transition -1`: func(b *Builder) { b.AliasTransition(-1, "x") },
	} {
		b := NewBuilder("n")
		build(b)
		if _, err := b.Net(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
