AG(van.away = 1 -> EF(van.home = 1))
& EF(ramp.free = 0 & shelf.free = 0 & van.away = 1)
