package tables

import (
	"fmt"
	"strconv"

	"brim/bench"
)

// Records that are made up to turn each claim of a paper into a yes or a no.

// claimDoctors change records, which are all done in a second, so that they make a claim a yes or a no, and name the
// one cell whose record, alone, leaves it undecided.
var claimDoctors = map[string]struct {
	yes, no doctor
	keep    string
}{
	"000-table1": {bbmcPublishedDoctor(0), bbmcPublishedDoctor(-0.3),
		`^model=abp/n=2/property=I/engine=bbmc/breadth=1$`},
	"000-table1-lanes": {bbmcPublishedDoctor(0), bbmcPublishedDoctor(-0.3),
		`^model=abp/n=2/property=I/engine=bbmc/breadth=1$`},
	"000-abp-I":      {nil, set(`bfsbmc => counts.needed=2000`), `^model=abp/n=2/property=I/engine=bfsbmc$`},
	"000-cabp-I":     {nil, set(`bfsbmc => counts.needed=900`), `^model=abp/n=2/property=I/engine=bfsbmc$`},
	"000-abp-II-par": {set(`bfsbmc => counts.needed=1100`), nil, `^model=abp/n=2/property=I/engine=bfsbmc$`},
	"000-II-better":  {set(`bfsbmc => counts.needed=1100`), nil, `^model=abp/n=2/property=I/engine=bfsbmc$`},
	"000-ccp-better": {set(`bfsbmc => counts.needed=1100`), nil, `^model=ccp/n=3/property=acceptE/engine=bfsbmc$`},
	"000-ccp-one": {set(`breadth=1$ => counts.states=70 counts.probability=0.58`), nil,
		`acceptE/engine=bfsbmc$`},
	"000-ccp-sure": {set(`breadth => counts.probability=1`), nil, `acceptE/engine=bfsbmc$`},
	"000-ccp-bmc":  {set(`bfsbmc => counts.needed=2673`), nil, `acceptE/engine=bbmc/breadth=1$`},
	"000-lift-bmc": {set(`=I/engine=bfsbmc => counts.needed=7536`, `=II/engine=bfsbmc => counts.needed=1101`),
		nil, `=I/engine=bbmc/breadth=1$`},
	"000-lift-20":       {set(`degrade=20 => counts.found=0`), nil, `=I/engine=bfsbmc$`},
	"000-lift-II":       {nil, set(`=II/.*degrade=40 => counts.high=0.2`), `=I/engine=bfsbmc$`},
	"000-lift-estimate": {set(`degrade => counts.states=50`), nil, `=I/engine=bfsbmc$`},
	"000-lift-sizes": {set(`breadth=10/degrade=20 => counts.states=81`,
		`breadth=25/degrade=60 => counts.states=500`), nil, `=I/engine=bfsbmc$`},
	"000-lift-worst": {set(`=II/.*breadth=30/degrade=60 => counts.states=60 counts.probability=0.9`), nil,
		`=I/engine=bfsbmc$`},
	"000-lift-without-I":  {set(`=I/engine=bfsbmc => counts.needed=2000`), nil, `=II/engine=bfsbmc$`},
	"000-lift-without-II": {nil, set(`=II/engine=bfsbmc => counts.needed=2000`), `=I/engine=bfsbmc$`},

	"000-no-sinks": {set(`property => counts.sinks=0`), nil, `model=abp/n=4/property=I/.*breadth=1/draw=highway$`},
	"000-attempts": {set(`seed => counts.runs=2`), nil, `model=abp/.*seed=1$`},

	"001-many-faster": {set(`strategy=fix => cpu=0.5`), set(`strategy=unlim => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-continuing": {set(`strategy=cont => cpu=0.5`), set(`strategy=rest => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-dphil-unlim": {set(`strategy=unlim => cpu=0.5`), set(`dphil/n=50/strategy=comp => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-rr-unlim": {set(`strategy=unlim => cpu=0.5`), set(`rr/n=50/strategy=comp => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-sr-bounded": {set(`strategy=unlim => cpu=2`), set(`sr/n=100/strategy=unlim => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-fms-unlim": {set(`fms/n=1000+/strategy=unlim => outcome=time cpu=600`), nil,
		`^model=fms/n=25/strategy=fix$`},
	"001-fms-small": {set(`strategy=unlim => cpu=0.5`), set(`fms/n=50/strategy=fix => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-fms-comp": {set(`strategy=comp => cpu=0.5`), set(`fms/n=100/strategy=fix => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-fms-comp-way": {set(`strategy=comp/way=paper => cpu=0.5`),
		set(`fms/n=100/strategy=fix/way=paper => cpu=0.5`), `dphil/n=10/strategy=fix/way=ours`},
	"001-fms-comp-fix": {set(`strategy=comp => cpu=0.5`), set(`fms/n=100/strategy=fix => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-fms-comp-fix-way": {set(`strategy=comp/way=paper => cpu=0.5`),
		set(`fms/n=100/strategy=fix/way=paper => cpu=0.5`), `dphil/n=10/strategy=fix/way=ours`},
	"001-rest-cont-way": {set(`strategy=rest/way=paper => cpu=0.5`),
		set(`kanban/n=30/strategy=cont/way=paper => cpu=0.5`), `dphil/n=10/strategy=fix/way=ours`},
	"001-rest-cont": {set(`strategy=rest => cpu=0.5`), set(`kanban/n=50/strategy=cont => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-kanban-bounded": {set(`strategy=unlim => cpu=2`), set(`kanban/n=200/strategy=unlim => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-figure3a": {set(`cont => rounds=10,50,100,40`), set(`cont => rounds=10,50,100,90`),
		`hanoi.*strategy=comp`},
	"001-figure3b-cont": {set(`cont => rounds=10,50,100,400`), set(`cont => rounds=10,50,40,90`),
		`fms.*strategy=comp`},
	"001-figure3b-comp": {set(`comp => rounds=10,50,20,40,30,60`), set(`comp => rounds=10,50,40,30`),
		`fms.*strategy=comp`},
	"001-prise-shallow": {set(`unlim => cpu=2`), set(`unlim => cpu=0.5`), `n=S/expression=2/strategy=auto`},
	"001-prise-shallow-comp": {set(`comp => cpu=0.5`), set(`n=L/expression=1/strategy=rest => cpu=0.5`),
		`n=S/expression=2/strategy=auto`},
	"001-prise-deep": {set(`unlim => cpu=0.5`), set(`n=M/expression=2/strategy=rest => cpu=0.5`),
		`n=S/expression=2/strategy=auto`},
	"001-prise-deep-comp": {set(`comp => cpu=0.5`), set(`n=L/expression=2/strategy=unlim => cpu=0.5`),
		`n=S/expression=2/strategy=auto`},
	"001-prise-deep-cont": {set(`cont => cpu=0.5`), set(`n=L/expression=2/strategy=rest => cpu=0.5`),
		`n=S/expression=2/strategy=auto`},
	"001-prise-memory": {set(`n=[ML]/expression=2/strategy=rest => outcome=memory`),
		set(`n=[ML]/expression=2/strategy=(rest|cont) => outcome=memory`), `n=S/expression=2/strategy=auto`},
	"001-forward": {set(`way=paper => cpu=2`), set(`way=forward => cpu=2`),
		`dphil/n=10/strategy=fix/way=ours`},
	"001-figure1": {set(`what => states=8`), set(`what => states=9`), `what=markings`},
	"001-infinite": {set(`unbounded.*unlim => outcome=unknown`),
		set(`unbounded/n=3/.*strategy=comp => outcome=time`), `rr/n=100/.*strategy=auto`},
	"001-refutation": {set(`strategy => complete=false`),
		set(`strategy => complete=false`, `prodcons/.*strategy=comp => complete=true`), `rr/n=100/.*strategy=auto`},
	"001-constrained-gain": {set(`n=30/.*way=loops => cpu=9`), set(`n=30/strategy=rest/way=loops => cpu=9`),
		`kanban/n=200/strategy=unlim/way=loops`},
	"001-constrained-90": {set(`n=30/.*way=loops => cpu=9`), set(`n=30/.*way=loops => cpu=3`),
		`kanban/n=200/strategy=unlim/way=loops`},
	"001-constrained": {set(`way=loops => cpu=9`), set(`way=loops => cpu=0.1`),
		`kanban/n=200/strategy=unlim/way=loops`},
	"001-step-small": {set(`step=1$ => cpu=9`), set(`start=10/step=10$ => cpu=9`),
		`dphil/n=50/strategy=comp/start=50/step=50`},
	"001-step-large": {set(`step=100$ => cpu=9`), set(`start=10/step=10$ => cpu=9`),
		`dphil/n=50/strategy=comp/start=50/step=50`},
	"001-known-bound": {set(`strategy=fix => cpu=0.5`), set(`strategy=rest => cpu=0.5`),
		`^model=fms/n=25/strategy=fix$`},
	"001-hanoi-unlim":       {set(`hanoi/.*unlim => outcome=time cpu=600`), nil, `^model=fms/n=25/strategy=fix$`},
	"001-hanoi-unlim-order": {set(`hanoi/.*unlim => outcome=time cpu=600`), nil, `fms/n=100/order=file/strategy=fix$`},
	"001-hanoi-fix": {set(`strategy=fix => cpu=0.5`), set(`strategy=fix => cpu=2`),
		`^model=fms/n=25/strategy=fix$`},
	"001-hanoi-fix-order": {set(`strategy=fix => cpu=0.5`), set(`strategy=fix => cpu=2`),
		`fms/n=100/order=file/strategy=fix$`},
	"001-hanoi-cont": {set(`strategy=cont => cpu=0.5`), set(`n=16/strategy=cont => cpu=2`),
		`^model=fms/n=25/strategy=fix$`},
	"001-hanoi-cont-order": {set(`strategy=cont => cpu=0.5`), set(`n=20/.*strategy=cont => cpu=2`),
		`fms/n=100/order=file/strategy=fix$`},
	"001-rr-cont-order": {set(`strategy=cont => cpu=0.5`, `comp => cpu=2`),
		set(`rr/n=50/.*strategy=cont => cpu=2`), `fms/n=100/order=file/strategy=fix$`},
	"001-fms-comp-order": {set(`order=file/strategy=comp => cpu=0.5`), set(`strategy=comp => cpu=2`),
		`kanban/n=100/order=file/strategy=fix$`},

	"002-length-1": {gmcFoundDoctor(map[string]bool{"0": true, "200": true}), nil, `goal=250/engine=bfs`},
	"002-bmc-decides": {set(`goal=(50|100|150|250)/engine=bmc/length=1$ => outcome=unknown`), nil,
		`goal=250/engine=bfs`},
	"002-bmc-grows": {set(`bmc/length=25 => cpu=2`, `bmc/length=50 => cpu=4`, `bmc/length=100 => cpu=8`),
		set(`bmc/length=25 => cpu=0.5`), `goal=250/engine=bfs`},
	"002-bmc-memory": {set(`bmc/length=100 => rss=90000000`), set(`bmc/length=100 => rss=9000000`),
		`goal=250/engine=bfs`},
	"002-gmc-memory":   {nil, set(`goal=50/engine=gmc/length=20/seed=7$ => rss=90000000`), `goal=250/engine=bfs`},
	"002-gmc-time":     {set(`bmc/length=100 => cpu=9`), set(`gmc/length=100 => cpu=9`), `goal=250/engine=bfs`},
	"002-longer-finds": {set(`goal=(50|150)/engine=gmc/length=5/ => outcome=unknown`), nil, `goal=250/engine=bfs`},
	"002-least-memory": {set(`gmc => rss=10000000`, `engine=bmc => rss=30000000`), set(`gmc => rss=90000000`),
		`goal=250/engine=bfs`},
	"002-minimal": {func(c *bench.Cell, r *bench.Record) {
		for _, g := range gmcGoals {
			if c.Label("goal") == strconv.Itoa(g.goal) {
				r.Steps = new(g.shortest)
			}
		}
	}, nil, `goal=250/engine=bfs`},

	"003-intel": {set(`engine=refined => cpu=0.5`), set(`model=fms/n=20/.*engine=unlim => cpu=0.5`),
		`prise/n=S/k=34/engine=unlim`},
	"003-shortest":       {set(`engine=none => steps=k`), nil, `prise/n=S/k=34/engine=unlim`},
	"003-found":          {nil, set(`fms/n=50/.*engine=none => outcome=time cpu=60`), `prise/n=S/k=34/engine=unlim`},
	"003-found-k":        {nil, set(`fms/n=50/.*engine=refined => outcome=time cpu=60`), `prise/n=S/k=34/engine=unlim`},
	"003-plain-right":    {nil, set(`tpc/.*proof=plain => outcome=wrong`), `dphil/.*proof=none`},
	"003-refined-right":  {nil, set(`tpc/.*proof=refined => outcome=wrong`), `dphil/.*proof=none`},
	"003-plain-ends":     {nil, set(`tpc/.*proof=plain => outcome=time cpu=15`), `dphil/.*proof=none`},
	"003-refined-ends":   {nil, set(`tpc/.*proof=refined => outcome=time cpu=15`), `dphil/.*proof=none`},
	"003-refined-sooner": {nil, set(`tpc/.*proof=plain => counts.length=99`), `dphil/.*proof=none`},
	"003-partial":        {set(`proof=none => outcome=unknown`), nil, `dphil/.*proof=none`},
	"003-not-minimal":    {set(`rr/n=10/.*proof=late => steps=9`), set(`proof=late => steps=k`), `dphil/.*proof=none`},
	"003-from-k": {set(`engine=refined => cpu=0.5`), set(`engine=none => cpu=0.5`),
		`prise/n=S/k=34/engine=unlim`},

	"002-layers": {nil, set(`setting=x(1y0|2y0|0y1|0y2|1y1|2y2)/ => outcome=unknown`),
		`goal=50/varied=layers/setting=x0y0/seed=1$`},
	"002-early-stop":  {nil, set(`setting=early => outcome=unknown`), `goal=100/varied=early/setting=early5/seed=1$`},
	"002-tries-flips": {set(`setting=5x10/ => outcome=unknown`), nil, `goal=50/varied=layers/setting=x0y0/seed=1$`},
	"002-adapt": {set(`varied=longest/setting=0/ => outcome=unknown`), nil,
		`goal=50/varied=layers/setting=x0y0/seed=1$`},

	"004-payload-replay": {nil, set(`frontier=traces/payload=131072 => counts.restore_seconds=0.1`),
		`n=12x12x7x0/.*frontier=tree/payload=0$`},
	"004-payload-tree": {set(`frontier=tree => cpu=0.5`), set(`frontier=traces => cpu=0.5`),
		`n=12x12x7x0/.*frontier=tree/payload=0$`},
	"004-frontier-full": {set(`frontier=states => counts.frontier_bytes=1000000`), nil,
		`n=12x12x7x0/.*frontier=tree/payload=0$`},
	"004-states": {set(`algorithm=threshold => counts.states=2000`),
		set(`n=6000x13/.*algorithm=threshold => counts.states=900`), `n=6000x13/.*algorithm=threshold`},
	"004-depth": {set(`=threshold => bound=2000`, `=naive => bound=1000`),
		set(`=threshold => bound=1000`, `=naive => bound=1000`), `n=6000x13/.*algorithm=threshold`},
	"004-memory": {nil, set(`n=6000x13/.*algorithm=threshold => counts.search_bytes=900`),
		`n=6000x13/.*algorithm=threshold`},
	"004-sound": {dfsSoundDoctor, nil, `brp/n=800x2/increment=50/algorithm=threshold`},
	"004-thresholds": {set(`threshold => counts.revisits=50`),
		set(`threshold => counts.revisits=50`, `n=800x2/increment=50/algorithm=naive => counts.revisits=40`),
		`brp/n=800x2/increment=50/algorithm=threshold`},
	"004-thresholds-large": {set(`increment=1000/algorithm=threshold => counts.revisits=50`),
		set(`increment=50/algorithm=threshold => counts.revisits=50`), `brp/n=800x2/increment=50/algorithm=threshold`},
	"004-tree-50": {set(`frontier=tree => cpu=0.5`), set(`n=440x81/.*frontier=traces => cpu=0.5`),
		`brp/n=800x2/.*tree`},
	"004-tree-1000": {set(`frontier=tree => cpu=0.5`), set(`frontier=traces => cpu=0.5`), `brp/n=800x2/.*tree`},
	"004-replay-50": {nil, set(`n=440x81/.*frontier=traces => counts.restore_seconds=0.1`),
		`brp/n=800x2/.*tree`},
	"004-replay-1000": {nil, set(`frontier=traces => counts.restore_seconds=0.1`), `brp/n=800x2/.*tree`},
	"004-tree-replay": {set(`frontier=tree => counts.replayed=0`), nil, `brp/n=800x2/.*tree`},
}

// bbmcPublishedDoctor sets probabilities to the middle of the published ranges, or off it.
func bbmcPublishedDoctor(off float64) doctor {
	return func(c *bench.Cell, r *bench.Record) {
		breadth, _ := strconv.Atoi(c.Label("breadth"))
		low, high := bbmcPublished(c.Label("model"), c.Label("property"), breadth)
		r.Counts["probability"] = (low+high)/200 + off
	}
}

// gmcFoundDoctor has GMC find paths to some goals only.
func gmcFoundDoctor(goals map[string]bool) doctor {
	return func(c *bench.Cell, r *bench.Record) {
		if c.Label("engine") == "gmc" && !goals[c.Label("goal")] {
			assign(c, r, "outcome", string(bench.Unknown))
		}
	}
}

// dfsSoundDoctor sets the number of states to that of the closed form.
func dfsSoundDoctor(c *bench.Cell, r *bench.Record) {
	for _, m := range dfsStandIns {
		if m.model == c.Model {
			assign(c, r, "counts.states", fmt.Sprint(m.states))
			assign(c, r, "states", fmt.Sprint(m.states))
		}
	}
}
