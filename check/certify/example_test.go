package certify_test

import (
	"context"
	"fmt"
	"os"

	"brim/check/certify"
	"brim/check/model"
	"brim/petri"
)

// A run shows that a place can be marked, and the state equation that it never has two tokens.
func Example() {
	b := petri.NewBuilder("shuttle")
	left, right := b.Place("left", 1), b.Place("right", 0)
	there, back := b.Transition("there"), b.Transition("back")
	b.In(there, left, 1)
	b.Out(there, right, 1)
	b.In(back, right, 1)
	b.Out(back, left, 1)
	net, err := b.Net()
	if err != nil {
		fmt.Println(err)
		return
	}
	m := model.OfNet(net)
	q, err := m.Ask("EF right = 1 & AG left + right < 2", model.Maximal)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := &model.Answer{}
	a.Result = model.Holds
	c := certify.New(m, certify.Options{Digest: "the SHA-256 of the file", Few: -1})
	defer c.Close()
	proof, err := c.Certify(context.Background(), q, a)
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := proof.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// .brim-certificate 2
	// .model the SHA-256 of the file
	// .deadlock maximal
	// .answer holds
	// .part
	// fire 0 "there"
	// .never "\"left\" + \"right\" >= 2"
	// sum 0:1
	// .end
}
