package command

import (
	"errors"
	"fmt"
	"regexp"

	"brim/internal/quantity"
	"brim/internal/queue"

	"github.com/spf13/cobra"
)

// The flags for the queue that brim bench --serve and brim work share.

// A queueFlags has the flags that brim bench --serve and brim work share: which queue it is, and how one proves who
// one is.
type queueFlags struct {
	name                          string
	token, credentials            string // files
	authorities, certificate, key string
}

// declare declares the flags; of says in their help what they belong to.
func (q *queueFlags) declare(cmd *cobra.Command, of string) {
	f := cmd.Flags()
	f.StringVar(&q.name, "queue-name", "brim",
		of+"tells this sweep from others on the same server: letters, digits, - and _")
	f.StringVar(&q.token, "token-file", "", of+"the token that servers and workers name is in this `file`")
	f.StringVar(&q.credentials, "credentials", "", of+"`file` with the credentials of a user of a server that is there")
	f.StringVar(&q.authorities, "tls-ca", "", of+"`file` with the certificates that are believed, PEM")
	f.StringVar(&q.certificate, "tls-cert", "", of+"`file` with the certificate of this side, PEM")
	f.StringVar(&q.key, "tls-key", "", of+"`file` with its key")
	for _, name := range []string{"token-file", "credentials", "tls-ca", "tls-cert", "tls-key"} {
		_ = cmd.MarkFlagFilename(name)
	}
	_ = cmd.RegisterFlagCompletionFunc("queue-name", cobra.NoFileCompletions)
}

var queueName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// setup returns what brim-queue has to know of this.
func (q *queueFlags) setup() (queue.Setup, error) {
	switch {
	case !queueName.MatchString(q.name):
		return queue.Setup{}, fmt.Errorf("--queue-name %s: expected letters, digits, - and _", q.name)
	case (q.certificate == "") != (q.key == ""):
		return queue.Setup{}, errors.New("--tls-cert and --tls-key belong together")
	case q.token != "" && q.credentials != "":
		return queue.Setup{}, errors.New("--token-file and --credentials exclude each other; expected one of them")
	}
	return queue.Setup{
		Name: q.name, TokenFile: q.token, Credentials: q.credentials, CA: q.authorities, Certificate: q.certificate,
		Key: q.key,
	}, nil
}

// A span of time that is not nothing.
func positive(name string, s quantity.Span) error {
	if s <= 0 {
		return fmt.Errorf("--%s %s: expected a time", name, s.String())
	}
	return nil
}
