package limit_test

import (
	"context"
	"fmt"
	"time"

	"brim/check/limit"
)

// A limit of any engine becomes a Stop.
func ExampleLimits_Stop() {
	l := limit.Limits{Time: 2 * time.Second}
	stop := l.Stop(context.DeadlineExceeded)
	fmt.Println(stop.Kind)
	fmt.Println(stop)
	// Output:
	// time
	// time limit reached: the limit is 2s
}
