import { spawn } from 'node:child_process'
import { BackupError } from './backup-error.ts'

/** Runs a program of PostgreSQL on a database. Throws `BackupError` with what it says when it fails. */
export function runPostgresTool(program: string, databaseUrl: string | undefined, args: string[]): Promise<void> {
  const url = databaseUrl === undefined ? undefined : new URL(databaseUrl)
  // Every user of the machine can read the arguments of a process.
  const password = url && decodeURIComponent(url.password)
  if (url) url.password = ''
  const child = spawn(program, [...(url ? [`--dbname=${url.href}`, '--no-password'] : []), ...args], {
    env: { PATH: process.env.PATH, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let words = ''
  child.stderr.on('data', (text) => (words += text))
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(
        new BackupError(`${program} is missing: install Debian's postgresql-client, of the server's version or newer`),
      ),
    )
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new BackupError(words.trim() || `${program} ended with ${code}`))
    })
  })
}
