import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openLimitedFolder, openTmpfs } from './testing/engines/small-disk.ts'
import { newestSegment } from './testing/playlist.ts'
import { startServerProcess } from './testing/server-process.ts'
import { signAs } from './testing/site-client.ts'
import { connectEncoder } from './testing/test-encoder.ts'

const disks = { 'full tmpfs': openTmpfs, 'disk that refuses to write': openLimitedFolder }

it.for(Object.entries(disks))(
  '[F12] with a %s the stream continues, nothing is lost, and the site recovers',
  { timeout: 180_000 },
  async ([, open], { skip }) => {
    const disk = await open()
    // The other disk shows the same everywhere.
    if (!disk) return skip('mounting is not allowed here')
    onTestFinished(() => disk.close())
    const server = await startServerProcess({ env: { WAGGLE_DATA_DIR: disk.folder, WAGGLE_OPERATORS: 'alice' } })
    onTestFinished(() => server.close())
    const pid = server.child().pid ?? 0
    const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
    onTestFinished(() => encoder.close())
    const token = await server.signIn('alice')
    const { challenge } = (await server.request('GET', '/api/auth/challenge?purpose=operate&username=alice')).json
    const proof = { username: 'alice', challenge, signature: await signAs('alice', challenge) }
    await server.request('POST', '/api/operate/rights', { token, body: proof })
    encoder.send(8)
    const info = async () => (await server.request('GET', '/api/streams/info/alice')).json
    await expect.poll(async () => (await info()).isLive).toBe(true)
    const playlistPath = `/live/${(await info()).streamId}/source/media.m3u8`

    const stored: string[] = []
    async function post(message: string): Promise<number> {
      const { status } = await server.request('POST', '/api/chat/messages/alice', { token, body: { message } })
      if (status === 200) stored.push(message)
      return status
    }
    const newest = async () => newestSegment((await server.request('GET', playlistPath)).text)
    async function readiness(): Promise<number> {
      return (await server.request('GET', '/readyz')).status
    }
    async function consoleSays(): Promise<string | null> {
      const [status] = (await server.request('GET', '/api/operate/health', { token })).json.processes
      expect(status.state).toBe('running')
      return status.parts.find(({ part }: { part: string }) => part === 'database').problem
    }
    expect(await post('before')).toBe(200)
    expect(await readiness()).toBe(200)
    await expect.poll(consoleSays).toBe(null)

    // The database has all its files.
    const freeInodes = await disk.useUpInodes?.()
    expect(await post('without a free inode')).toBe(200)
    await freeInodes?.()

    // What is broadcast is recorded on the same disk.
    const recorded = () => readdir(join(disk.folder, 'recordings/waiting/here')).catch(() => [])
    await expect.poll(recorded).toHaveLength(1)

    await disk.fill(pid)
    // The write-ahead log may have room for a few more.
    await expect.poll(() => post(`attempt ${stored.length}`)).toBe(503)
    for (let n = 0; n < 12; n += 1) expect(await post(`meanwhile ${n}`)).toBe(503)
    const title = { title: 'Written on a full disk', description: '' }
    expect((await server.request('PUT', '/api/channels/my-channel', { token, body: title })).status).toBe(503)
    // One transaction of several writes each.
    const ban = { token, body: { username: 'bob' } }
    expect((await server.request('POST', '/api/chat/ban/alice', ban)).status).toBe(503)
    await expect.poll(readiness).toBe(503)
    await expect.poll(() => server.logged('"part":"database"')).toHaveLength(1)
    const reason = /^(?:database or disk is full|disk I\/O error)$/
    expect(JSON.parse(server.logged('"part":"database"')[0] ?? '').reason).toMatch(reason)
    // It cannot be written down, where other processes would look.
    expect(await consoleSays()).toMatch(reason)
    // Viewers neither notice nor are turned away.
    const before = await newest()
    encoder.send(8)
    await expect.poll(newest).toBeGreaterThan(before)
    await expect.poll(() => server.logged('"reason":"disk_full"')).toHaveLength(1)
    const { json: hls } = await server.request('POST', `/api/hls/token/${(await info()).streamId}`)
    const { text: playlist } = await server.request('GET', playlistPath)
    const key = /URI="(\/api\/hls\/key[^"]+)"/.exec(playlist)?.[1]
    expect((await server.request('GET', `${key}?token=${hls.token}`)).status).toBe(200)
    expect((await server.request('GET', '/api/chat/messages/alice')).json.messages[0]).toMatchObject({
      message: 'before',
    })

    await disk.free(pid)
    await expect.poll(readiness).toBe(200)
    await expect.poll(() => post('after')).toBe(200)
    expect(await consoleSays()).toBe(null)
    encoder.send(4)
    const { streamId } = await info()
    expect(playlistPath).toContain(streamId)
    await server.stop()
    const database = new DatabaseSync(join(disk.folder, 'waggle.sqlite'))
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    const messages = database.prepare('select message from chat_messages').all()
    database.close()
    expect(messages.map(({ message }) => message).toSorted()).toEqual(stored.toSorted())
  },
)
