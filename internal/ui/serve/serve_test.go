package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
)

// running returns the address of a server with these options, and what ends it and waits for that.
func running(t *testing.T, o Options) (address string, end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	return s.Address(l), func() error {
		cancel()
		return <-ended
	}
}

// send sends a request, and returns status and body of the answer.
func send(t *testing.T, method, address string, header map[string]string, body io.Reader) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range header {
		r.Header.Set(k, v)
		if k == "Host" {
			r.Host = v
		}
	}
	a, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(text)
}

var asJSON, asFile = map[string]string{"Content-Type": "application/json"},
	map[string]string{"Content-Type": "application/octet-stream"}

// Nothing is told without the token, under another name of this machine, or to another page.
func TestGuard(t *testing.T) {
	address, _ := running(t, Options{Models: []string{"dphil:2"}})
	base := address[:strings.Index(address[7:], "/")+8]
	host := strings.TrimSuffix(base[7:], "/")
	other := strings.Repeat("A", len(address)-len(base)-1)
	type header = map[string]string
	for _, c := range []struct {
		name, method, address string
		header                header
		want                  int
	}{
		{"the page", "GET", address, nil, 200},
		{"models", "GET", address + "api/models", nil, 200},
		{"the page's own request", "GET", address + "api/models",
			header{"Origin": "http://" + host, "Sec-Fetch-Site": "same-origin"}, 200},
		{"typed in", "GET", address, header{"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}, 200},
		{"opened from a file", "GET", address,
			header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 200},
		{"without the slash", "GET", strings.TrimSuffix(address, "/"), nil, 303},
		{"no token", "GET", base, nil, 403},
		{"no token, api", "GET", base + "api/models", nil, 403},
		{"no token, assets", "GET", base + "app.js", nil, 403},
		{"another token", "GET", base + other + "/", nil, 403},
		{"a part of the token", "GET", address[:len(address)-2] + "/", nil, 403},
		{"a foreign host", "GET", address, header{"Host": "brim.example"}, 403},
		{"localhost", "GET", address, header{"Host": strings.Replace(host, "127.0.0.1", "localhost", 1)}, 403},
		{"another port", "GET", address, header{"Host": "127.0.0.1:1"}, 403},
		{"a foreign origin", "GET", address + "api/models", header{"Origin": "http://brim.example"}, 403},
		{"no origin", "GET", address + "api/models", header{"Origin": "null"}, 403},
		{"another port's origin", "GET", address + "api/models", header{"Origin": "http://127.0.0.1:1"}, 403},
		{"another site's script", "GET", address + "api/models",
			header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "script"}, 403},
		{"another site's frame", "GET", address,
			header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}, 403},
		{"another site's form", "POST", address + "api/models/1/play",
			header{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}, 403},
		{"a form", "POST", address + "api/models/1/play", header{"Content-Type": "application/x-www-form-urlencoded"},
			415},
		{"a form of plain text", "POST", address + "api/models/1/play", header{"Content-Type": "text/plain"}, 415},
		{"a form with a file", "POST", address + "api/models",
			header{"Content-Type": "multipart/form-data; boundary=b"}, 415},
		{"a preflight", "OPTIONS", address + "api/models", header{"Origin": "http://brim.example"}, 403},
		{"no file", "GET", address + "server.go", nil, 404},
	} {
		got, text := send(t, c.method, c.address, c.header, strings.NewReader("{}"))
		if got != c.want {
			t.Errorf("%s: status %d, want %d: %.100s", c.name, got, c.want, text)
		}
		if got == 403 && text != "brim serve: refused; open the address that it printed\n" {
			t.Errorf("%s: refused with %q", c.name, text)
		}
	}
	// The answers keep the address to themselves.
	a, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	for name, want := range (header{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
		"X-Content-Type-Options": "nosniff", "Content-Security-Policy": policy}) {
		if got := a.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// A long text repeats a part.
type long struct {
	part string
	left int64 // bytes
	at   int   // in the part
}

func (l *long) Read(b []byte) (n int, err error) {
	for n < len(b) && l.left > 0 {
		k := copy(b[n:min(int64(len(b)), int64(n)+l.left)], l.part[l.at:])
		n, l.left, l.at = n+k, l.left-int64(k), (l.at+k)%len(l.part)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// bomb returns a text of so many blanks within a file of PNML, compressed.
func bomb(t *testing.T, blanks int64) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	_, _ = io.WriteString(z, "<pnml><net id='")
	_, _ = io.Copy(z, &long{part: " ", left: blanks})
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What a page sends that is too large, malformed or hostile gets one sentence, and the server goes on.
func TestHostileModels(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads hundreds of megabytes")
	}
	o := Options{Models: []string{"dphil:2"}, Limits: check.Limits{Memory: 1 << 30, Time: 2 * time.Minute}}
	address, _ := running(t, o)
	const start = "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'>\n<net id='n' " +
		"type='http://www.pnml.org/version-2009/grammar/ptnet'>\n<page id='p'>\n"
	for _, c := range []struct {
		name string
		body io.Reader
		want []string
	}{
		{"large.pnml", io.MultiReader(strings.NewReader(start),
			&long{part: "<!--" + strings.Repeat(" ", 8<<10) + "-->\n", left: 200 << 20}),
			[]string{"large.pnml is larger than 64 MiB", "with its path"}},
		{"bomb.gz", bytes.NewReader(bomb(t, 1<<26)), []string{"bomb.gz"}},
		{"empty.pnml", strings.NewReader(""), []string{"empty.pnml"}},
		{"cut.pnml", strings.NewReader(start + "<place id='a'>"), []string{"cut.pnml:4"}},
		{"deep.pnml", strings.NewReader(start + strings.Repeat("<page>", 1<<20)), []string{"deep.pnml:4", "nested"}},
		{"arc.pnml", strings.NewReader(start +
			"<place id='a'/>\n<arc id='x' source='a' target='b'/></page></net></pnml>"), []string{"arc.pnml:5", `"b"`}},
		{"bytes.pnml", strings.NewReader("\x00\xff\xfe\x01"), []string{"bytes.pnml"}},
		{"laughs.pnml", strings.NewReader("<!DOCTYPE pnml [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]>\n<pnml>&b;</pnml>"),
			[]string{"laughs.pnml:"}},
		{"page.html", strings.NewReader("<html><script>alert(1)</script>"), []string{"page.html:1", "a web page"}},
		{"x.zip", strings.NewReader("PK\x03\x04"), []string{"x.zip", "zip archive"}},
		{"c.aag", strings.NewReader("aag 0 0 0 0 0\n"), []string{"c.aag"}},
	} {
		got, text := send(t, "POST", address+"api/models?name="+c.name, asFile, c.body)
		var p Problem
		if err := json.Unmarshal([]byte(text), &p); err != nil || got/100 != 4 {
			t.Errorf("%s: status %d, %v: %.200s", c.name, got, err, text)
		}
		for _, w := range c.want {
			if !strings.Contains(p.Problem, w) {
				t.Errorf("%s: %q has no %q", c.name, p.Problem, w)
			}
		}
	}
	if got, text := send(t, "GET", address+"api/models", nil, nil); got != 200 || strings.Count(text, `"id"`) != 1 {
		t.Errorf("afterwards: status %d, %s", got, text)
	}
	if got, text := send(t, "POST", address+"api/models/1/play", asJSON,
		strings.NewReader(`{"steps": [`+strings.Repeat("[", 1<<20))); got != 400 {
		t.Errorf("a deep request: status %d, %.100s", got, text)
	}
}

// A file that changes is read anew, whole; while it cannot be read, the net before is there, and why.
func TestFilesChange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.pnml")
	write := func(text string, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil { // the clock of a file may be coarse
			t.Fatal(err)
		}
	}
	net := func(places string) string {
		return "<pnml xmlns='http://www.pnml.org/version-2009/grammar/pnml'><net id='n' " +
			"type='http://www.pnml.org/version-2009/grammar/ptnet'><page id='g'>" + places + "</page></net></pnml>"
	}
	write(net("<place id='a'/>"), 4*time.Hour)
	o := Options{Load: check.Load, Models: []string{path, "dphil:2"}}
	s, err := newShelf(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	expect := func(version, places int, problem string) {
		t.Helper()
		s.reread(t.Context(), o)
		list := s.all()
		if m := list[0].info; m.ID != 1 || m.Version != version || m.Places != places ||
			!strings.Contains(m.Problem, problem) || (problem == "") != (m.Problem == "") {
			t.Errorf("the model is %+v; expected version %d with %d places and the problem %q", m, version, places,
				problem)
		}
		if m := list[1].info; m.ID != 2 || m.Version != 1 {
			t.Errorf("the family's net is %+v", m)
		}
	}
	expect(1, 1, "")
	write(net("<place id='a'/><place id='b'/>"), 3*time.Hour)
	expect(2, 2, "")
	write("<pnml>\n<net", 2*time.Hour)
	expect(2, 2, "model.pnml:2")
	expect(2, 2, "model.pnml:2")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	expect(2, 2, "model.pnml:2")
	write(net(""), time.Hour)
	expect(3, 0, "")
	faults := 0
	o.Load = func(context.Context, string) (*check.Model, error) { panic("broken") }
	o.Fault = func(value any, stack []byte) {
		if faults++; value != "broken" || !bytes.Contains(stack, []byte("TestFilesChange")) {
			t.Errorf("the fault %v\n%s", value, stack)
		}
	}
	write(net("<place id='c'/>"), 0)
	expect(3, 0, "internal error in brim: broken")
	if faults != 1 {
		t.Errorf("%d faults, expected 1", faults)
	}
}

// A shell reads the words of a command line as they were.
func TestCommandLine(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh is installed, so nothing reads the command line")
	}
	for _, words := range [][]string{
		{"dphil:3", "EF deadlock"}, {"it's.pnml", `EF "a'b" = 1`}, {"a\nb", "$HOME `id` \\ \"x\" !x"},
		{"", "ünï→code *?[a] ~ #"},
		{"-m.pnml", "-p <= 3"}, {"a;b|c&d", "(p) > 1"}, {"~/x", "{a,b}"}, {"a=b", "!"},
	} {
		line := commandLine([]string{"check", "--limit-time", "30s"}, words...)
		want := append([]string{"check", "--limit-time", "30s"}, words...)
		if slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "-") }) {
			want = slices.Insert(want, 3, "--")
		}
		rest, ok := strings.CutPrefix(line, "brim ")
		if !ok {
			t.Fatal(line)
		}
		out, err := exec.Command(shell, "-c", `printf '%s\0' `+rest).Output()
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, want) {
			t.Errorf("%s: the shell reads %q; expected %q", line, got, want)
		}
	}
	for want, r := range map[string]AskRequest{
		"brim check dphil:3 'EF deadlock'":                    {Formula: " EF deadlock\n"},
		"brim check --deadlock infinite dphil:3 'A F Idle_1'": {Formula: "A F Idle_1", Deadlock: "infinite"},
	} {
		x := &asking{model: &model{info: ModelInfo{Name: "dphil:3"}}, request: r, limits: check.Limits{}}
		if got := x.command(); got != want {
			t.Errorf("got %s; expected %s", got, want)
		}
	}
}
