package bench

import "testing"

// Ratios of numbers that may be bounds.

func TestRatio(t *testing.T) {
	for _, x := range []struct {
		paper string
		ours  Value
		want  string
	}{
		{"48.33", Exactly(0.5), "96.7"},
		{"0.09", Exactly(0.012), "7.50"},
		{"0.04", Exactly(8), "0.005"},
		{">600", Exactly(2), ">300"},
		{"48.33", Above(600), "<0.081"},
		{"1.5", Above(0.1), "<15.0"},
		{">600", Above(600), ""}, // neither is known: nothing to say
		{"-", Exactly(1), ""},
		{"1.00", Value{}, ""},
		{"1.00", Value{Word: "memory"}, ""},
		{"1.00", Exactly(0), ""},
	} {
		paper, err := ParseValue(x.paper)
		if err != nil {
			t.Fatal(err)
		}
		if got := paper.Ratio(x.ours).Text(); got != x.want {
			t.Errorf("%s / %s = %q, want %q", x.paper, x.ours.Text(), got, x.want)
		}
		if x.paper != "-" && paper.Text() != x.paper {
			t.Errorf("%s is written as %s", x.paper, paper.Text())
		}
	}
}

func TestParseValueErrors(t *testing.T) {
	for _, text := range []string{"", ">", "x", "-1", "NaN", "> 600", "1.0s"} {
		if v, err := ParseValue(text); err == nil {
			t.Errorf("ParseValue(%q) = %v", text, v)
		}
	}
}

func TestText(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 0.00004: "4e-05", 0.0123: "0.012", 0.0996: "0.100", 0.01: "0.010", 0.004: "0.004", 0.1234: "0.123",
		0.9996: "1.00", 1.005: "1.00", 9.994: "9.99", 9.996: "10.0",
		48.33: "48.3", 99.96: "100", 999.4: "999", 999.5: "1000", 1800: "1800", 9996: "10000", 78135: "78100",
		1234567: "1230000",
	} {
		if got := Exactly(x).Text(); got != want {
			t.Errorf("%v is written as %s, want %s", x, got, want)
		}
	}
}
