package check_test

import (
	"fmt"
	"strings"

	"brim/petri/nets"
	"brim/petri/timed"
)

// The nets whose answers documents state, written anew from what the documents say.

// Sources of answers.
const (
	engineNets  = "[DJJ+12], engine, `example-nets`"
	engineTests = "[DJJ+12], engine, `test`"
	imitator    = "[And21], `jobshop_2_4`"
	editorNets  = "[DJJ+12], editor, `Example nets`"
)

// knownTimes lists known answers.
func knownTimes() []known {
	arcs := func(text string, constants map[string]int) func() *timed.Document {
		return func() *timed.Document { return sketched(text, constants).timedArc() }
	}
	safe, mutex := "AG(DangerZone > 0 -> Red = 1)", "EF(CS >= 2 | CS_ >= 2 | CS >= 1 & CS_ >= 1)"
	mixed := "EF(Sender_A = 1 & (Receiver_B = 1 | Receiver_C = 1) | Sender_C = 1 & (Receiver_A = 1 | Receiver_D = 1))"
	return []known{
		{arcs(introNet, nil), "intro-example", "EF P7 = 1", "holds", engineNets},
		{arcs(transportNet, nil), "transport", "EF(P1 = 1 & P4 = 1 & P5 = 1)", "holds", engineNets},
		{arcs(lateNet, nil), "transportarc-counter-example", "EF P3 = 1", "fails", engineNets},
		{arcs(movedNet, nil), "transportarc-test1", "EF P1 = 1", "holds", engineNets},
		{arcs(producerNet, nil), "producer-consumer-no-trans-inv", "EF Garbage = 3", "holds", engineNets},
		{arcs(bitNet, nil), "abp-hacked", mixed, "holds", engineNets},
		{arcs(fischerNet, map[string]int{"waits": 3}), "fischer-5", mutex, "fails", engineNets},
		{arcs(fischerNet, map[string]int{"waits": 2}), "the same, but processes wait too short", mutex, "holds",
			"[Lam87], in general"},
		{arcs(quickestNet, nil), "fastest_trace", "min time to out = 1", "12", engineTests},
		{arcs(levelNet, map[string]int{"red": 17}), "train-level-crossing", safe, "holds", editorNets},
		{arcs(levelNet, map[string]int{"red": 16}), "the same, red for a unit less", safe, "fails", editorNets},
		{arcs(serverNet, nil), "webserver", "EF(Responses = 5 & Dropped = 0)", "holds", editorNets},
		{arcs(tasksNet, nil), "workflow-simple", "min time to Work_Done = 1", "15", editorNets},
		{arcs(tasksNet, nil), "workflow-simple", "EF(deadlock & Work_Done = 0)", "holds", editorNets},
		{arcs(paymentNet, nil), "workflow-payment", "AF out = 1", "holds", editorNets},
		{
			arcs(paymentNet, nil), "workflow-payment",
			"AG(out >= 1 -> out = 1 & in + booking + payment + successful + attempts = 0)", "holds", editorNets,
		},
		{crew(5, 10, 20, 25), "soldiers on a bridge, times 5, 10, 20, 25", "min time to safe = 4", "60", "[MS04]"},
		{jobs("1:4 2:5", "1:3"), "two jobs, two machines", "min time to done = 2", "9", "[AM01], in general"},
		{jobs("3:1 1:3 2:6 4:7", "2:8 3:5 1:10 4:4"), "two jobs, four machines", "min time to done = 2", "27",
			imitator},
		{
			family("crossing:3"), "`crossing:3`", "AG(road_1 + road_2 + road_3 > 0 -> closed = 1)", "holds",
			"[LS87], in general",
		},
		{
			family("bridge:3"), "`bridge:3`", "AG(bridge_1 + bridge_2 + bridge_3 <= 1)", "holds",
			"[BDL04], in general",
		},
		{family("bridge:3"), "`bridge:3`", "EF deadlock", "fails", "[BDL04], in general"},
	}
}

func family(spec string) func() *timed.Document {
	return func() *timed.Document {
		d, err := nets.ParseTimed(spec)
		if err != nil {
			panic(err)
		}
		return d
	}
}

// jobs is a job shop: operations of a job, as machine:time, come one after the other, each when its machine is free.
func jobs(list ...string) func() *timed.Document {
	var b strings.Builder
	machines := map[string]bool{}
	for i, job := range list {
		steps := strings.Fields(job)
		fmt.Fprintf(&b, "place job%d.0 1\n", i)
		for k, step := range steps {
			machine, time, _ := strings.Cut(step, ":")
			next := fmt.Sprintf("job%d.%d", i, k+1)
			if k == len(steps)-1 {
				next = "done"
			}
			fmt.Fprintf(&b, "begin%d.%d: job%d.%d machine%s -> work%d.%d\n", i, k, i, k, machine, i, k)
			fmt.Fprintf(&b, "end%d.%d [%s,%s]: work%d.%d -> %s machine%s\n", i, k, time, time, i, k, next, machine)
			if !machines[machine] {
				machines[machine] = true
				fmt.Fprintf(&b, "place machine%s 1\n", machine)
			}
		}
	}
	return func() *timed.Document { return sketched(b.String(), nil).timePetri() }
}

// crew crosses a bridge that bears two, who need a torch and go as fast as the slower one; one brings it back.
func crew(times ...int) func() *timed.Document {
	var b strings.Builder
	b.WriteString("place torch 1\n")
	for i, time := range times {
		fmt.Fprintf(&b, "place unsafe%d 1\n", i)
		fmt.Fprintf(&b, "turn%d: there%d beyond safe -> back%d\n", i, i, i)
		fmt.Fprintf(&b, "return%d [%d,%d]: back%d -> unsafe%d torch\n", i, time, time, i, i)
		for k := range i {
			pair, slower := fmt.Sprintf("%d.%d", k, i), max(time, times[k])
			fmt.Fprintf(&b, "go%s: unsafe%d unsafe%d torch -> cross%s\n", pair, k, i, pair)
			fmt.Fprintf(&b, "arrive%s [%d,%d]: cross%s -> there%d there%d safe*2 beyond\n", pair, slower, slower, pair,
				k, i)
		}
	}
	return func() *timed.Document { return sketched(b.String(), nil).timePetri() }
}

const introNet = `
	place P0 1
	place P2 0 <=5
	T0: P0[2,4] -> P1 P2
	T1: P2[2,6] -> P3 P4
	T2: P3[2,5] P4[1,3] -> P5
	T3: P1[4,7] -> P6
	T4: P5[1,7] P6[8,9] -> P7`

const transportNet = `
	place P0 1
	place P1 0 <=2
	place P2 1
	place P3 1 <=2
	T0: P0=>P1[0,7] P2
	T2: P3=>P4[1,2] -> P5`

const lateNet = `
	place P0 1
	T0: P0=>P1[5,inf)
	T1: P1=>P2[1,inf)
	T2: P2=>P3[2,4]`

const movedNet = `
	place P0 1
	place P1 0 <=3
	place P2 0 <=1
	T0: P0=>P1[1,5]
	T1: P1=>P2[2,3]`

// In_transit, Ready and Garbage have no bounds.
const producerNet = `
	place Ready_to_produce 1
	place Ready_to_consume 1
	Produce: Ready_to_produce[0,2] -> Recover In_transit
	Recovering: Recover[3,5] -> Ready_to_produce
	Transport: In_transit[1,3] -> Ready
	Consume: Ready_to_consume[4,7] Ready[0,3) -> Get_ready
	Done: Get_ready[3,6] -> Ready_to_consume
	Collect: Ready[3,inf) -> Garbage`

// The alternating bit protocol, in which a message may be received a unit too late. The media have no bounds.
const bitNet = `
	place Sender_A 1
	place Receiver_A 1
	Send_0: Sender_A -> Medium_A Sender_B
	ReSend_0: Sender_B[5,6] -> Medium_A Sender_B
	Receive_0: Medium_A[0,2] Receiver_A -> Receiver_B
	Receive_old_0: Medium_A[0,1] Receiver_C -> Receiver_B
	Ack_send_0: Receiver_B[0,2] -> Medium_B Receiver_C
	Ack_rec_0: Sender_B Medium_B[0,1] -> Sender_C
	Send_1: Sender_C -> Sender_D Medium_C
	ReSend_1: Sender_D[5,6] -> Sender_D Medium_C
	Receive_1: Medium_C[0,1] Receiver_C -> Receiver_D
	Receive_old_1: Medium_C[0,1] Receiver_A -> Receiver_D
	Ack_send_1: Receiver_D[0,2] -> Receiver_A Medium_D
	Ack_rec_1: Sender_D Medium_D[0,1] -> Sender_A
	Loss_A: Medium_A
	Loss_B: Medium_B
	Loss_C: Medium_C
	Loss_D: Medium_D`

// A process goes from A over B and C to CS, where the age on B is at most 2 and that on C is at least $waits. The place
// of the process that the shared variable names ends in _; udf has a token if it names none.
const fischerNet = `
	place A 5
	place udf 1
	place B 0 <=2
	initiate: A udf -> B udf
	choose1: B udf -> C_
	choose2A: B A_ -> A C_
	choose2B: B B_ -> B C_
	choose2C: B C_ -> C C_
	choose2CS: B CS_ -> CS C_
	choose3: B_[0,2] -> C_
	enter: C_[$waits,inf) -> CS_
	fail1: C_ udf -> B_ udf
	fail2: C udf -> B udf
	exit1: CS_ -> A udf
	exit2B: CS B_ -> A B udf
	exit2C: CS C_ -> A C udf
	exit2CS: CS CS_ -> A CS udf
	exit3: CS udf -> A udf`

// Five items take 5 or 3 units on one of two machines each, and then 7 on one machine, or 4 two at a time on another.
const quickestNet = `
	place in 1
	place P3 0 <=5
	place P4 0 <=3
	place P8 0 <=7
	place P9 0 <=4
	urgent init: in -> P2*5 P5*2 P6*2 P10*2 P11
	T1: P2 P5 -> P3
	T2: P2 P6 -> P4
	T3: P3[5,inf) -> P7 P5
	T4: P4[3,inf) -> P7 P6
	T5: P7 P10 -> P8
	T6: P7*2 P11 -> P9
	T7: P8[7,inf) -> finished P10
	T8: P9[4,inf) -> finished*2 P11
	urgent T9: finished*5 P5*2 P6*2 P10*2 P11 -> out`

const levelNet = `
	place Trains 5
	place Approaching 0 <=10
	place DangerZone 0 <=6
	place Green 1
	place Yellow 0 <=5
	place Red 0 <=$red
	place RedRequested 0 <=0
	SensorActivation: Trains -> Approaching RedRequested
	EnterDangerZone: Approaching[7,10] -> DangerZone
	LeaveDangerZone: DangerZone[3,6] -> Trains
	GreenToYellow: Green RedRequested -> Yellow
	YellowStaysYellow: RedRequested Yellow=>Yellow
	RedTimerReset: Red RedRequested -> Red
	YellowToRed: Yellow[5,5] -> Red
	RedToGreen: Red[$red,$red] -> Green`

// Responses and Dropped have no bounds.
const serverNet = `
	place Webserver 1
	place UserA 1 <=7
	place UserB 1 <=5
	place Requests 0 <=5
	place Processing 0 <=5
	SendRequestA: UserA[7,7] -> UserA Requests
	SendRequestB: UserB[5,5] -> UserB Requests
	Process: Webserver Requests=>Processing[0,5) -> Working
	SendReply: Working[3,inf) Processing=>Responses[0,5] -> Webserver
	Drop: Requests[5,5] -> Dropped`

const tasksNet = `
	place start 1
	init: start[0,0] -> A0 Deadlines
	A0_Done: A0[5,inf) Deadlines=>Deadlines[0,5] -> A1 A3 A4
	A1_Done: A1[4,inf) Deadlines=>Deadlines[0,9] -> A2
	A2_Done: A2[4,inf) Deadlines=>Deadlines[0,15] -> Sync2_A2
	A3_Done: A3[2,inf) Deadlines=>Deadlines[0,9] -> Sync1_A3
	A4_Done: A4[2,inf) Deadlines=>Deadlines[0,8] -> Sync1_A4
	Sync1_Done: Sync1_A3 Sync1_A4 -> A5
	A5_Done: A5[3,inf) Deadlines=>Deadlines[0,13] -> A6
	A6_Done: A6[3,inf) Deadlines=>Deadlines[0,18] -> Sync2_A6
	Sync2_Done: Sync2_A2 Sync2_A6 -> A7
	A7_Done: A7[2,inf) Deadlines=>Work_Done[0,25]`

const paymentNet = `
	place in 1
	place booking 0 <=5
	place payment 0 <=10
	urgent start: in -> booking attempts*3
	book: booking=>payment[3,5]
	pay: payment[0,10] -> successful
	urgent empty: successful attempts -> successful
	urgent success: successful !attempts -> out
	fail1: booking[5,5] !attempts -> out
	fail2: payment[10,10] !attempts -> out
	restart1: booking attempts -> booking
	restart2: payment attempts -> booking`
