package host

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

// A process that holds 64 MiB has had as much; this one, run by the test, knows that by a variable.
func TestPeakMemory(t *testing.T) {
	const hold, size = "BRIM_HOST_HOLD", 64 << 20
	if os.Getenv(hold) != "" {
		b := make([]byte, size)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		runtime.KeepAlive(b)
		return
	}
	if runtime.GOOS == "windows" {
		t.Skip("not known here")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run", "^TestPeakMemory$")
	cmd.Env = append(os.Environ(), hold+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := PeakMemory(cmd.ProcessState); got < size || got > 20*size {
		t.Errorf("%d bytes, want a little more than %d", got, size)
	}
}

func TestProcessor(t *testing.T) {
	if name := Processor(); strings.TrimSpace(name) != name || strings.Contains(name, "\n") {
		t.Errorf("the name of the processor is %q", name)
	}
}
