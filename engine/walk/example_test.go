package walk_test

import (
	"context"
	"fmt"
	"log"

	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/petri/nets"
)

// Five philosophers each hold one fork and wait for the other one, for ever.
func Example() {
	net, err := nets.Parse("dphil:5")
	if err != nil {
		log.Fatal(err)
	}
	w, err := walk.New(net, 1)
	if err != nil {
		log.Fatal(err)
	}
	goal, err := w.Reach(syntax.NewPool().Deadlock())
	if err != nil {
		log.Fatal(err)
	}
	found := func() bool { _, ok := goal.Found(); return !ok }
	if err := w.Random(context.Background(), walk.Limits{Firings: 100_000, Found: found}); err != nil {
		log.Fatal(err)
	}
	path, ok := goal.Found()
	m, err := net.Replay(path)
	fmt.Println(ok, err)
	fmt.Println(net.Format(m))
	// Output:
	// true <nil>
	// WaitL_1:1 HasR_1:1 WaitL_2:1 HasR_2:1 WaitL_3:1 HasR_3:1 WaitL_4:1 HasR_4:1 WaitL_5:1 HasR_5:1
}
