package explicit

import (
	"context"

	"brim/ctl/syntax"
)

// This file has the fixed points of CTL over a graph that is stored: EX, EU and EG.

// before returns the states with a successor in set: EX.
func (c *Checker) before(ctx context.Context, set Bits) (Bits, error) {
	all, poll := c.graph.none(), poller(ctx)
	for s := range set.All() {
		if poll() {
			return nil, ctx.Err()
		}
		for _, p := range c.graph.Into(s) {
			all.Add(int(p))
		}
	}
	return all, ctx.Err()
}

// until returns the states from which some path stays in inside until it is in goal: E(inside U goal). Each edge into a
// state that is found is looked at once.
func (c *Checker) until(ctx context.Context, inside, goal Bits) (Bits, error) {
	all := c.graph.none()
	copy(all, goal)
	stack, poll := c.stack[:0], poller(ctx)
	visit := func(s int) {
		for _, p := range c.graph.Into(s) {
			if p := int(p); !all.Has(p) && inside.Has(p) {
				all.Add(p)
				stack = append(stack, uint32(p))
			}
		}
	}
	for s := range goal.All() {
		for visit(s); len(stack) > 0 && !poll(); {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			visit(int(s))
		}
		if poll() {
			return nil, ctx.Err()
		}
	}
	c.stack = stack
	return all, ctx.Err()
}

// always returns the states from which some path stays in inside, for ever or until it ends where it may: EG. States of
// which all edges leave the set are taken out of it, and each edge into a state that is taken out is looked at once.
func (c *Checker) always(ctx context.Context, inside Bits) (Bits, error) {
	g := c.graph
	all := g.none()
	copy(all, inside)
	if c.left == nil {
		c.left = make([]uint32, g.States())
	}
	clear(c.left)
	poll := poller(ctx)
	for s := range all.All() {
		if poll() {
			return nil, ctx.Err()
		}
		for _, p := range g.Into(s) {
			c.left[p]++
		}
	}
	stack := c.stack[:0]
	for s := range inside.All() {
		if c.left[s] == 0 && !(c.paths == syntax.Maximal && g.dead.Has(s)) {
			all.remove(s)
			stack = append(stack, uint32(s))
		}
	}
	for len(stack) > 0 {
		if poll() {
			return nil, ctx.Err()
		}
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, p := range g.Into(int(s)) {
			if c.left[p]--; c.left[p] == 0 && all.Has(int(p)) {
				all.remove(int(p))
				stack = append(stack, p)
			}
		}
	}
	c.stack = stack
	return all, ctx.Err()
}

// poller returns a function that looks now and then whether ctx has ended.
func poller(ctx context.Context) func() bool {
	polls, done := 0, false
	return func() bool {
		if polls++; polls%pollEvery == 0 {
			done = ctx.Err() != nil
		}
		return done
	}
}
