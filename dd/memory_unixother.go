//go:build unix && !linux

package dd

// mapNoReserve is a flag that only Linux needs.
const mapNoReserve = 0
