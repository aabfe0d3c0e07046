package measure

import "golang.org/x/sys/unix"

// This file keeps processes on cores, on Linux.

// allowedCores lists the cores that this process may use.
func allowedCores() (list []int, err error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, err
	}
	for c := 0; len(list) < set.Count(); c++ {
		if set.IsSet(c) {
			list = append(list, c)
		}
	}
	return list, nil
}

// pin keeps the thread that calls it, and processes that it starts, on cores, until restore is called by the same
// thread. Without cores it does nothing.
func pin(cores []int) (restore func(), err error) {
	if cores == nil {
		return func() {}, nil
	}
	var old, set unix.CPUSet
	for _, c := range cores {
		set.Set(c)
	}
	if err := unix.SchedGetaffinity(0, &old); err != nil {
		return func() {}, err
	}
	if err := unix.SchedSetaffinity(0, &set); err != nil {
		return func() {}, err
	}
	return func() { _ = unix.SchedSetaffinity(0, &old) }, nil
}
