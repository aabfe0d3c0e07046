// Package greatspn reads and writes nets of GreatSPN, the tool for stochastic nets [ABB+16]: its project files, .PNPRO,
// and, reading only, the text .net of its older pair of files, .net and .def.
//
// Rates, weights, servers and distributions say when a transition fires, not whether it can, so they are skipped, as
// are measures and composition tags. The .def file, which holds colours and rates that depend on markings, is not
// needed: a net that uses them says so in its .net. Immediate transitions go before timed ones and among each other by
// their numbers, so both become priorities: timed transitions have 0 and immediate ones their numbers, which are 1 at
// least [MCB84].
//
// Numbers are whole numbers and constants, or sums of these. A project may have several nets, of which one is named
// behind the file, as in shop.PNPRO#counter.
//
// Colours, fluid places and transitions, weights and rates that depend on the marking, and parameters without a value
// are refused by name. A rate that depends on the marking may be 0, which disables the transition.
package greatspn
