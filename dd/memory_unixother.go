//go:build unix && !linux

package dd

// mapNoReserve is a flag that only Linux needs.
const mapNoReserve = 0

// takeHugePages does nothing: only Linux is known to have a call for it.
func takeHugePages([]uint32) {}
