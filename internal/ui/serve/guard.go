package serve

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"net/http"
	"strings"
)

// This file protects the local server from other web pages: a random token in the address, checks of Host and Origin,
// and strict response headers.

// newToken returns 128 random bits as text for an address.
func newToken() string {
	bits := make([]byte, 16)
	_, _ = rand.Read(bits) // which never fails
	return base64.RawURLEncoding.EncodeToString(bits)
}

// policy is what the page may do: load what the server has, and nothing else from anywhere.
const policy = "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src " +
	"'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard lets a request pass if it comes from the page or from someone who knows its address, and strips the token from
// the path. All other requests get the same answer, whatever they ask for. The Host has to be the server's own address,
// which excludes other names that resolve to this machine (DNS rebinding); a foreign Origin is another page in the same
// browser. A panic of next is reported and answered as an internal error.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		token, path, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		switch {
		case r.Host != s.host, !s.ours(r), subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1:
			http.Error(w, "brim serve: refused; open the address that it printed", http.StatusForbidden)
			return
		case !ok: // without the slash at the end, names in the page would be relative to something else
			http.Redirect(w, r, "/"+token+"/", http.StatusSeeOther)
			return
		}
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = "/"+path, ""
		defer func() {
			if v := recover(); v != nil && v != http.ErrAbortHandler {
				refuse(w, http.StatusInternalServerError, broken(s.options.Fault, v))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a request comes from the page, from a program that is not a browser, or opens the page. A link
// on another page may open it, since only those who have the token know the address.
func (s *Server) ours(r *http.Request) bool {
	h := r.Header
	if origin := h.Get("Origin"); origin != "" && origin != "http://"+s.host {
		return false
	}
	switch h.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return true
	}
	return r.Method == http.MethodGet && h.Get("Sec-Fetch-Mode") == "navigate" && h.Get("Sec-Fetch-Dest") == "document"
}
