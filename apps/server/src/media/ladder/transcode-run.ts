import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { parseAvcConfiguration } from '@waggle/media/codecs/avc'
import { createFlvReader, type FlvTag } from '@waggle/media/flv/flv-reader'
import { readVideoTag } from '@waggle/media/flv/flv-tag'
import { createVideoStream, type VideoStream } from '@waggle/media/fmp4/video-stream'
import type { Sample, VideoConfig } from '@waggle/media/sample'
import { type Ffmpeg, memoryFor } from '../ffmpeg/ffmpeg.ts'
import type { Rung } from './rung.ts'
import { firstOutputDescriptor, transcodeArguments } from './transcode-arguments.ts'

interface TranscodeRunOptions {
  ffmpeg: Ffmpeg
  source: VideoConfig
  rungs: readonly Rung[]
  /** The first sample, a key frame. */
  first: Sample
  onConfig(rung: string, config: VideoConfig): void
  /** Times are on the source's clock. */
  onSample(rung: string, sample: Sample): void
  /** The process ended, and no sample follows. Called once, and not after `kill`. */
  onExit(reason: string): void
}

const videoTagType = 9
/** When more input than this is queued, ffmpeg has stalled. */
const maxQueuedBytes = 24 * 1024 * 1024
/** Three times what the whole ladder of a 4K source took. */
const memoryMebibytes = 2048
const maxErrorOutputLength = 400

/** One ffmpeg process that encodes the source's video to the rungs, from pipe to pipe. It runs until it is killed or dies. */
export class TranscodeRun {
  readonly #options: TranscodeRunOptions
  readonly #child: ChildProcess
  /** Null when the process has too many open files to create a pipe; ffmpeg then never starts. */
  readonly #input: Writable | null
  readonly #stream: VideoStream
  readonly #originMs: number
  /** How much earlier the source's key frames are decoded than presented. The same lead is applied to the rungs. */
  readonly #leadMs: number
  #hasEnded = false
  #errorOutput = ''

  constructor(options: TranscodeRunOptions) {
    const { ffmpeg, source, rungs, first } = options
    this.#options = options
    this.#originMs = first.dtsMs
    this.#leadMs = first.ptsMs - first.dtsMs
    this.#stream = createVideoStream(source, first.dtsMs)
    const outputs = rungs.map(() => 'pipe' as const)
    const args = transcodeArguments(rungs, availableParallelism())
    const limits = { maxMemoryBytes: memoryFor(memoryMebibytes) }
    this.#child = ffmpeg.start(args, ['pipe', 'ignore', 'pipe', ...outputs], limits)
    this.#child.once('error', (error) => this.#endWith(error.message))
    this.#child.once('close', (code, signal) => this.#endWith(`${signal ?? `code ${code}`}: ${this.#errorOutput}`))
    this.#child.stderr?.on('data', (text) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-maxErrorOutputLength)
    })
    this.#input = this.#child.stdin ?? null
    // A process that has exited closes its pipes; its exit event has the reason.
    this.#input?.on('error', () => {})
    rungs.forEach((rung, index) => {
      this.#readOutput(rung, this.#child.stdio?.[firstOutputDescriptor + index] as Readable | undefined)
    })
    this.#input?.write(this.#stream.head)
    this.feed(first)
  }

  /** Feeds the next sample of the source. */
  feed(sample: Sample): void {
    const input = this.#input
    if (input === null || this.#hasEnded || sample.dtsMs < this.#originMs) return
    if (input.writableLength > maxQueuedBytes) {
      this.#fail('it stopped reading its input')
      return
    }
    input.cork()
    for (const bytes of this.#stream.fragment(sample)) input.write(bytes)
    process.nextTick(() => input.uncork())
  }

  /** Ends the process at once, in any state. */
  kill(): void {
    this.#hasEnded = true
    this.#child.kill('SIGKILL')
    for (const pipe of this.#child.stdio ?? []) pipe?.destroy()
  }

  #readOutput(rung: Rung, output: Readable | undefined): void {
    const reader = createFlvReader((tag) => this.#receive(rung.name, tag))
    output?.on('error', () => {})
    output?.on('data', (bytes: Buffer) => {
      if (this.#hasEnded) return
      try {
        reader.push(bytes)
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error))
      }
    })
  }

  #receive(rung: string, { type, timestampMs, body }: FlvTag): void {
    const tag = type === videoTagType ? readVideoTag(body) : undefined
    if (this.#hasEnded || tag === undefined) return
    if (tag.kind === 'config') this.#options.onConfig(rung, parseAvcConfiguration(tag.data).config)
    if (tag.kind !== 'frame') return
    const dtsMs = this.#originMs + timestampMs
    this.#options.onSample(rung, {
      track: 'video',
      dtsMs: dtsMs - this.#leadMs,
      ptsMs: dtsMs + tag.compositionTimeMs,
      key: tag.isKey,
      data: tag.data,
    })
  }

  #fail(reason: string): void {
    this.#endWith(reason)
    this.kill()
  }

  #endWith(reason: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.onExit(reason.trim())
  }
}
