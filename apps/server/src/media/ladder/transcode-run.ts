import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { parseAvcConfiguration } from '@waggle/media/codecs/avc'
import { createFlvReader, type FlvTag } from '@waggle/media/flv/flv-reader'
import { readVideoTag } from '@waggle/media/flv/flv-tag'
import { createVideoStream, type VideoStream } from '@waggle/media/fmp4/video-stream'
import type { Sample, VideoConfig } from '@waggle/media/sample'
import type { Rung } from './rung.ts'
import { firstOutputDescriptor, transcodeArguments } from './transcode-arguments.ts'

export interface TranscodeRunOptions {
  source: VideoConfig
  rungs: readonly Rung[]
  /** The first sample: a key frame. */
  first: Sample
  onConfig(rung: string, config: VideoConfig): void
  /** Times are the source's, on its clock. */
  onSample(rung: string, sample: Sample): void
  /** It ended, and nothing comes any more. Called once; not after `kill`. */
  onExit(reason: string): void
}

const videoTagType = 9
/** More than this waiting for ffmpeg means that it stands still. */
const maxQueuedBytes = 24 * 1024 * 1024
const niceness = 3
const keptWords = 400

/** One ffmpeg that turns the source's picture into the rungs, from pipe to pipe. It lives until it is killed or dies. */
export class TranscodeRun {
  readonly #options: TranscodeRunOptions
  readonly #child: ChildProcess
  /** Null when the process has too many files open to make a pipe; then it never starts. */
  readonly #input: Writable | null
  readonly #stream: VideoStream
  readonly #originMs: number
  /** What the source's key frames are decoded before they are shown: the rungs are decoded that much earlier too. */
  readonly #leadMs: number
  #isOver = false
  #words = ''

  constructor(options: TranscodeRunOptions) {
    const { source, rungs, first } = options
    this.#options = options
    this.#originMs = first.dtsMs
    this.#leadMs = first.ptsMs - first.dtsMs
    this.#stream = createVideoStream(source, first.dtsMs)
    const outputs = rungs.map(() => 'pipe' as const)
    this.#child = spawn('ffmpeg', transcodeArguments(rungs, availableParallelism()), {
      stdio: ['pipe', 'ignore', 'pipe', ...outputs],
    })
    this.#child.once('error', (error) => this.#over(error.message))
    this.#child.once('close', (code, signal) => this.#over(`${signal ?? `code ${code}`}: ${this.#words}`))
    this.#child.stderr?.on('data', (text) => {
      this.#words = (this.#words + text).slice(-keptWords)
    })
    this.#input = this.#child.stdin ?? null
    // A child that is gone closes its pipes; its exit tells the reason.
    this.#input?.on('error', () => {})
    rungs.forEach((rung, index) => {
      this.#listen(rung, this.#child.stdio?.[firstOutputDescriptor + index] as Readable | undefined)
    })
    if (this.#child.pid !== undefined) yieldToOthers(this.#child.pid)
    this.#input?.write(this.#stream.head)
    this.feed(first)
  }

  /** The next sample of the source. */
  feed(sample: Sample): void {
    const input = this.#input
    if (input === null || this.#isOver || sample.dtsMs < this.#originMs) return
    if (input.writableLength > maxQueuedBytes) {
      this.#fail('it takes no more input')
      return
    }
    input.cork()
    for (const bytes of this.#stream.fragment(sample)) input.write(bytes)
    process.nextTick(() => input.uncork())
  }

  /** Ends it at once, in whatever state it is. */
  kill(): void {
    this.#isOver = true
    this.#child.kill('SIGKILL')
    for (const pipe of this.#child.stdio ?? []) pipe?.destroy()
  }

  #listen(rung: Rung, output: Readable | undefined): void {
    const reader = createFlvReader((tag) => this.#receive(rung.name, tag))
    output?.on('error', () => {})
    output?.on('data', (bytes: Buffer) => {
      if (this.#isOver) return
      try {
        reader.push(bytes)
      } catch (error) {
        this.#fail(error instanceof Error ? error.message : String(error))
      }
    })
  }

  #receive(rung: string, { type, timestampMs, body }: FlvTag): void {
    const tag = type === videoTagType ? readVideoTag(body) : undefined
    if (this.#isOver || tag === undefined) return
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
    this.#over(reason)
    this.kill()
  }

  #over(reason: string): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#options.onExit(reason.trim())
  }
}

/** The ladder gets what the rest of the machine leaves. */
function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // It is gone already.
  }
}
