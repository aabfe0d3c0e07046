package nets

import (
	"fmt"
	"strconv"
)

// ccp is a cache coherence protocol, due to Steven German: N clients ask a home node for
// shared or exclusive access to a cell of memory. Each client i has the variables
//
//	cache  I, S, E                what access it has: none, shared, exclusive
//	ch1    none, reqS, reqE       what it asks for
//	ch2    none, inv, gntS, gntE  what it is told: to give up its access, or that it has got one
//	ch3    none, ack              that it has given up its access
//	inv    0, 1                   it must still be told to give up its access
//	shr    0, 1                   it has been granted an access
//
// and the home node has eg = 0, 1 (an exclusive access is granted), cmd = none, S, E (what
// is being done) and cur = 1 … N (for whom). At first each variable has the first of
// its values. The rules, for each client i, with its variables where there is no
// index, and A = S, E:
//
//	reqS_i:       ch1 = none, cache = I → ch1 := reqS
//	reqE_i:       ch1 = none, cache = I or S → ch1 := reqE
//	acceptA_i:    cmd = none, ch1 = reqA → cmd := A, cur := i, ch1 := none, inv_j := shr_j for all j
//	sendInv_i:    inv = 1, ch2 = none, cmd = E or cmd = S and eg = 1 → ch2 := inv, inv := 0
//	invalidate_i: ch2 = inv, ch3 = none → ch2 := none, ch3 := ack, cache := I
//	recvAck_i:    cmd = S or E, ch3 = ack → ch3 := none, shr := 0, eg := 0
//	grantS_i:     cur = i, cmd = S, eg = 0, ch2 = none → ch2 := gntS, shr := 1, cmd := none
//	grantE_i:     cur = i, cmd = E, eg = 0, ch2 = none, all shr_j = 0
//	                → ch2 := gntE, shr := 1, eg := 1, cmd := none
//	gotA_i:       ch2 = gntA → cache := A, ch2 := none
//
// The net has a place for each value of each variable, as ch1_i.reqS and cmd.none, but
// cur_i for cur = i. It has a transition for each rule and each combination of old values
// that the rule has to know; these stand behind dots in the name, as in reqE_1.S and
// acceptE_2.1.010.000 (cur, shr and inv). So what stands before the first dot is the
// rule. There is no deadlock; no closed forms are known.
//
// The proposition waiting_i says that client i has asked for exclusive access and has not
// been told that it has got it. That it may wait for ever is EF EG waiting_i.
func ccp() Family {
	f := Family{
		Name:         "ccp",
		Title:        "German's cache coherence protocol",
		Parameter:    "clients",
		Numbers:      numbers(1, 6, "N"), // more than 8·N²·4^N·(N+2) arcs
		Propositions: []Proposition{indexed("waiting", "ch2_i.gntE = 0 & (ch1_i.reqE = 1 | cmd.E = 1 & cur_i = 1)")},
	}
	f.builds(func(b builder, n int) {
		h := coherence{builder: b}
		for i := 1; i <= n; i++ {
			h.cache = append(h.cache, h.variable(at("cache", i), "I", "S", "E"))
			h.ch1 = append(h.ch1, h.variable(at("ch1", i), "none", "reqS", "reqE"))
			h.ch2 = append(h.ch2, h.variable(at("ch2", i), "none", "inv", "gntS", "gntE"))
			h.ch3 = append(h.ch3, h.variable(at("ch3", i), "none", "ack"))
			h.inv = append(h.inv, h.variable(at("inv", i), "0", "1"))
			h.shr = append(h.shr, h.variable(at("shr", i), "0", "1"))
		}
		h.eg = h.variable("eg", "0", "1")
		h.cmd = h.variable("cmd", "none", "S", "E")
		for i := range n {
			h.cur = append(h.cur, b.Place(at("cur", i+1), tokens(i == 0)))
		}
		for i := range n {
			h.rules(i)
		}
	})
	return f
}

// A variable has a place for each of its values, which are numbered from 0.
type variable []int

// A coherence is the net of ccp in the making.
type coherence struct {
	builder
	cache, ch1, ch2, ch3, inv, shr []variable // by client, from 0
	eg, cmd, cur                   variable
}

// variable adds a variable that has the first value.
func (h *coherence) variable(name string, values ...string) variable {
	var v variable
	for i, value := range values {
		v = append(v, h.Place(name+"."+value, tokens(i == 0)))
	}
	return v
}

// Numbers of values. What is said of an access S or E is numbered by it.
const (
	none = 0 // of ch1, ch2, ch3 and cmd
	inv  = 1 // of ch2
	ack  = 1 // of ch3
	gnt  = 1 // gnt + A is gntA, of ch2
)

// The accesses and their names.
const (
	accessI = iota
	accessS
	accessE
)

func accessName(a int) string { return "ISE"[a : a+1] }

// A change is a value that a variable must have, and the one that it gets.
type change struct {
	v        variable
	old, new int
}

// is says that a variable must have a value, which it keeps.
func is(v variable, value int) change { return change{v, value, value} }

// change adds a transition.
func (h *coherence) change(name string, changes ...change) {
	var pre, post []int
	for _, c := range changes {
		pre, post = append(pre, c.v[c.old]), append(post, c.v[c.new])
	}
	h.fire(name, pre, post)
}

// rules adds the transitions of the rules for client i, counted from 0.
func (h *coherence) rules(i int) {
	name := func(rule string) string { return at(rule, i+1) }
	cache, ch1, ch2, ch3, shr := h.cache[i], h.ch1[i], h.ch2[i], h.ch3[i], h.shr[i]
	granted := []int{accessS, accessE}

	h.change(name("reqS"), is(cache, accessI), change{ch1, none, accessS})
	for _, a := range []int{accessI, accessS} {
		h.change(name("reqE")+"."+accessName(a), is(cache, a), change{ch1, none, accessE})
	}
	for _, a := range granted {
		h.accept(name("accept"+accessName(a)), i, a)
	}
	told := []change{{h.inv[i], 1, 0}, {ch2, none, inv}}
	h.change(name("sendInv")+".E", append(told, is(h.cmd, accessE))...)
	h.change(name("sendInv")+".S", append(told, is(h.cmd, accessS), is(h.eg, 1))...)
	for a := accessI; a <= accessE; a++ {
		h.change(name("invalidate")+"."+accessName(a), change{ch2, inv, none}, change{ch3, none, ack},
			change{cache, a, accessI})
	}
	for _, a := range granted {
		for old := range values(2) {
			h.change(name("recvAck")+"."+accessName(a)+"."+digits(old),
				is(h.cmd, a), change{ch3, ack, none}, change{shr, old[0], 0}, change{h.eg, old[1], 0})
		}
	}
	for old := range 2 {
		h.change(name("grantS")+"."+strconv.Itoa(old),
			is(h.cur, i), change{h.cmd, accessS, none}, is(h.eg, 0), change{ch2, none, gnt + accessS},
			change{shr, old, 1})
	}
	grantE := []change{is(h.cur, i), {h.cmd, accessE, none}, {h.eg, 0, 1}, {ch2, none, gnt + accessE}}
	for j, shr := range h.shr {
		if j == i {
			grantE = append(grantE, change{shr, 0, 1})
		} else {
			grantE = append(grantE, is(shr, 0))
		}
	}
	h.change(name("grantE"), grantE...)
	for _, a := range granted {
		for old := accessI; old <= accessE; old++ {
			h.change(name("got"+accessName(a))+"."+accessName(old), change{ch2, gnt + a, none}, change{cache, old, a})
		}
	}
}

// accept adds the transitions in which the home node begins to give client i an access.
func (h *coherence) accept(name string, i, access int) {
	for cur := range h.cur {
		for shr := range values(len(h.shr)) {
			for old := range values(len(h.inv)) {
				changes := []change{{h.cmd, none, access}, {h.ch1[i], access, none}, {h.cur, cur, i}}
				for j := range shr {
					changes = append(changes, is(h.shr[j], shr[j]), change{h.inv[j], old[j], shr[j]})
				}
				h.change(fmt.Sprintf("%s.%d.%s.%s", name, cur+1, digits(shr), digits(old)), changes...)
			}
		}
	}
}
