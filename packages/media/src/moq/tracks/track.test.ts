import { describe, expect, it } from 'vitest'
import { trackInfos } from '../broadcast/track-infos.ts'
import { Group } from './group.ts'
import { Track } from './track.ts'

const mebibyte = 1024 * 1024

describe('a group', () => {
  it('that never ends keeps no more than 16 MB, and nobody begins with it any more', () => {
    const group = new Group(0, 0, true)
    for (let frame = 0; frame < 40; frame += 1) {
      group.add(frame * 1000, new Uint8Array(mebibyte))
      expect(group.bytes).toBeLessThanOrEqual(16 * mebibyte)
      expect(group.encodedFrame(frame)?.data).toHaveLength(mebibyte)
    }
    expect(group.isWhole).toBe(false)
    expect(group.isDropped(0)).toBe(true)
    expect(group.encodedFrame(0)).toBeUndefined()
    expect(group.frameCount).toBe(40)
  })

  it('of many tiny frames keeps no more than 4,096', () => {
    const group = new Group(0, 0, true)
    for (let frame = 0; frame < 5000; frame += 1) group.add(frame, Uint8Array.of(1))
    expect(group.isDropped(4000)).toBe(true)
    expect(group.encodedFrame(4999)?.data).toHaveLength(1)
  })
})

describe('a track', () => {
  it('keeps the groups of the last two seconds', () => {
    const track = new Track('source/1', trackInfos.video, () => undefined)
    for (let second = 0; second < 10; second += 1) {
      track.startGroup(second * 1_000_000)
      track.add(second * 1_000_000, Uint8Array.of(second))
    }
    expect(track.groupFrom(0)?.sequence).toBe(7)
    expect(track.newest?.sequence).toBe(9)
  })

  it('keeps fewer of them when they are large', () => {
    const track = new Track('source/1', trackInfos.video, () => undefined)
    for (let group = 0; group < 8; group += 1) {
      track.startGroup(group * 100_000)
      for (let frame = 0; frame < 5; frame += 1) track.add(group * 100_000 + frame, new Uint8Array(mebibyte))
    }
    track.startGroup(800_000)
    expect(track.bytesFrom(track.groupFrom(0)!, 0)).toBeLessThanOrEqual(16 * mebibyte)
  })

  it('offers no group that is kept in part to a new viewer', () => {
    const track = new Track('source/1', trackInfos.video, () => undefined)
    track.startGroup(0)
    for (let frame = 0; frame < 20; frame += 1) track.add(frame, new Uint8Array(mebibyte))
    expect(track.newest).toBeUndefined()
    track.startGroup(100)
    expect(track.newest?.sequence).toBe(1)
  })
})
