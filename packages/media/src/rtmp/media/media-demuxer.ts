import { parseAacConfiguration } from '../../codecs/aac.ts'
import type { AccessUnitReader } from '../../codecs/access-unit-reader.ts'
import { parseAv1Configuration } from '../../codecs/av1.ts'
import { parseAvcConfiguration } from '../../codecs/avc.ts'
import { parseHevcConfiguration } from '../../codecs/hevc.ts'
import { opusPacketSamples, parseOpusConfiguration } from '../../codecs/opus.ts'
import { readAudioTag, readVideoTag } from '../../flv/flv-tag.ts'
import type { AudioConfig, MediaSink, TrackKind, VideoConfig } from '../../sample.ts'
import { unpackAggregate } from '../chunks/aggregate.ts'
import { messageTypes, type RtmpMessage } from '../chunks/message.ts'
import { createTrackClock } from './track-clock.ts'

/**
 * Converts the media messages of one publisher to configurations and samples. Data messages (`onMetaData`) are ignored, because the
 * configurations of the codecs contain the same facts and are reliable.
 */
export interface MediaDemuxer {
  /** Returns undefined, or the reason why the media is refused as a sentence for the streamer. */
  receive(message: RtmpMessage): string | undefined
}

/** After more unreadable access units in a row, the publisher is refused. */
const maxBrokenInARow = 100
/** After more samples of a track in a row with the same timestamp, the publisher is refused. */
const maxEqualTimestamps = 300
/** Every change makes all players reinitialise their decoders. Real encoders make a handful a day. */
const maxConfigChanges = 200

const usualOpusPacketSamples = 960

const stuckTimestamps = 'The timestamps of this encoder do not advance.'

const codecNames = { avc: 'H.264', hevc: 'H.265', av1: 'AV1', aac: 'AAC', opus: 'Opus' } as const

/** A track with the record that the encoder sent. The parsed configuration is undefined until it is complete. */
interface VideoTrack {
  codec: VideoConfig['codec']
  record: Uint8Array
  configuration: AccessUnitReader | undefined
}

interface AudioTrack {
  codec: AudioConfig['codec']
  record: Uint8Array
  config: AudioConfig | undefined
}

export function createMediaDemuxer(sink: MediaSink): MediaDemuxer {
  const clock = createTrackClock()
  let video: VideoTrack | undefined
  let audio: AudioTrack | undefined
  const brokenInARow: Record<TrackKind, number> = { video: 0, audio: 0 }
  const equalTimestamps: Record<TrackKind, number> = { video: 0, audio: 0 }
  const lastTimestampMs: Partial<Record<TrackKind, number>> = {}
  let configChanges = 0

  function countChange(): string | undefined {
    configChanges += 1
    return configChanges > maxConfigChanges ? 'This encoder changes its settings too often.' : undefined
  }

  function countBroken(track: TrackKind): string | undefined {
    brokenInARow[track] += 1
    return brokenInARow[track] > maxBrokenInARow ? 'The media of this encoder cannot be read.' : undefined
  }

  /** True after too many equal timestamps. A few are no error: small packets share one. */
  function isTimestampStuck(track: TrackKind, timestampMs: number): boolean {
    equalTimestamps[track] = lastTimestampMs[track] === timestampMs ? equalTimestamps[track] + 1 : 0
    lastTimestampMs[track] = timestampMs
    return equalTimestamps[track] > maxEqualTimestamps
  }

  function configureVideo(codec: VideoConfig['codec'], record: Uint8Array): string | undefined {
    if (video && isSame(video, codec, record)) return undefined
    video = { codec, record: Uint8Array.from(record), configuration: undefined }
    return countChange() ?? readVideoConfiguration(video)
  }

  /** With AV1, the sequence header may arrive with the first frame; the configuration is then sent to the sink at that point. */
  function readVideoConfiguration(track: VideoTrack, firstUnit?: Uint8Array): string | undefined {
    try {
      track.configuration = parseVideoConfiguration(track.codec, track.record, firstUnit)
    } catch {
      return `The ${codecNames[track.codec]} settings of this encoder cannot be read.`
    }
    if (track.configuration) sink.config(track.configuration.config)
    return undefined
  }

  function configureAudio(codec: AudioConfig['codec'], record: Uint8Array): string | undefined {
    if (audio && isSame(audio, codec, record)) return undefined
    audio = undefined
    const refusal = countChange()
    if (refusal) return refusal
    let config: AudioConfig
    try {
      config = codec === 'aac' ? parseAacConfiguration(record) : parseOpusConfiguration(record, usualOpusPacketSamples)
    } catch {
      const advice = codec === 'aac' ? 'Choose AAC-LC.' : 'Choose stereo.'
      return `The ${codecNames[codec]} settings of this encoder cannot be read or are of a kind that browsers do not play. ${advice}`
    }
    audio = { codec, record: Uint8Array.from(record), config: undefined }
    if (codec === 'aac') configureSink(audio, config)
    return undefined
  }

  function configureSink(track: AudioTrack, config: AudioConfig): void {
    track.config = config
    sink.config(config)
  }

  /** The duration of Opus packets is only known from the packets. A change is a new configuration. */
  function updatePacketDuration(track: AudioTrack, samples: number): string | undefined {
    if (track.config?.samplesPerFrame === samples) return undefined
    const refusal = track.config && countChange()
    if (!refusal) configureSink(track, parseOpusConfiguration(track.record, samples))
    return refusal
  }

  function receiveVideo(message: RtmpMessage): string | undefined {
    const tag = readVideoTag(message.payload)
    if (tag.kind === 'nothing') return undefined
    if (tag.kind === 'broken') return countBroken('video')
    if (tag.kind === 'unsupported') return tag.reason
    if (tag.kind === 'config') return configureVideo(tag.codec, tag.data)
    if (video?.codec !== tag.codec) return undefined
    if (!video.configuration) {
      const refusal = readVideoConfiguration(video, tag.data)
      if (refusal || !video.configuration) return refusal
    }
    const unit = video.configuration.readAccessUnit(tag.data)
    if (unit.kind === 'broken') return countBroken('video')
    brokenInARow.video = 0
    if (unit.kind === 'no-picture') return undefined
    if (isTimestampStuck('video', message.timestampMs)) return stuckTimestamps
    const dtsMs = clock.next('video', message.timestampMs)
    sink.sample({
      track: 'video',
      dtsMs,
      ptsMs: dtsMs + tag.compositionTimeMs,
      key: unit.kind === 'key',
      data: unit.data,
    })
    return undefined
  }

  function receiveAudio(message: RtmpMessage): string | undefined {
    const tag = readAudioTag(message.payload)
    if (tag.kind === 'nothing') return undefined
    if (tag.kind === 'broken') return countBroken('audio')
    if (tag.kind === 'unsupported') return tag.reason
    if (tag.kind === 'config') return configureAudio(tag.codec, tag.data)
    if (audio?.codec !== tag.codec) return undefined
    if (audio.codec === 'opus') {
      const samples = opusPacketSamples(tag.data)
      if (samples === undefined) return countBroken('audio')
      const refusal = updatePacketDuration(audio, samples)
      if (refusal) return refusal
    }
    if (!audio.config) return undefined
    brokenInARow.audio = 0
    if (isTimestampStuck('audio', message.timestampMs)) return stuckTimestamps
    const dtsMs = clock.next('audio', message.timestampMs)
    sink.sample({ track: 'audio', dtsMs, ptsMs: dtsMs, key: true, data: tag.data })
    return undefined
  }

  function receive(message: RtmpMessage): string | undefined {
    if (message.type === messageTypes.video) return receiveVideo(message)
    if (message.type === messageTypes.audio) return receiveAudio(message)
    if (message.type !== messageTypes.aggregate) return undefined
    for (const part of unpackAggregate(message)) {
      const refusal = receive(part)
      if (refusal) return refusal
    }
    return undefined
  }

  return { receive }
}

function parseVideoConfiguration(
  codec: VideoConfig['codec'],
  record: Uint8Array,
  firstUnit: Uint8Array | undefined,
): AccessUnitReader | undefined {
  switch (codec) {
    case 'avc':
      return parseAvcConfiguration(record)
    case 'hevc':
      return parseHevcConfiguration(record)
    case 'av1':
      return parseAv1Configuration(record, firstUnit)
  }
}

function isSame(track: { codec: string; record: Uint8Array }, codec: string, record: Uint8Array): boolean {
  return track.codec === codec && Buffer.compare(track.record, record) === 0
}
