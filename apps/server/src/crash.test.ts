import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { within } from './lib/within.ts'
import { connectChat } from './testing/chat/chat-client.ts'
import { type ServerProcess, startServerProcess } from './testing/server-process.ts'
import { connectEncoder } from './testing/test-encoder.ts'

/** sysexits.h, EX_SOFTWARE: whoever runs the server starts it again. */
const crashedCode = 70
/** A call whose code has failed may stay without an answer. */
const callTimeoutMs = 3000
const preload = fileURLToPath(new URL('testing/crash/throw-when-told.ts', import.meta.url))
let server: ServerProcess

beforeAll(async () => {
  server = await startServerProcess({
    // Its ffmpeg is a child of the server.
    env: { WAGGLE_SAMPLE_STREAM: '1' },
    flags: ['--import', preload],
    hasChannel: true,
  })
})
afterAll(() => server?.close())

function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [...children, ...children.flatMap(descendantsOf)]
}

/** A process that has ended may wait as a zombie for its new parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const injected = () => server.logged('"message":"injected"')

describe('[F22] an error that nothing catches', () => {
  it.each(['timer', 'rejection'])(
    'ends the process, is logged once, and leaves nothing running: in a %s',
    async (where) => {
      const before = injected().length
      const child = server.child()
      const descendants = await expect
        .poll(() => descendantsOf(child.pid ?? 0))
        .not.toEqual([])
        .then(() => descendantsOf(child.pid ?? 0))
      const exited = once(child, 'exit')
      child.send(where)
      expect(await exited).toEqual([crashedCode, null])
      await expect.poll(() => descendants.filter(isRunning)).toEqual([])
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
      expect(
        injected()
          .slice(before)
          .map((line) => JSON.parse(line)),
      ).toMatchObject([{ level: 60 }])
      await server.killAndRestart()
    },
  )
})

describe('[F22] an error in the code of one part', () => {
  /** Makes every part work; returns what fails. */
  async function useEverything(token: string, encoder: Awaited<ReturnType<typeof connectEncoder>>): Promise<unknown[]> {
    server.nextClient()
    encoder.send(4)
    const chat = await connectChat(server.url)
    const joined = await chat.join('alice', { token })
    chat.close()
    const { json: info } = await server.request('GET', '/api/streams/info/alice')
    const answers = await Promise.all([
      server.request('GET', '/readyz'),
      server.request('GET', '/api/streams'),
      server.request('POST', '/api/auth/verify', { token }),
      server.request('POST', '/api/chat/messages/alice', { token, body: { message: 'still here' } }),
      server.request('POST', `/api/hls/token/${info.streamId}`),
      server.request('GET', `/live/${info.streamId}/source/media.m3u8`),
    ])
    return [joined.ok, ...answers.map(({ status }) => status)]
  }

  it.each(['src/core/', 'src/chat/', 'src/media/', 'src/http/', 'src/shared-state/', 'media/src/rtmp/'])(
    'costs a call or the process, and never leaves a process that only seems to work: in %s',
    async (where) => {
      const token = await server.signIn('alice')
      const encoder = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
      const everythingWorks = [true, 200, 200, 200, 200, 200, 200]
      await expect.poll(() => useEverything(token, encoder)).toEqual(everythingWorks)
      const before = injected().length
      const child = server.child()
      child.send(where)
      const isLogged = async () => {
        await within(
          useEverything(token, encoder).catch(() => undefined),
          callTimeoutMs,
        )
        return injected().length > before
      }
      await expect.poll(isLogged).toBe(true)
      // A process that ends does so at once.
      await expect
        .poll(
          () =>
            child.exitCode === crashedCode ||
            fetch(`${server.url}/healthz`).then(
              ({ ok }) => ok,
              () => false,
            ),
        )
        .toBe(true)
      await encoder.close()
      if (child.exitCode !== null) await server.killAndRestart()
      const again = await connectEncoder(server.rtmpPort, await server.streamKey('alice'))
      await expect.poll(() => useEverything(token, again)).toEqual(everythingWorks)
      await again.close()
      expect(injected().slice(before)).toHaveLength(1)
    },
  )
})
