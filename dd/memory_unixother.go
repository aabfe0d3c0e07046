//go:build unix && !linux

package dd

const mapNoReserve = 0
