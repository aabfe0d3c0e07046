//go:build !linux

package measure

func forgetPeak() {}

// peak returns 0: of other systems it is not known that they count the memory of who starts a process.
func peak() int64 { return 0 }
