import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sandboxAccountNames } from '@waggle/hive/sandbox/accounts'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { randomId } from '../lib/random-id.ts'
import { startPostgres } from '../testing/engines/postgres.ts'
import { removeFolder, temporaryFolder } from '../testing/engines/private-process.ts'
import { startServerProcess } from '../testing/server-process.ts'
import { connectEncoder } from '../testing/test-encoder.ts'

const command = join(import.meta.dirname, '../commands/command-line.ts')
const perSecond = 200
const inFlightMax = 50
/** Each account owns a channel, whose owner may send a hundred messages in half a minute (rule LIMIT-4): well below that. */
const messagesMax = sandboxAccountNames.length * 80

/** The settings that say where an empty site keeps its data. */
type Place = { WAGGLE_DATA_DIR: string; DATABASE_URL?: string }

/** For each engine a function that makes a place for an empty site. */
const engines = {
  SQLite: async () => async (): Promise<Place> => ({ WAGGLE_DATA_DIR: await newFolder('data') }),
  PostgreSQL: async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.close())
    return async (): Promise<Place> => {
      const name = `d${randomId()}`
      const client = new pg.Client({ connectionString: postgres.url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return { WAGGLE_DATA_DIR: await newFolder('data'), DATABASE_URL: new URL(`/${name}`, postgres.url).href }
    }
  },
}

async function newFolder(name: string): Promise<string> {
  const folder = await temporaryFolder(name)
  onTestFinished(() => removeFolder(folder))
  return folder
}

async function startSite(place: Place) {
  const site = await startServerProcess({ env: { ...place } })
  onTestFinished(() => site.close())
  return site
}

/** What the command has printed, or why it failed. */
function run(task: 'backup' | 'restore', folder: string, place: Place): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH, ...place }
  const args = ['--disable-warning=ExperimentalWarning', command, task, folder]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, text: (stdout + stderr).trim() })
    })
  })
}

async function contentsOf(place: Place) {
  const db = await openDatabase({ dataDir: place.WAGGLE_DATA_DIR, databaseUrl: place.DATABASE_URL })
  const messages = await db.selectFrom('chat_messages').selectAll().orderBy('channel').orderBy('id').execute()
  const rooms = await db.selectFrom('chat_rooms').selectAll().execute()
  const others = {
    channels: await db.selectFrom('channels').selectAll().execute(),
    keys: await db.selectFrom('stream_keys').selectAll().execute(),
    sessions: await db.selectFrom('sessions').select(['token_hash', 'username']).orderBy('token_hash').execute(),
  }
  await db.destroy()
  return { messages, rooms, others }
}

describe.each(Object.entries(engines))('[F19] a site on %s', { timeout: 180_000 }, (_name, startEngine) => {
  it('is backed up while it takes 200 messages a second, and comes up again on an empty machine', async () => {
    const createPlace = await startEngine()
    const [place, elsewhere, backups] = [await createPlace(), await createPlace(), await newFolder('backups')]
    const site = await startSite(place)
    const tokens = await Promise.all(sandboxAccountNames.map((name) => site.signIn(name)))
    const streamKey = await site.streamKey('alice')
    await site.request('PUT', '/api/channels/my-channel', {
      token: tokens[0]!,
      body: { title: 'Kept', description: 'in a backup' },
    })

    const acknowledged: { atMs: number; id: string; channel: string }[] = []
    const sending: Promise<void>[] = []
    let answered = 0
    // Half of the messages are kept for the backup, however late a busy machine begins it.
    let sendingMax = messagesMax / 2
    const timer = setInterval(() => {
      for (let n = 0; n < perSecond / 20 && sending.length < sendingMax; n += 1) {
        // On a busy machine, more would only wait.
        if (sending.length - answered >= inFlightMax) return
        const index = sending.length % tokens.length
        const channel = sandboxAccountNames[index]!
        const body = { message: `message ${sending.length}` }
        const sent = site.request('POST', `/api/chat/messages/${channel}`, { token: tokens[index]!, body })
        sending.push(
          sent.then(({ status, json }) => {
            answered += 1
            // A busy machine refuses what looks like a flood (T19): that is not acknowledged.
            if (status === 429) return
            expect(status, `message ${sending.length}: ${JSON.stringify(json)}`).toBe(200)
            acknowledged.push({ atMs: Date.now(), id: json.data.id, channel })
          }),
        )
      }
    }, 50)
    await expect.poll(() => acknowledged.length).toBeGreaterThan(perSecond / 2)
    const startedAtMs = Date.now()
    sendingMax = messagesMax
    const backup = await run('backup', backups, place)
    const during = acknowledged.filter(({ atMs }) => atMs > startedAtMs).length
    clearInterval(timer)
    await Promise.all(sending)
    expect(backup.code, backup.text).toBe(0)
    const file = backup.text.split('\n')[0]!
    expect(file).toMatch(/\/waggle-[\dT-]+Z\.backup$/)
    expect(during).toBeGreaterThan(0)
    // Only its owner reads the copy of the secrets.
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(backups)).toHaveLength(1)
    await site.stop()

    const restored = await run('restore', file, elsewhere)
    expect(restored.code, restored.text).toBe(0)
    const [before, after] = [await contentsOf(place), await contentsOf(elsewhere)]
    expect(after.others).toEqual(before.others)
    // The state of one moment: of each channel the first messages, without a gap, and all that were acknowledged before.
    for (const channel of sandboxAccountNames) {
      const of = (messages: typeof before.messages) => messages.filter((message) => message.channel === channel)
      const kept = of(after.messages)
      expect(kept).toEqual(of(before.messages).slice(0, kept.length))
      const early = acknowledged.filter((message) => message.channel === channel && message.atMs < startedAtMs)
      expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(early.map(({ id }) => id)))
    }
    // Of one moment also across tables: a room knows the id of its newest message.
    for (const { channel, last_tick } of after.rooms) {
      const newest = after.messages.filter((message) => message.channel === channel).at(-1)
      expect(Number.parseInt(newest?.id ?? '', 36), channel).toBe(last_tick)
    }
    const again = await startSite(elsewhere)
    expect((await again.request('POST', '/api/auth/verify', { token: tokens[0]! })).status).toBe(200)
    const history = (await again.request('GET', '/api/chat/messages/alice')).json.messages
    expect(history.at(-1).id).toBe(after.messages.filter(({ channel }) => channel === 'alice').at(-1)?.id)
    const encoder = await connectEncoder(again.rtmpPort, streamKey)
    expect(encoder.answer.code).toBe('NetStream.Publish.Start')
    await encoder.close()
    // What is there is never overwritten.
    expect((await run('restore', file, place)).text).toContain('is not empty')
  })
})

it('[F19] says what is missing, and leaves no unfinished backup', async () => {
  const place = { WAGGLE_DATA_DIR: await newFolder('data') }
  const backups = await newFolder('backups')
  expect(await run('backup', backups, place)).toEqual({
    code: 1,
    text: expect.stringContaining('waggle.sqlite does not exist'),
  })
  expect(await readdir(backups)).toEqual([])
  expect(await run('restore', backups, place)).toEqual({
    code: 1,
    text: expect.stringContaining('is no backup: a backup is one file'),
  })
})
