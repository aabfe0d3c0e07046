package model_test

import (
	"context"
	"fmt"
	"log"

	"brim/check/model"
)

// A model has the names that formulas may use; a question says what is asked about it.
func Example() {
	m, err := model.Load(context.Background(), "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("AG !(eating_1 & eating_2)", model.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(q.Kind, "of", q)
	_, err = m.Ask("AG eating_4", model.Maximal)
	fmt.Println(err)
	// Output:
	// truth of AG !(HasL_1 = 1 & HasR_1 = 1 & HasL_2 = 1 & HasR_2 = 1)
	// formula:1:4: there is no place or proposition "eating_4"; did you mean eating_1?
	//   AG eating_4
	//      ^
}
