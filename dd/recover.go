package dd

import "errors"

// Recover, deferred by a function, ends the panic of a limit of what a store can hold: err becomes its *LimitError. All
// other panics go on.
func Recover(err *error) {
	r := recover()
	if r == nil {
		return
	}
	var limit *LimitError
	if e, ok := r.(error); !ok || !errors.As(e, &limit) {
		panic(r)
	}
	*err = limit
}
