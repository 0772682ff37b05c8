import { parseAacConfiguration } from '../codecs/aac.ts'
import { type AvcConfiguration, classifyAccessUnit, parseAvcConfiguration } from '../codecs/avc.ts'
import { readAudioTag, readVideoTag } from '../codecs/flv-tag.ts'
import type { MediaSink, TrackConfig } from '../sample.ts'
import { unpackAggregate } from './aggregate.ts'
import { messageTypes, type RtmpMessage } from './message.ts'
import { createTrackClock } from './track-clock.ts'

/**
 * Media messages of one publisher in, configurations and samples out. Data messages (`onMetaData`) are passed over: the
 * codecs' own configurations say the same, truthfully.
 */
export interface MediaIntake {
  /** Returns undefined, or a sentence for the streamer why the media cannot be taken. */
  receive(message: RtmpMessage): string | undefined
}

/** So many access units in a row that cannot be read are no accident. */
const maxBrokenInARow = 100
/** Every change costs each viewer a new initialisation; honest encoders have a handful a day. */
const maxConfigChanges = 200

export function createMediaIntake(sink: MediaSink): MediaIntake {
  const clock = createTrackClock()
  let video: AvcConfiguration | undefined
  let audio: TrackConfig | undefined
  let brokenInARow = 0
  let configChanges = 0

  function countChange(): string | undefined {
    configChanges += 1
    return configChanges > maxConfigChanges ? 'This encoder changes its settings too often.' : undefined
  }

  function countBroken(): string | undefined {
    brokenInARow += 1
    return brokenInARow > maxBrokenInARow ? 'The media of this encoder cannot be read.' : undefined
  }

  function configureVideo(record: Uint8Array): string | undefined {
    if (video && Buffer.compare(video.config.description, record) === 0) return undefined
    const refusal = countChange()
    if (refusal) return refusal
    try {
      video = parseAvcConfiguration(record)
    } catch {
      return 'The H.264 settings of this encoder cannot be read.'
    }
    sink.config(video.config)
    return undefined
  }

  function configureAudio(record: Uint8Array): string | undefined {
    if (audio && Buffer.compare(audio.description, record) === 0) return undefined
    const refusal = countChange()
    if (refusal) return refusal
    try {
      audio = parseAacConfiguration(record)
    } catch {
      return 'The AAC settings of this encoder cannot be read or are of a kind that browsers do not play. Choose AAC-LC.'
    }
    sink.config(audio)
    return undefined
  }

  function receiveVideo(message: RtmpMessage): string | undefined {
    const tag = readVideoTag(message.payload)
    if (tag.kind === 'nothing') return undefined
    if (tag.kind === 'broken') return countBroken()
    if (tag.kind === 'unsupported') return tag.reason
    if (tag.kind === 'config') return configureVideo(tag.data)
    if (!video) return undefined
    // The picture, not the tag's frame type, says where decoding can start: encoders mark recovery points as key frames.
    const unit = classifyAccessUnit(tag.data, video.nalLengthBytes)
    if (unit === 'broken') return countBroken()
    brokenInARow = 0
    if (unit === 'no-picture') return undefined
    const dtsMs = clock.next('video', message.timestampMs)
    sink.sample({
      track: 'video',
      dtsMs,
      ptsMs: dtsMs + tag.compositionTimeMs,
      key: unit === 'idr',
      data: tag.data,
    })
    return undefined
  }

  function receiveAudio(message: RtmpMessage): string | undefined {
    const tag = readAudioTag(message.payload)
    if (tag.kind === 'nothing') return undefined
    if (tag.kind === 'broken') return countBroken()
    if (tag.kind === 'unsupported') return tag.reason
    if (tag.kind === 'config') return configureAudio(tag.data)
    if (!audio) return undefined
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
