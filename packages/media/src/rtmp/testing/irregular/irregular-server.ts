import { expect } from 'vitest'
import { run } from '../../../hls/testing/encoder.ts'
import { getText, open, Viewer } from '../../../hls/testing/viewer.ts'
import type { RtmpMessage } from '../../chunks/message.ts'
import { connectTestPublisher } from '../publisher-client.ts'
import { publishTo, startRecordingServer } from '../recording-server.ts'
import { encodeMessages, isFrame, isVideo } from './irregular-media.ts'

/** The expected output of a broadcast. */
interface ExpectedOutput {
  /** Minimum and maximum duration of the output. */
  seconds: [number, number]
  /** Number of initialisation segments, 1 by default. */
  inits?: number
  /** Both by default. */
  tracks?: ('video' | 'audio')[]
  /** The input is not decodable or has missing frames, so that decoding the output proves nothing. */
  isUndecodable?: boolean
  /** How many segments may start without a key frame; any number by default. */
  dependentSegments?: number
}

/** One case: the messages, and the expected output. */
export type IrregularCase = [name: string, messages: () => RtmpMessage[], expected: ExpectedOutput]

/** Starts a server for irregular broadcasts, with a regular one running at the same time. */
export async function startIrregularServer() {
  const server = await startRecordingServer()
  const regularFrames = encodeMessages()
  let regularSent = 0
  const regular = await connectTestPublisher(server.port, { chunkSizeBytes: 4096 })
  await regular.publish('live', 'regular')

  function sendRegular(count: number): void {
    for (const message of regularFrames.slice(regularSent, regularSent + count)) regular.send(message, message.type)
    regularSent += count
  }

  return {
    /** Publishes and returns why it ended. */
    async endingOf(messages: readonly RtmpMessage[]): Promise<string | undefined> {
      sendRegular(6)
      return (await publishTo(server, messages)).endings[0]
    },

    /** Publishes, packages, and checks playlists, decoding and times. Returns the multivariant playlist. */
    async play(messages: readonly RtmpMessage[], expected: ExpectedOutput): Promise<string> {
      sendRegular(6)
      const sink = await publishTo(server, messages)
      expect(sink.endings).toEqual(['The encoder stopped the stream.'])
      const { stream, source } = open({ windowSegments: 100 })
      const viewer = new Viewer(stream)
      viewer.isStrict = false
      await viewer.watch(source, sink.media)
      stream.end()
      await viewer.poll()
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

    /** Ends the regular broadcast and checks that all of it has arrived. */
    async checkRegular(): Promise<void> {
      sendRegular(regularFrames.length)
      regular.call('deleteStream', 5, null, 1)
      const arrived = server.broadcasts.get('regular')
      expect(await arrived?.whenEnded).toBe('The encoder stopped the stream.')
      expect(arrived?.samples.map(({ track, dtsMs }) => [track, dtsMs])).toEqual(
        regularFrames.filter(isFrame).map((message) => [isVideo(message) ? 'video' : 'audio', message.timestampMs]),
      )
      await regular[Symbol.asyncDispose]()
    },

    close: () => server.close(),
  }
}

/** Checks that a file decodes without errors and that decode times increase within each track. */
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
