package counting

import (
	"errors"
	"fmt"
	"math/big"
	"testing"

	"brim/internal/polytope"
	"brim/petri/solutions"
)

// A mistake of package polytope ends the run; what it cannot count does not.
func TestFault(t *testing.T) {
	for _, err := range []error{&polytope.Fault{Known: big.NewInt(2), Bound: big.NewInt(1)},
		errors.New("anything else")} {
		if fault(err) == nil {
			t.Errorf("%v is no fault", err)
		}
	}
	for _, err := range []error{nil, solutions.ErrNone, polytope.ErrRange, fmt.Errorf("%w: more", polytope.ErrLimit)} {
		if fault(err) != nil {
			t.Errorf("%v is a fault", err)
		}
	}
}
