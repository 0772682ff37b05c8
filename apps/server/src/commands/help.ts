/** The words of the command, each with what it does in a line and what `waggle WORD --help` says. */
export const words = {
  start: {
    does: 'run the site (`waggle` alone does the same)',
    help: `waggle start [--sample-stream] [--no-restart]

Runs the site until Ctrl-C or SIGTERM. Without any setting it is a sandbox on this machine that you can try at once:
its data are in ./data, and nothing leaves the machine.

  --sample-stream  puts a live channel into it (needs ffmpeg)
  --no-restart     does not start the server again after a crash, because something else does: systemd, for example.
                   Otherwise it is started again, at most five times a minute.`,
  },
  check: {
    does: 'read the settings and say what is missing, without starting',
    help: `waggle check

Reads the settings, prints what they come to, and names what is missing on this machine. It starts and changes nothing.
It ends with 1 when a setting is wrong.`,
  },
  doctor: {
    does: 'find the usual mistakes of an installation, and say how to cure each',
    help: `waggle doctor

Looks at the data folder and its disk, the databases, the clock, the programs, the ports and, while the site runs, at the
way through WAGGLE_PUBLIC_URL: name, certificate, proxy, WebSockets. Each mistake is one sentence with its cure.
It changes nothing, and ends with 1 when it has found something.`,
  },
  operator: {
    does: 'list, add or remove the Hive accounts that run the site',
    help: `waggle operator                 lists them
waggle operator NAME            lets the Hive account NAME run the site, at /operate
waggle operator NAME --remove   takes these rights from it

It works on the site's database, whether the site runs or not, and takes effect at once. Accounts that WAGGLE_OPERATORS
names run the site as well.`,
  },
  backup: {
    does: "copy the site's data into a file or a bucket, while it runs",
    help: `waggle backup FOLDER [--recordings]
waggle backup 's3://BUCKET/FOLDER?region=REGION&endpoint=https://STORE' [--recordings]

Copies the database, master.key and the settings (of secret ones only the names) into one file, reads it again, and prints
its name. The site may run.

  --recordings  copies the media of recordings too

The copy holds the site's secrets: keep it where only you can read it, on another machine. It is encrypted where
WAGGLE_BACKUP_PASSPHRASE_FILE names a file with a passphrase (or WAGGLE_BACKUP_PASSPHRASE is one). A bucket needs
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the endpoint only where it is not one of Amazon.`,
  },
  restore: {
    does: 'put such a copy into an empty place',
    help: `waggle restore BACKUP

Puts a copy that 'waggle backup' has made into an empty WAGGLE_DATA_DIR and, with PostgreSQL, an empty DATABASE_URL. It may
have been made on the other database. A damaged copy, or one of a newer Waggle, changes nothing.`,
  },
  migrate: {
    does: 'move the database from SQLite to PostgreSQL, or back',
    help: `waggle migrate to-postgresql   from WAGGLE_DATA_DIR into the empty database of DATABASE_URL
waggle migrate to-sqlite       from DATABASE_URL into WAGGLE_DATA_DIR

Stop the site first. Every table is compared afterwards, and the old database stays as it was. When it is interrupted, run
it again: it continues.`,
  },
  'rotate-key': {
    does: 'replace the master key, while the site runs',
    help: `waggle rotate-key               from a minute from now on
waggle rotate-key --in SECONDS  later, or sooner: 10 to 86400

Makes a new master key for everything from that moment on. Nobody is signed out; stream keys, recordings and the secrets of
webhooks stay valid, because previous keys stay in master.key while something needs them. Processes with this data folder
need no restart. Copy master.key to every other machine before that moment.`,
  },
  'edge-report': {
    does: 'beside an edge: tell the site what it sends',
    help: `waggle edge-report varnish [--name EDGE] [--instance FOLDER] [--every SECONDS]
waggle edge-report nginx [--name EDGE] [--port PORT] [--every SECONDS]

Runs on the machine of an edge, reads its log, and tells the site every few seconds what was sent to whom, so that it
counts for the site's budget. It needs WAGGLE_PUBLIC_URL, the site's address; WAGGLE_EDGE_SECRET, which the site has too;
and WAGGLE_DATA_DIR, a folder where it keeps what the site has not counted yet. Nothing is counted twice.

  --name      what the edge is called in the console: by default the machine's name, ':' and the program
  --instance  what varnishd was given with -n, if anything
  --port      where nginx sends its log on this machine, as deploy/nginx.conf shows: 5514 unless it says otherwise
  --every     seconds between reports: 5, or another number from 1 to 30`,
  },
  version: {
    does: 'print the versions of Waggle and of the Node that runs it',
    help: 'waggle version\n\nPrints the versions of Waggle and of the Node that runs it.',
  },
} as const satisfies Record<string, { does: string; help: string }>

export type Word = keyof typeof words

export function isWord(text: string): text is Word {
  return Object.hasOwn(words, text)
}

const settingsHelp = `Every word takes --settings FILE: a file with lines such as WAGGLE_HTTP_PORT=8080.
Settings are environment variables, which come before those of the file. README.md has the table of all of them.`

export function helpFor(word: Word): string {
  return `${words[word].help}\n\n${settingsHelp}`
}

export function overview(): string {
  const width = Math.max(...Object.keys(words).map((word) => word.length))
  return [
    'Waggle is a live-video site that you host yourself.',
    '',
    ...Object.entries(words).map(([word, { does }]) => `  waggle ${word.padEnd(width)}   ${does}`),
    '',
    "'waggle WORD --help' says more about each.",
    settingsHelp,
  ].join('\n')
}
