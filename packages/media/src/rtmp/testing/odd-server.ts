import { expect } from 'vitest'
import { run } from '../../hls/testing/encoder.ts'
import { getText, open, Viewer } from '../../hls/testing/viewer.ts'
import type { RtmpMessage } from '../chunks/message.ts'
import { encodeMessages, isFrame, isVideo } from './odd-media.ts'
import { connectTestPublisher } from './publisher-client.ts'
import { publishTo, startRecordingServer } from './recording-server.ts'

/** What comes out of a broadcast, as far as it goes without saying otherwise. */
export interface Plays {
  /** Seconds of media, at least and at most. */
  seconds: [number, number]
  /** Initialisation segments: 1 unless told. */
  inits?: number
  /** Both unless told. */
  tracks?: ('video' | 'audio')[]
  /** What comes in is no video or sound, or has pictures missing, so that decoding it says nothing. */
  isUndecodable?: boolean
  /** So many segments at most begin without a key frame: any number unless told. */
  dependentSegments?: number
}

/** One case: what is sent, and what has to come out of it. */
export type OddCase = [name: string, messages: () => RtmpMessage[], expected: Plays]

/** A server that takes odd broadcasts, and a good one beside them all. */
export async function startOddServer() {
  const server = await startRecordingServer()
  const goodFrames = encodeMessages()
  let goodSent = 0
  const good = await connectTestPublisher(server.port, { chunkSizeBytes: 4096 })
  await good.publish('live', 'good')

  function sendGood(count: number): void {
    for (const message of goodFrames.slice(goodSent, goodSent + count)) good.send(message, message.type)
    goodSent += count
  }

  return {
    /** Publishes and answers why it ended. */
    async endingOf(messages: readonly RtmpMessage[]): Promise<string | undefined> {
      sendGood(6)
      return (await publishTo(server, messages)).endings[0]
    },

    /** Publishes, packages, and checks playlists, decoding and times. Answers the multivariant playlist. */
    async play(messages: readonly RtmpMessage[], expected: Plays): Promise<string> {
      sendGood(6)
      const sink = await publishTo(server, messages)
      expect(sink.endings).toEqual(['The encoder stopped the stream.'])
      const { stream, source } = open({ windowSegments: 100 })
      const viewer = new Viewer(stream)
      viewer.hasUsualSegments = false
      await viewer.watch(source, sink.media)
      stream.end()
      await viewer.look()
      expect(viewer.checker.violations).toEqual([])
      expect(viewer.deltas.violations).toEqual([])
      const kinds = new Set(sink.samples.map(({ track }) => track))
      expect([...kinds].sort()).toEqual((expected.tracks ?? ['audio', 'video']).toSorted())
      const segments = viewer.playlist?.segments ?? []
      const seconds = segments.reduce((sum, { durationS }) => sum + durationS, 0)
      expect(seconds).toBeGreaterThanOrEqual(expected.seconds[0])
      expect(seconds).toBeLessThanOrEqual(expected.seconds[1])
      const inits = [...new Set(segments.map(({ map }) => map ?? ''))]
      expect(inits).toHaveLength(expected.inits ?? 1)
      const dependent = segments.filter(({ sequence }) => !viewer.isIndependent.get(sequence))
      expect(dependent.length).toBeLessThanOrEqual(expected.dependentSegments ?? segments.length)
      for (const init of inits) await checkFile(viewer.file(init), expected.isUndecodable === true)
      return segments.length > 0 ? getText(stream, 'master.m3u8') : ''
    },

    /** Ends the good stream, of which everything has to be there. */
    async checkGood(): Promise<void> {
      sendGood(goodFrames.length)
      good.call('deleteStream', 5, null, 1)
      const arrived = server.broadcasts.get('good')
      expect(await arrived?.whenEnded).toBe('The encoder stopped the stream.')
      expect(arrived?.samples.map(({ track, dtsMs }) => [track, dtsMs])).toEqual(
        goodFrames.filter(isFrame).map((message) => [isVideo(message) ? 'video' : 'audio', message.timestampMs]),
      )
      await good[Symbol.asyncDispose]()
    },

    close: () => server.close(),
  }
}

/** Decodes without complaint; decode times rise within each track. */
async function checkFile(file: Buffer, isUndecodable: boolean): Promise<void> {
  const decode = isUndecodable ? ['-v', 'fatal'] : ['-v', 'error', '-count_frames']
  const show = ['-show_entries', 'packet=stream_index,dts', '-of', 'csv=p=0', '-']
  const csv = await run('ffprobe', [...decode, ...show], file)
  const last = new Map<string, number>()
  for (const line of csv.toString().trim().split('\n')) {
    const [stream = '', dts] = line.split(',')
    expect(Number(dts)).toBeGreaterThan(last.get(stream) ?? Number.NEGATIVE_INFINITY)
    last.set(stream, Number(dts))
  }
}
