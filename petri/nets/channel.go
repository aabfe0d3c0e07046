package nets

import (
	"fmt"
	"strconv"
	"strings"
)

// A packet is what a channel carries: a message with a bit, or a bit alone.
type packet struct {
	bit   int
	label string // in labels: _d1_0, or _0
	data  string // without the bit: _d1
	state string // in states: 1_0, or 0
}

// messages returns the packets with the messages 1 … n: all with bit 0, then those with bit 1.
func messages(n int) []packet {
	var list []packet
	for b := range 2 {
		for d := 1; d <= n; d++ {
			data := "_d" + strconv.Itoa(d)
			list = append(list, packet{b, at(data, b), data, fmt.Sprintf("%d_%d", d, b)})
		}
	}
	return list
}

// plainBits returns the packets without a message.
func plainBits() []packet {
	return []packet{{bit: 0, label: "_0", state: "0"}, {bit: 1, label: "_1", state: "1"}}
}

// bits returns the bit of the packet and the other one.
func (x packet) bits() (same, other string) { return strconv.Itoa(x.bit), strconv.Itoa(1 - x.bit) }

// A channel takes a packet, keeps, spoils or, if it is one that does so, loses it, and
// hands over what it has kept or that something was spoilt.
type channel struct {
	name     string
	from, to string // labels of taking and handing over
	kept     string // the state in which a packet is kept, without the packet
	spoilt   string // what is handed over instead of a spoilt packet
	loses    bool
}

func (c channel) machine(packets []packet) machine {
	m := machine{name: c.name, initial: c.name}
	empty, bad := c.name, c.name+"e"
	for _, x := range packets {
		m.does(empty, receive, c.from+x.label, c.name+x.state)
		m.does(c.name+x.state, local, "i", c.kept+x.state)
		m.does(c.name+x.state, local, "i", bad)
		if c.loses {
			m.does(c.name+x.state, local, "i", empty)
		}
		m.does(c.kept+x.state, send, c.to+x.label, empty)
	}
	m.does(bad, send, c.to+"_"+c.spoilt, empty)
	return m
}

// anyMessage returns a proposition that says something of some message d and some bit b.
// In the formula d_b and b occur as the ends of names of places.
func anyMessage(name, formula string) Proposition {
	of := func(d string, b int) string {
		return strings.NewReplacer("d_b", at(d, b), "b ", strconv.Itoa(b)+" ").Replace(formula)
	}
	return Proposition{name, of("1", 0) + " | … | " + of("N", 1), func(n, _ int) string {
		var all []string
		for _, x := range messages(n) {
			d, _, _ := strings.Cut(x.state, "_")
			all = append(all, of(d, x.bit))
		}
		return strings.Join(all, " | ")
	}}
}
