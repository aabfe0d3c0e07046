// Package lift has the distributed lift, a labelled transition system.
//
// Three lifts raise a load, a lorry say, together: they are joined by a bus in a ring, find out at the start how many
// they are, and then move in step. A button of one of them is pressed, and the first rounds of the bus make it the
// active one. The first version of this design had errors, and engines should find them: it is this version that is
// here. The numbers of the lifts are 1, 2, 3, succ(n) = n mod 3 + 1 and pred its inverse.
//
// A message is an address, the number of a lift, and a kind: STARTUP, STANDBY, UP, DOWN, SYNC or STOP.
//
// # The bus
//
// The bus is idle, or delivers a message to a list A of lifts, or is dead; and it has a list R of the lifts whose
// relays are closed, the latest first. Relays join the neighbours of a lift, so what lift n sends reaches
//
//	succ(n), succ(succ(n)), …  as long as the lift before is in R, once around at most, then
//	pred(n), pred(pred(n)), …  as long as these are in R, up to n.
//
// Sending needs an idle bus, which delivers from then on; if nobody is reached it stays idle. A lift that can receive
// takes the message, whether it is in A or not. If it is, all its entries in A go, and the bus is idle again when A is
// empty. If not, the bus is dead: nobody sends, receives, closes or opens a relay any more.
//
// # A lift
//
// A lift has a state and a list of steps to do. While there are such steps it does them, one after the other, and does
// not receive.
//
//	start         may do setref(n), then close its relay, send (1, STARTUP), open its relay; next: waiting
//	  receives (a, STARTUP): closes its relay, sends (succ(a), STARTUP); next: counted(m = k = succ(a))
//	  receives others: protocol_error(n); next: passive(1, 1, STOP)
//	waiting
//	  receives (a, STARTUP): sends (1, SYNC) and (1, STANDBY); next: passive(1, a, STANDBY)
//	  receives others: protocol_error(n); next: passive(1, 1, STOP)
//	counted(m, k)
//	  receives (a, STARTUP): next: counted(m, a)
//	  receives (a, SYNC): next: passive(m, k, STANDBY)
//	  receives others: protocol_error(n); next: passive(m, 1, STOP)
//	passive(m, k, s), m being its address and k the number of lifts
//	  if s = STANDBY, may do up(n), next: active(m, k, UP, k); or down(n), next: active(m, k, DOWN, k)
//	  receives (a, SYNC): move(n, s); next: the same
//	  receives (a, t): sends (m, t) if a = pred(m); next: passive(m, k, t)
//	active(m, k, s, c), c counting who has agreed
//	  may do released(n), next: passive(m, k, STANDBY)
//	  receives (a, SYNC): move(n, s); next: the same
//	  receives (pred(m), t): if t = s and c = 2 sends (m, SYNC), does move(n, s) and sends (m, s),
//	    otherwise sends (m, s); next: active(m, k, s, k)
//	  receives (a, t), a ≠ pred(m): next: active(m, k, s, pred(c)) if t = s, otherwise the same
//
// Visible are setref, up, down, released, move and protocol_error; sending, receiving and the relays are tau.
//
// # What is known
//
// There are 31,925 states, 121,197 transitions and 327 deadlocks, and the farthest states are 46 steps away. The errors
// to be found: a lift may move up though its own button was not pressed for that; and when up is pressed and not
// released, lifts may for ever not move up.
package lift
