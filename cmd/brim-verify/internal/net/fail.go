package net

import "fmt"

// A Status says why a certificate is not accepted. It is the exit status of the program.
type Status int

const (
	Rejected  Status = iota + 1 // it does not prove the answer
	Malformed                   // model, question or certificate cannot be read
	Limit                       // time or memory ended
)

// A Failure is why a certificate is not accepted. It is a panic, so that no obligation that fails can be overlooked;
// Catch turns it into an error.
type Failure struct {
	Status Status
	Text   string
}

func (f *Failure) Error() string {
	return [...]string{Rejected: "rejected: ", Malformed: "malformed: ", Limit: "limit: "}[f.Status] + f.Text
}

// Fail leaves with a failure.
func Fail(status Status, format string, args ...any) {
	panic(&Failure{status, fmt.Sprintf(format, args...)})
}

// Must leaves with a mistake in what is read if there is an error.
func Must(err error) {
	if err != nil {
		Fail(Malformed, "%v", err)
	}
}

// Catch is to be deferred; it makes a failure the error.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Failure:
		*err = r
	default:
		panic(r)
	}
}
