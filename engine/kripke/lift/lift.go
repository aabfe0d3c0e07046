package lift

import "fmt"

// lifts is the number of lifts.
const lifts = 3

// A number is that of a lift, from 1 to lifts, or an address.
type number int8

func (n number) succ() number { return n%lifts + 1 }
func (n number) pred() number { return (n+lifts-2)%lifts + 1 }

// A kind is one of messages, and what a lift was last told to do.
type kind int8

const (
	startup kind = iota
	standby
	up
	down
	syncAll
	stop
)

func (k kind) String() string {
	return [...]string{"STARTUP", "STANDBY", "UP", "DOWN", "SYNC", "STOP"}[k]
}

type message struct {
	address number
	kind    kind
}

// A mode is what a lift is doing.
type mode int8

const (
	start mode = iota
	waiting
	counted
	passive
	active
)

// A control is the state of a lift but for its steps to do. Fields without meaning in a mode are 0.
type control struct {
	mode mode
	m    number // its address
	k    number // the number of lifts
	s    kind
	c    number
}

// An action is what a lift does in a step.
type action int8

const (
	nothing action = iota
	closeRelay
	openRelay
	send
	move
	complain
)

// A step is an action, with the message to be sent or the kind of move.
type step struct {
	action  action
	message message
}

func sends(address number, k kind) step { return step{send, message{address, k}} }
func moves(s kind) step                 { return step{move, message{0, s}} }

// A lift is the state of one lift.
type lift struct {
	control
	todo [3]step // in their order, then nothing
}

// then returns a lift with the given steps to do.
func (c control) then(todo ...step) lift {
	l := lift{control: c}
	copy(l.todo[:], todo)
	return l
}

// done returns the lift after its first step.
func (l lift) done() lift { return l.then(l.todo[1:]...) }

// A press is something that a lift may do when it has no steps to do, and the lift after it.
type press struct {
	label string
	lift
}

// presses returns what lift n may do.
func (l lift) presses(n number) []press {
	label := func(what string) string { return fmt.Sprintf("%s(%d)", what, n) }
	c := l.control
	switch {
	case c.mode == start:
		first := control{mode: waiting}.then(step{action: closeRelay}, sends(1, startup), step{action: openRelay})
		return []press{{label("setref"), first}}
	case c.mode == passive && c.s == standby:
		return []press{
			{label("up"), control{active, c.m, c.k, up, c.k}.then()},
			{label("down"), control{active, c.m, c.k, down, c.k}.then()},
		}
	case c.mode == active:
		return []press{{label("released"), control{passive, c.m, c.k, standby, 0}.then()}}
	}
	return nil
}

// receive returns the lift after it has received a message.
func (c control) receive(x message) lift {
	switch c.mode {
	case start:
		if x.kind == startup {
			m := x.address.succ()
			return control{mode: counted, m: m, k: m}.then(step{action: closeRelay}, sends(m, startup))
		}
		return control{mode: passive, m: 1, k: 1, s: stop}.then(step{action: complain})
	case waiting:
		if x.kind == startup {
			return control{mode: passive, m: 1, k: x.address, s: standby}.then(sends(1, syncAll), sends(1, standby))
		}
		return control{mode: passive, m: 1, k: 1, s: stop}.then(step{action: complain})
	case counted:
		switch x.kind {
		case startup:
			c.k = x.address
			return c.then()
		case syncAll:
			return control{mode: passive, m: c.m, k: c.k, s: standby}.then()
		}
		return control{mode: passive, m: c.m, k: 1, s: stop}.then(step{action: complain})
	case passive:
		return c.receivePassive(x)
	}
	return c.receiveActive(x)
}

func (c control) receivePassive(x message) lift {
	if x.kind == syncAll {
		return c.then(moves(c.s))
	}
	c.s = x.kind
	if x.address == c.m.pred() {
		return c.then(sends(c.m, x.kind))
	}
	return c.then()
}

func (c control) receiveActive(x message) lift {
	switch {
	case x.kind == syncAll:
		return c.then(moves(c.s))
	case x.address == c.m.pred() && x.kind == c.s && c.c == 2:
		c.c = c.k
		return c.then(sends(c.m, syncAll), moves(c.s), sends(c.m, c.s))
	case x.address == c.m.pred():
		c.c = c.k
		return c.then(sends(c.m, c.s))
	case x.kind == c.s:
		c.c = c.c.pred()
	}
	return c.then()
}
