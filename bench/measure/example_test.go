package measure_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"

	"brim/bench/measure"
)

// A program is measured with what it starts; here it is this one, asked for a list of its tests.
func Example() {
	exe, err := os.Executable()
	if err != nil {
		fmt.Println(err)
		return
	}
	m := measure.New(measure.Options{})
	defer m.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	use, err := m.Run(exec.CommandContext(ctx, exe, "-test.list", "none"))
	fmt.Println(err, use.CPU > 0, use.Wall > 0)
	// Output: <nil> true true
}
