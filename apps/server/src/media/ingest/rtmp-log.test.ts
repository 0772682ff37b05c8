import type { RtmpEvent } from '@waggle/media/rtmp/events'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { RtmpLog } from './rtmp-log.ts'

function openLog() {
  const lines: string[] = []
  const rtmpLog = new RtmpLog(pino({ base: null }, { write: (line: string) => lines.push(line) }))
  return { rtmpLog, lines, parsed: () => lines.map((line) => JSON.parse(line)) }
}

const connected = (remoteAddress: string, connectionId = 1): RtmpEvent => ({
  type: 'connected',
  connectionId,
  remoteAddress,
})

describe('the log of RTMP connections', () => {
  it('[PRIVACY-4] shows the first five events of an address and type in full, and the others as one line of counts', () => {
    const { rtmpLog, parsed } = openLog()
    for (let id = 0; id < 1000; id += 1) {
      rtmpLog.add(connected('192.0.2.1', id))
      rtmpLog.add({ type: 'protocol-error', connectionId: id, remoteAddress: '192.0.2.1', reason: 'not RTMP' })
    }
    rtmpLog.add({ type: 'publishing', connectionId: 7, remoteAddress: '192.0.2.1', app: 'live', encoder: 'OBS' })
    rtmpLog.add(connected('192.0.2.2'))
    rtmpLog.endPeriod()
    const lines = parsed()
    expect(lines.filter(({ msg }) => msg === 'rtmp protocol-error')).toHaveLength(5)
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'rtmp publishing', encoder: 'OBS' }))
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'rtmp connected', network: '192.0.2.0/24' }))
    expect(lines.join('')).not.toMatch(/192\.0\.2\.[12]/)
    expect(lines.at(-1)).toMatchObject({ network: '192.0.2.0/24', counts: { connected: 995, 'protocol-error': 995 } })
    expect(lines).toHaveLength(13)
  })

  it('counts the addresses of one IPv6 /64 together', () => {
    const { rtmpLog, lines } = openLog()
    for (let id = 0; id < 1000; id += 1) rtmpLog.add(connected(`2001:db8:1:2::${id.toString(16)}`))
    rtmpLog.endPeriod()
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain('2001:db8:1::/48')
    expect(lines.join('')).not.toContain('2001:db8:1:2')
  })

  it('stays below 200 kB a minute when 100,000 addresses connect', () => {
    const { rtmpLog, lines, parsed } = openLog()
    for (let id = 0; id < 100_000; id += 1) rtmpLog.add(connected(`10.${id >> 16}.${(id >> 8) & 255}.${id & 255}`))
    rtmpLog.endPeriod()
    expect(lines.join('').length).toBeLessThan(200_000)
    expect(parsed().at(-1)).toMatchObject({ counts: { connected: 98_900 } })
  })

  it('begins anew in the next period, and says nothing about a period without counts', () => {
    const { rtmpLog, lines } = openLog()
    for (let id = 0; id < 6; id += 1) rtmpLog.add(connected('192.0.2.1'))
    rtmpLog.endPeriod()
    rtmpLog.endPeriod()
    expect(lines).toHaveLength(6)
    rtmpLog.add(connected('192.0.2.1'))
    expect(lines).toHaveLength(7)
  })

  it('logs a failure of the server as an error', () => {
    const { rtmpLog, parsed } = openLog()
    rtmpLog.add({
      type: 'internal-error',
      connectionId: 1,
      remoteAddress: '192.0.2.1',
      error: new Error('no database'),
    })
    expect(parsed()[0]).toMatchObject({ level: 50, msg: 'rtmp internal-error' })
  })
})
