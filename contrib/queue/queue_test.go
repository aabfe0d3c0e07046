package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"brim/internal/queue"
)

// Servers and workers in one process: tasks are done once, lost workers and servers are survived, and strangers are
// refused.

// A side is a server or a worker in this process, to which the test is brim.
type side struct {
	t     *testing.T
	in    *io.PipeWriter
	say   *json.Encoder
	lines chan queue.Line // what it says; closed when it has ended
}

// begin starts a side.
func begin(t *testing.T, s queue.Setup) *side {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	x := &side{t, inW, json.NewEncoder(inW), make(chan queue.Line, 100)}
	go func() {
		pipe, setup, err := queue.Open(inR, outW)
		if err == nil {
			role := serve
			if setup.Work {
				role = work
			}
			if err = role(context.Background(), setup, pipe); err != nil {
				_ = pipe.Send(queue.Line{Kind: queue.Failed, Text: err.Error()})
			}
		}
		inR.Close()
		outW.Close()
	}()
	go func() {
		defer close(x.lines)
		for d := json.NewDecoder(outR); ; {
			var l queue.Line
			if d.Decode(&l) != nil {
				return
			}
			x.lines <- l
		}
	}()
	s.Version = queue.Version
	if err := x.say.Encode(s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.stop)
	return x
}

// stop ends the input, as the death of brim does.
func (x *side) stop() {
	x.in.Close()
	for range x.lines {
	}
}

func (x *side) send(l queue.Line) {
	x.t.Helper()
	if err := x.say.Encode(l); err != nil {
		x.t.Fatal(err)
	}
}

// expect waits for a line and checks its kind and the task that it is about.
func (x *side) expect(kind queue.Kind, id string) queue.Line {
	x.t.Helper()
	select {
	case l, ok := <-x.lines:
		if !ok || l.Kind != kind || l.ID != id {
			x.t.Fatalf("heard %+v, expected %s %s", l, kind, id)
		}
		return l
	case <-time.After(time.Minute):
		x.t.Fatalf("heard nothing, expected %s %s", kind, id)
		return queue.Line{}
	}
}

// giving starts a server, and returns how workers find it.
func giving(t *testing.T, s queue.Setup) (server *side, worker queue.Setup) {
	t.Helper()
	if s.Name == "" {
		s.Name = "test"
	}
	if s.Silence == 0 {
		s.Silence = time.Minute
	}
	if s.Tries == 0 {
		s.Tries = 5
	}
	if s.Listen == "" && s.URL == "" {
		s.Listen = "127.0.0.1:0"
	}
	s.Build = "b"
	server = begin(t, s)
	url := server.expect(queue.Ready, "").Text
	return server, queue.Setup{Work: true, URL: url, Name: s.Name, Build: "b", Patience: time.Minute}
}

// taking starts a worker that wants a task.
func taking(t *testing.T, s queue.Setup) *side {
	t.Helper()
	w := begin(t, s)
	w.expect(queue.Ready, "")
	w.send(queue.Line{Kind: queue.Next})
	return w
}

var body = json.RawMessage(`{"x":1}`)

// A task that workers lose again and again is lost, and none of them gets it any more.
func TestLost(t *testing.T) {
	server, setup := giving(t, queue.Setup{Silence: 100 * time.Millisecond, Tries: 2})
	server.send(queue.Line{Kind: queue.Put, ID: "poison", Body: body})
	for range 2 {
		w := taking(t, setup)
		if l := w.expect(queue.Task, "poison"); string(l.Body) != string(body) {
			t.Errorf("the task is %s", l.Body)
		}
		w.stop()
	}
	w := taking(t, setup)
	if l := server.expect(queue.Lost, "poison"); l.Count != 2 {
		t.Errorf("lost %d times", l.Count)
	}
	server.send(queue.Line{Kind: queue.Put, ID: "other", Body: body})
	w.expect(queue.Task, "other")
}

// A worker that is at work keeps its task, however long it takes; one that gives it back does not.
func TestKeptAndGivenBack(t *testing.T) {
	server, setup := giving(t, queue.Setup{Silence: 2 * time.Second, Tries: 50})
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	first := taking(t, setup)
	c, err := connect(setup, setup.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	said, err := c.SubscribeSync("$JS.ACK.>")
	if err != nil {
		t.Fatal(err)
	}
	first.expect(queue.Task, "a")
	second := taking(t, setup)
	for range 3 { // longer than one may be silent
		m, err := said.NextMsg(time.Minute)
		if err != nil || string(m.Data) != "+WPI" {
			t.Fatalf("the first worker says %s, %v; expected that it is at work", m.Data, err)
		}
	}
	first.send(queue.Line{Kind: queue.Back, ID: "a"})
	second.expect(queue.Task, "a")
	second.send(queue.Line{Kind: queue.Answer, ID: "a", Body: body})
	l := server.expect(queue.Answer, "a")
	server.send(queue.Line{Kind: queue.Taken, ID: "a", Ticket: l.Ticket, Text: "no"})
	if l := second.expect(queue.Refused, "a"); l.Text != "no" {
		t.Errorf("refused because of %q", l.Text)
	}
}

// A dropped task ends where it is worked on, and is not given out where it is not.
func TestDrop(t *testing.T) {
	server, setup := giving(t, queue.Setup{})
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	w := taking(t, setup)
	w.expect(queue.Task, "a")
	server.send(queue.Line{Kind: queue.Drop, ID: "a"})
	w.expect(queue.Drop, "a")
	server.send(queue.Line{Kind: queue.Put, ID: "b", Body: body})
	w.send(queue.Line{Kind: queue.Next})
	w.expect(queue.Task, "b")
	server.send(queue.Line{Kind: queue.End})
	w.expect(queue.End, "")
}

// Tasks are given out in the order in which brim names them.
func TestOrder(t *testing.T) {
	server, setup := giving(t, queue.Setup{})
	const n = 200
	for i := range n {
		server.send(queue.Line{Kind: queue.Put, ID: strconv.Itoa(i), Body: body})
	}
	server.send(queue.Line{Kind: queue.Drop, ID: "1"}) // which may not be stored yet
	w := taking(t, setup)
	w.expect(queue.Task, "0")
	for i := 2; i < n; i++ {
		w.send(queue.Line{Kind: queue.Next})
		l := <-w.lines
		if i == 2 && l.ID == "1" { // it was given out before it was dropped
			w.send(queue.Line{Kind: queue.Next})
			for l = range w.lines {
				if l.Kind == queue.Task {
					break
				}
			}
		}
		if l.Kind != queue.Task || l.ID != strconv.Itoa(i) {
			t.Fatalf("heard %+v, expected task %d", l, i)
		}
	}
}

// What was taken from one server is answered to the next one.
func TestServerAgain(t *testing.T) {
	at := address(t)
	server, setup := giving(t, queue.Setup{Listen: at})
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	w := taking(t, setup)
	w.expect(queue.Task, "a")
	server.stop()
	w.send(queue.Line{Kind: queue.Answer, ID: "a", Body: body})
	w.send(queue.Line{Kind: queue.Next})
	server, _ = giving(t, queue.Setup{Listen: at})
	l := server.expect(queue.Answer, "a")
	server.send(queue.Line{Kind: queue.Taken, ID: "a", Ticket: l.Ticket})
	server.send(queue.Line{Kind: queue.Put, ID: "b", Body: body})
	w.expect(queue.Task, "b")

	// One that was answered before brim had named it is given out all the same: that brim did not keep it.
	w.send(queue.Line{Kind: queue.Next})
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	w.expect(queue.Task, "a")
}

// Sweeps of two names share a server, of one name they do not.
func TestNames(t *testing.T) {
	first, setup := giving(t, queue.Setup{Name: "one"})
	again := begin(t, queue.Setup{URL: setup.URL, Name: "one", Build: "b", Silence: time.Minute, Tries: 2})
	if l := again.expect(queue.Failed, ""); !strings.Contains(l.Text, "under the name one") {
		t.Errorf("it failed because of %q", l.Text)
	}
	second, other := giving(t, queue.Setup{URL: setup.URL, Name: "two"})
	w, v := taking(t, setup), taking(t, other)
	first.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	second.send(queue.Line{Kind: queue.Put, ID: "b", Body: body})
	w.expect(queue.Task, "a")
	v.expect(queue.Task, "b")
	second.send(queue.Line{Kind: queue.End})
	v.expect(queue.End, "")
}

// A worker that lacks what the sweep needs gets an error that says so.
func TestNeeds(t *testing.T) {
	_, setup := giving(t, queue.Setup{Needs: []string{"program cadical", "folder nets"}})
	setup.Needs = []string{"folder nets"}
	w := begin(t, setup)
	if l := w.expect(queue.Failed, ""); !strings.HasSuffix(l.Text, "what this worker was not given: program cadical") {
		t.Errorf("it failed because of %q", l.Text)
	}
}

// A worker without a server ends when its patience does.
func TestPatience(t *testing.T) {
	w := begin(t, queue.Setup{Work: true, URL: "nats://" + address(t), Name: "test", Build: "b",
		Patience: 100 * time.Millisecond})
	if l := w.expect(queue.Failed, ""); !strings.Contains(l.Text,
		"no sweep of the name test is served at nats://127.0.0.1:") {
		t.Errorf("it failed because of %q", l.Text)
	}
}

// certificates writes those of an authority, of a server and of a client, each with its key.
func certificates(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	var authority *x509.Certificate
	var authorityKey *ecdsa.PrivateKey
	for i, name := range []string{"ca", "server", "client"} {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		c := &x509.Certificate{
			SerialNumber: big.NewInt(int64(i + 1)), Subject: pkix.Name{CommonName: name},
			NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
			IsCA: i == 0, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
			IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
			ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
		}
		if i == 0 {
			authority, authorityKey = c, key
		}
		der, err := x509.CreateCertificate(rand.Reader, c, authority, &key.PublicKey, authorityKey)
		if err != nil {
			t.Fatal(err)
		}
		secret, err := x509.MarshalECPrivateKey(key)
		if err != nil {
			t.Fatal(err)
		}
		for file, block := range map[string]*pem.Block{
			name + ".pem": {Type: "CERTIFICATE", Bytes: der}, name + ".key": {Type: "EC PRIVATE KEY", Bytes: secret},
		} {
			if err := os.WriteFile(filepath.Join(folder, file), pem.EncodeToMemory(block), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return folder
}

// With certificates on both sides, only clients with one of the authority come in.
func TestCertificates(t *testing.T) {
	folder := certificates(t)
	of := func(s queue.Setup, name string) queue.Setup {
		s.CA, s.Certificate, s.Key = filepath.Join(folder, "ca.pem"), filepath.Join(folder, name+".pem"),
			filepath.Join(folder, name+".key")
		return s
	}
	server, setup := giving(t, of(queue.Setup{}, "server"))
	if !strings.HasPrefix(setup.URL, "tls://127.0.0.1:") {
		t.Errorf("the URL is %s", setup.URL)
	}
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	for _, certificate := range []bool{true, false} {
		s := setup
		s.CA, s.Patience = filepath.Join(folder, "ca.pem"), 300*time.Millisecond
		if certificate { // of an authority that is not trusted
			s = of(s, "client")
			s.CA = ""
		}
		if l := begin(t, s).expect(queue.Failed, ""); !strings.Contains(l.Text, "tls") &&
			!strings.Contains(l.Text, "x509") && !strings.Contains(l.Text, "no sweep") {
			t.Errorf("it failed because of %q", l.Text)
		}
	}
	taking(t, of(setup, "client")).expect(queue.Task, "a")
}

// A server of tasks on demand hears of workers that wait, and again when they have got theirs.
func TestOnDemand(t *testing.T) {
	server, setup := giving(t, queue.Setup{OnDemand: true})
	wanted := func() int {
		t.Helper()
		select {
		case l := <-server.lines:
			if l.Kind != queue.Wanted {
				t.Fatalf("heard %+v, expected %s", l, queue.Wanted)
			}
			return l.Count
		case <-time.After(time.Minute):
			t.Fatal("no task is wanted")
			return 0
		}
	}
	w, v := taking(t, setup), taking(t, setup)
	for begin := time.Now(); wanted() != 2; {
		if time.Since(begin) > time.Minute {
			t.Fatal("two workers wait, and are not counted")
		}
	}
	server.send(queue.Line{Kind: queue.Put, ID: "a", Body: body})
	server.send(queue.Line{Kind: queue.Put, ID: "b", Body: body})
	for _, x := range []*side{w, v} {
		if l := <-x.lines; l.Kind != queue.Task {
			t.Fatalf("heard %+v, expected a task", l)
		}
	}
	time.Sleep(4 * lookEvery)
	for len(server.lines) > 0 {
		<-server.lines
	}
	time.Sleep(4 * lookEvery)
	if n := len(server.lines); n > 0 {
		t.Errorf("both workers have a task, and %d times one is wanted", n)
	}
	w.send(queue.Line{Kind: queue.Next})
	if n := wanted(); n != 1 {
		t.Errorf("%d tasks are wanted, expected 1", n)
	}
}

// Files travel both ways under their names, whatever their size; one that nobody shared is an error.
func TestFiles(t *testing.T) {
	server, setup := giving(t, queue.Setup{})
	w := taking(t, setup)
	folder := t.TempDir()
	do := func(x *side, l queue.Line) string {
		t.Helper()
		x.send(l)
		return x.expect(queue.Done, "").Text
	}
	content := strings.Repeat("brim", 3<<20) // more than a message holds
	from, to := filepath.Join(folder, "from"), filepath.Join(folder, "to")
	if err := os.WriteFile(from, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, way := range [][2]*side{{server, w}, {w, server}} {
		if why := do(way[0], queue.Line{Kind: queue.Share, ID: "x", Text: from, Ticket: 1}); why != "" {
			t.Fatal(why)
		}
		os.Remove(to)
		if why := do(way[1], queue.Line{Kind: queue.Fetch, ID: "x", Text: to, Ticket: 2}); why != "" {
			t.Fatal(why)
		}
		if got, err := os.ReadFile(to); err != nil || string(got) != content {
			t.Errorf("%d bytes have come, %v; expected %d", len(got), err, len(content))
		}
	}
	if why := do(w, queue.Line{Kind: queue.Fetch, ID: "y", Text: to}); why == "" {
		t.Error("a file was fetched that nobody shared")
	}
}
