import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { trackInfos } from '../broadcast/track-infos.ts'
import { Track } from '../tracks/track.ts'
import { SendSchedule } from './send-schedule.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pictures = new Track('source/1', trackInfos.video, () => undefined)
const otherPictures = new Track('360p/1', trackInfos.video, () => undefined)
const sound = new Track('audio/1', trackInfos.audio, () => undefined)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Viewers of these tracks; what each was sent to is counted. */
function startSchedule(...tracks: Track[][]) {
  const viewers = tracks.map((own) => ({
    reads: (changed: ReadonlySet<Track>) => own.some((track) => changed.has(track)),
    send: vi.fn(),
  }))
  const schedule = new SendSchedule(() => viewers)
  return { schedule, sent: () => viewers.map(({ send }) => send.mock.calls.length) }
}

describe('viewers are sent', () => {
  it('what arrives together in one write, and at once', async () => {
    const { schedule, sent } = startSchedule([pictures, sound], [otherPictures])
    schedule.add(sound)
    schedule.add(pictures)
    schedule.add(pictures)
    await Promise.resolve()
    expect(sent()).toEqual([1, 0])
  })

  it('sound with the next picture that they watch', async () => {
    const { schedule, sent } = startSchedule([pictures, sound], [otherPictures, sound])
    for (let second = 0; second < 10; second += 1) {
      schedule.add(sound)
      await pass(20)
      schedule.add(pictures)
      await pass(5)
      schedule.add(otherPictures)
      await pass(5)
    }
    expect(sent()).toEqual([10, 10])
  })

  it('sound soon where no picture comes that they watch', async () => {
    const { schedule, sent } = startSchedule([pictures, sound], [sound])
    schedule.add(sound)
    await pass(20)
    schedule.add(pictures)
    await pass(1)
    schedule.add(sound)
    await pass(13)
    expect(sent()).toEqual([1, 0])
    await pass(1)
    expect(sent()).toEqual([1, 1])
    await pass(35)
    expect(sent()).toEqual([2, 2])
    await pass(1000)
    expect(sent()).toEqual([2, 2])
  })
})
