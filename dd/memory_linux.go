package dd

import "golang.org/x/sys/unix"

// mapNoReserve has Linux reserve address space without setting memory or swap aside for it.
const mapNoReserve = unix.MAP_NORESERVE
