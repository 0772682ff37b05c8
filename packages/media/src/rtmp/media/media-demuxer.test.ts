import { describe, expect, it } from 'vitest'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import { encodeTracks, enhancedMessages } from '../testing/enhanced-messages.ts'
import {
  aacFrame,
  aacHeader,
  audioMessage,
  avcFrame,
  avcHeader,
  avcRecord,
  videoMessage,
} from '../testing/media-messages.ts'
import { createRecordingSink } from '../testing/recording-sink.ts'
import { createMediaDemuxer } from './media-demuxer.ts'

const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10', '-frames:v', '1', '-pix_fmt', 'yuv420p']

function demux(...messages: RtmpMessage[]) {
  const sink = createRecordingSink()
  const demuxer = createMediaDemuxer(sink)
  const refusals = messages.map((message) => demuxer.receive(message)).filter((refusal) => refusal !== undefined)
  return { ...sink, refusals }
}

describe('createMediaDemuxer', () => {
  it('emits configurations before samples and adds composition times', () => {
    const { configs, samples, refusals } = demux(
      videoMessage(avcHeader()),
      audioMessage(aacHeader()),
      videoMessage(avcFrame(true, 67), 0),
      audioMessage(aacFrame(), 0),
      videoMessage(avcFrame(false, -5), 33),
    )
    expect(refusals).toEqual([])
    expect(configs.map((config) => config.codecString)).toEqual(['avc1.4d400a', 'mp4a.40.2'])
    expect(samples.map(({ track, dtsMs, ptsMs, key, data }) => [track, dtsMs, ptsMs, key, data.length])).toEqual([
      ['video', 0, 67, true, 24],
      ['audio', 0, 0, true, 100],
      ['video', 33, 28, false, 24],
    ])
  })

  it('drops frames before their configuration', () => {
    expect(demux(videoMessage(avcFrame(true)), audioMessage(aacFrame())).samples).toEqual([])
  })

  it('ignores a repeated configuration and emits a changed one', () => {
    const changed = Buffer.from(avcRecord)
    changed[changed.length - 1] = 0xc9
    const { configs } = demux(
      ...[avcRecord, avcRecord, changed, changed, avcRecord].map((record) => videoMessage(avcHeader(record))),
    )
    expect(configs.map((config) => config.description.at(-1))).toEqual([0xc8, 0xc9, 0xc8])
  })

  it('accepts another codec in the middle, and drops frames of the previous one', () => {
    const hevc = encodeTracks(...picture, '-c:v', 'libx265', '-x265-params', 'log-level=error')
    const { configs, samples, refusals } = demux(
      videoMessage(avcHeader()),
      videoMessage(avcFrame(true)),
      ...enhancedMessages(hevc),
      videoMessage(avcFrame(true)),
    )
    expect(refusals).toEqual([])
    expect(configs.map(({ codec }) => codec)).toEqual(['avc', 'hevc'])
    expect(samples).toHaveLength(2)
  })

  it('waits for the sequence header of AV1, which may arrive with the first frame', () => {
    const [track] = encodeTracks(...picture, '-c:v', 'libaom-av1', '-cpu-used', '8', '-usage', 'realtime')
    const bare = { ...track!, configuration: track!.configuration.subarray(0, 4) }
    const { configs, samples } = demux(...enhancedMessages([bare]))
    expect([configs.length, samples.length]).toEqual([1, 1])
    expect(Buffer.from(configs[0]!.description)).toEqual(track!.configuration)
  })

  it('reads the duration of Opus packets from the packets, and emits a configuration when it changes', () => {
    const head = Buffer.from('904f7075734f707573486561640102380180bb0000000000', 'hex')
    const packet = (contents: number, frames = 1) =>
      audioMessage(Buffer.from([0x91, 0x4f, 0x70, 0x75, 0x73, contents, frames, 2]))
    const { configs, samples, refusals } = demux(
      audioMessage(head),
      ...[0xfc, 0xfc, 0xf4, 0xf4, 0xfc].map((contents) => packet(contents)),
      ...Array.from({ length: 101 }, () => packet(0xff, 0)),
    )
    expect(configs.map((config) => config.track === 'audio' && config.samplesPerFrame)).toEqual([960, 480, 960])
    expect(samples).toHaveLength(5)
    expect(refusals).toEqual(['The media of this encoder cannot be read.'])
  })

  it('recognises key frames by the picture, not by the tag', () => {
    const recoveryPoint = avcFrame(false)
    recoveryPoint[0] = 0x17
    const { samples } = demux(videoMessage(avcHeader()), videoMessage(recoveryPoint))
    expect(samples.map((sample) => sample.key)).toEqual([false])
  })

  it('ignores the end of sequence, metadata and access units without a picture', () => {
    const { samples, refusals } = demux(
      videoMessage(avcHeader()),
      videoMessage(Buffer.of(0x17, 2, 0, 0, 0)),
      videoMessage(Buffer.alloc(0)),
      { type: messageTypes.dataAmf0, streamId: 1, timestampMs: 0, payload: Buffer.from('garbage') },
      videoMessage(Buffer.from('17010000000000000106', 'hex')),
    )
    expect([samples, refusals]).toEqual([[], []])
  })

  it('unpacks aggregates', () => {
    const header = avcHeader()
    const head = Buffer.alloc(11)
    head[0] = 9
    head.writeUIntBE(header.length, 1, 3)
    const payload = Buffer.concat([head, header, Buffer.alloc(4)])
    expect(demux({ type: messageTypes.aggregate, streamId: 1, timestampMs: 0, payload }).configs).toHaveLength(1)
  })

  it.each([
    ['H.265 in the old FLV form', videoMessage(Buffer.of(0x1c, 0, 0, 0, 0)), 'codec id 12'],
    ['an unreadable AVC record', videoMessage(avcHeader(Buffer.of(1, 2, 3))), 'H.264 settings'],
    ['an unreadable AAC configuration', audioMessage(aacHeader(Buffer.of(0xff))), 'AAC settings'],
    ['an unreadable HEVC record', videoMessage(Buffer.from('90687663310102', 'hex')), 'H.265 settings'],
    ['an unreadable AV1 record', videoMessage(Buffer.from('90617630310102', 'hex')), 'AV1 settings'],
    ['an unreadable Opus header', audioMessage(Buffer.from('904f7075730102', 'hex')), 'Opus settings'],
    ['MP3', audioMessage(Buffer.of(0x2f)), 'Choose AAC'],
  ])('refuses %s with a reason', (_, message, reason) => {
    expect(demux(message).refusals).toEqual([expect.stringContaining(reason)])
  })

  it('drops unreadable access units, and refuses the media after 100 in a row', () => {
    const broken = videoMessage(Buffer.from('170100000000000009ff', 'hex'))
    const few = demux(
      videoMessage(avcHeader()),
      ...Array<RtmpMessage>(100).fill(broken),
      videoMessage(avcFrame(true)),
      ...Array<RtmpMessage>(100).fill(broken),
    )
    expect([few.samples.length, few.refusals]).toEqual([1, []])
    expect(demux(videoMessage(avcHeader()), ...Array<RtmpMessage>(101).fill(broken)).refusals).toEqual([
      'The media of this encoder cannot be read.',
    ])
  })

  it('refuses a configuration that changes too often', () => {
    const changed = Buffer.from(avcRecord)
    changed[changed.length - 1] = 0xc9
    const changes = Array.from({ length: 201 }, (_, index) => videoMessage(avcHeader(index % 2 ? changed : avcRecord)))
    expect(demux(...changes).refusals).toEqual(['This encoder changes its settings too often.'])
  })
})
