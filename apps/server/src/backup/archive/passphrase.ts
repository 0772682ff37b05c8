import { readFile } from 'node:fs/promises'
import { BackupError } from '../backup-error.ts'

/** A guess costs half a second of a core: shorter ones could be found by trying. */
const minCharacters = 12

/** The passphrase of backups, undefined where none is set. It is never an argument: every user of the machine can read those. */
export async function readPassphrase(env: Record<string, string | undefined>): Promise<string | undefined> {
  const { WAGGLE_BACKUP_PASSPHRASE: value, WAGGLE_BACKUP_PASSPHRASE_FILE: file } = env
  if (value && file) {
    throw new BackupError('WAGGLE_BACKUP_PASSPHRASE and WAGGLE_BACKUP_PASSPHRASE_FILE are both set: keep one')
  }
  if (!value && !file) return undefined
  const text = value || (await readFirstLine(file ?? ''))
  if (text.length < minCharacters) {
    const name = value ? 'WAGGLE_BACKUP_PASSPHRASE' : 'the first line of WAGGLE_BACKUP_PASSPHRASE_FILE'
    throw new BackupError(`${name} has fewer than ${minCharacters} characters: choose a longer passphrase`)
  }
  return text
}

async function readFirstLine(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new BackupError(`WAGGLE_BACKUP_PASSPHRASE_FILE names ${file}, which cannot be read`)
  })
  return text.split(/\r?\n/)[0] ?? ''
}
