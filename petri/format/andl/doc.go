// Package andl reads and writes nets in ANDL, the abstract net description language in which Snoopy exports nets and
// which Marcie reads [HRS13].
//
// Nets of the classes pn and xpn are read: constants that are integers, places with their tokens, and transitions with
// conditions and updates of places, in which numbers may be sums, differences, products and quotients of numbers and
// constants. A condition [p >= n] is a read arc, [p < n] an inhibitor arc, and [p = n] both; an update [p + n] is an
// output arc, [p - n] an input arc, and [p = n] a reset arc with an output arc. Coloured, continuous, hybrid,
// stochastic and timed classes are refused by name, and so is all that a net of these two classes cannot say.
package andl
