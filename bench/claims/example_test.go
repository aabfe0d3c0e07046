package claims_test

import (
	"fmt"

	"brim/bench"
	"brim/bench/claims"
)

// A judge is a function of parameters, which stand in the data, and of records.
func ExampleBy() {
	faster := claims.By(func(p struct{ Columns, Than []string }, r bench.Results, cases *bench.Cases) {
		for i, column := range p.Columns {
			cases.Sooner(column+" : "+p.Than[i], r.Seconds(column), r.Seconds(p.Than[i]))
		}
	})
	cases, err := faster(map[string]any{"columns": []string{"cont"}, "than": []string{"rest"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	suite := bench.Suite{Cells: []bench.Cell{{Labels: []bench.Label{{Key: "s", Value: "cont"}}},
		{Labels: []bench.Label{{Key: "s", Value: "rest"}}}}}
	var c bench.Cases
	cases(bench.NewResults(&suite, nil), &c)
	fmt.Println(c.All().Because)
	_, err = faster(map[string]any{"column": "cont"})
	fmt.Println(err)
	// Output:
	// 1 of 1 not measured, or ended by limits: cont : rest – : –
	// json: unknown field "column"
}
