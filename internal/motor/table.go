package motor

// The table of the system: machines with their states, and transitions.

import _ "embed"

// machines has a line for each machine: its name and its states, the initial one first.
//
//go:embed machines.txt
var machines string

// transitions has a line for each transition: machine, source, target, event and guard.
//
//go:embed transitions.txt
var transitions string
