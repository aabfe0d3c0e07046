package reduce

import (
	"fmt"
	"strings"
)

// A Class says what the smaller net has to have in common with the original. V is the places of Options.Observed.
type Class uint8

const (
	// Count allows the reachable markings of the original to be reconstructed, and so counted, from those of the
	// smaller net; see Equations.
	Count Class = iota
	// Reach keeps the reachable markings as far as V shows them.
	Reach
	// Dead keeps whether a marking that enables no transition is reachable.
	Dead
	// ReachDead keeps both: what V shows of the reachable markings, and of the dead ones among them.
	ReachDead
	// Stutter keeps the maximal runs on V up to stuttering: LTL without X.
	Stutter
	// Branching keeps the net up to stuttering bisimulation on V that tells endless silence and silent ends apart: CTL
	// without EX, AX and deadlock.
	Branching
	// Bisimilar keeps the net up to bisimulation on V: CTL, LTL and CTL*, deadlock included.
	Bisimilar
	// Live keeps whether all transitions are live.
	Live
	classes
)

var classNames = [classes]string{"states", "reach", "deadlock", "reach-deadlock", "ltl", "ctl", "ctlx", "liveness"}

func (c Class) String() string { return classNames[c] }

// ClassNames lists the words that ParseClass reads.
func ClassNames() []string { return classNames[:] }

// ParseClass returns the class that a word names.
func ParseClass(word string) (Class, error) {
	for c, name := range classNames {
		if word == name {
			return Class(c), nil
		}
	}
	return 0, fmt.Errorf("class %q; expected one of %s", word, strings.Join(classNames[:], ", "))
}

// A set of classes, by bits.
type keeps uint16

const (
	keepCount     keeps = 1 << Count
	keepReach     keeps = 1 << Reach
	keepDead      keeps = 1 << Dead
	keepReachDead       = keepReach | keepDead | 1<<ReachDead
	keepStutter         = keepReachDead | 1<<Stutter
	keepBranching       = keepStutter | 1<<Branching
	keepBisimilar       = keepBranching | 1<<Bisimilar
	keepLive      keeps = 1 << Live
)

func (k keeps) has(c Class) bool { return k>>c&1 == 1 }
