import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface SlowViewers {
  stop(): SlowReport
}

export interface SlowReport {
  bytes: number
  /** Responses that were read to their end; `cutOff` are those that the server ended before. */
  read: number
  cutOff: number
}

const readsPerSecond = 4
const headerEnd = '\r\n\r\n'
const lastChunk = '\r\n0\r\n\r\n'

/**
 * Viewers who request the newest part (every other one the newest whole segment), read it at `bytesPerSecond`, and then request what is
 * newest by then. Each response has its own connection.
 */
export function watchSlowly(port: number, path: string, count: number, bytesPerSecond: number): SlowViewers {
  const report: SlowReport = { bytes: 0, read: 0, cutOff: 0 }
  const open = new Set<Socket>()
  let isOver = false
  let newest = { part: '', segment: '' }

  async function pollNewest(): Promise<void> {
    while (!isOver) {
      const playlist = await (await fetch(`http://127.0.0.1:${port}${path}media.m3u8`)).text()
      const part = [...playlist.matchAll(/#EXT-X-PART:[^\n]*URI="([^"]+)"/g)].at(-1)?.[1]
      const segment = playlist.match(/^seg-\d+\.m4s$/gm)?.at(-1)
      if (part && segment) newest = { part, segment }
      await wait(300)
    }
  }

  /** Resolves when the response is over; true when it was complete. */
  function readResponse(what: string): Promise<boolean> {
    return new Promise((resolve) => {
      const buffer = Buffer.allocUnsafe(Math.ceil(bytesPerSecond / readsPerSecond))
      let length: number | undefined
      let bodyBytes = 0
      let tail = ''
      const callback = (bytes: number) => {
        report.bytes += bytes
        const text = buffer.toString('latin1', 0, bytes)
        if (tail === '') {
          length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN)
          bodyBytes = -(text.indexOf(headerEnd) + headerEnd.length)
        }
        bodyBytes += bytes
        tail = (tail + text).slice(-lastChunk.length)
        setTimeout(() => socket.resume(), 1000 / readsPerSecond)
        return false
      }
      const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback } })
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        resolve(bodyBytes === length || tail === lastChunk)
      })
      socket.write(`GET ${path}${what} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n`)
    })
  }

  async function watch(index: number): Promise<void> {
    // Spread the starts, so that no two viewers run in step.
    await wait((index / count) * 5000)
    while (!isOver) {
      const isWhole = await readResponse(index % 2 === 0 ? newest.part : newest.segment)
      if (isOver) return
      report[isWhole ? 'read' : 'cutOff'] += 1
    }
  }

  void pollNewest()
  for (let index = 0; index < count; index += 1) void watch(index)
  return {
    stop() {
      isOver = true
      for (const socket of open) socket.destroy()
      return report
    },
  }
}
