package nets_test

import (
	"os"
	"path/filepath"
	"testing"

	"brim/internal/randnet"
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
