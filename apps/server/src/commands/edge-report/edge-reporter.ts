import { randomBytes } from 'node:crypto'
import { type ReportState, readState, writeState } from './report-file.ts'
import { SentBytes } from './sent-bytes.ts'

/** More in one report is refused by the site. */
const batchEntries = 500
const answerTimeoutMs = 10_000
/** The site estimates what edges send when none of them has reported for a minute. */
const idleMs = 20_000

interface ReporterOptions {
  /** The address of the site. */
  site: string
  secret: string
  /** The name of the edge. */
  edge: string
  /** Where it keeps what the site may not know yet. */
  file: string
  print(line: string): void
}

/** What became of a batch: the site has it, will not take it like this, or nobody knows. */
type Answer = { kind: 'counted' } | { kind: 'out-of-order' | 'refused' | 'unknown' | 'not-now'; why: string }

/**
 * Tells the site what an edge has sent, each byte once. A batch is numbered and on the disk before it is posted, and is posted until the
 * site has answered: the site counts a number of a run once (rule EGRESS-8). What is in no batch yet goes when the process is killed.
 */
export class EdgeReporter {
  readonly #options: ReporterOptions
  readonly #waiting: SentBytes
  #run: string
  #nextBatch: number
  #batches: ReportState['batches']
  /** Whether the first batch may have been counted. */
  #isUncertain: boolean
  #reportedAtMs = Number.NEGATIVE_INFINITY
  #problem: string | undefined

  private constructor(options: ReporterOptions, state: ReportState | undefined) {
    this.#options = options
    this.#run = state?.run ?? newRun()
    this.#nextBatch = state?.nextBatch ?? 1
    this.#batches = state?.batches ?? []
    this.#waiting = new SentBytes(state?.waiting)
    this.#isUncertain = this.#batches.length > 0
  }

  static async open(options: ReporterOptions): Promise<EdgeReporter> {
    return new EdgeReporter(options, await readState(options.file))
  }

  /** A line of the edge's log. False when it has another form. */
  add(line: string): boolean {
    return this.#waiting.addLine(line)
  }

  /** Reports what was sent since the last time. Returns whether the site has all of it; what it has not is kept. */
  async flush(): Promise<boolean> {
    const isIdle = this.#batches.length === 0 && this.#waiting.isEmpty
    if (isIdle && performance.now() - this.#reportedAtMs < idleMs) return true
    // While the site is away, sums grow instead of the number of batches.
    if (this.#batches.length === 0) this.#number(this.#waiting.take(batchEntries))
    await this.save()
    for (;;) {
      const [first] = this.#batches
      if (first === undefined) break
      const answer = await this.#post(first)
      if (answer.kind === 'not-now' || answer.kind === 'unknown') {
        this.#isUncertain ||= answer.kind === 'unknown'
        this.#say(`the site has not counted it yet (${answer.why}); it is kept and sent again`)
        return false
      }
      if (answer.kind === 'counted') this.#batches.shift()
      else this.#beginRun(answer.kind === 'refused' || this.#isUncertain, answer.why)
      this.#isUncertain = false
    }
    this.#reportedAtMs = performance.now()
    this.#say(undefined)
    await this.save()
    return true
  }

  /** Puts on the disk what the site does not know yet. */
  async save(): Promise<void> {
    await writeState(this.#options.file, {
      ...{ run: this.#run, nextBatch: this.#nextBatch },
      ...{ batches: this.#batches, waiting: this.#waiting.entries() },
    })
  }

  #number(lists: ReturnType<SentBytes['take']>): void {
    // Without anything to tell, an empty report says that the edge is there.
    for (const sent of lists.length > 0 ? lists : [[]]) {
      this.#batches.push({ batch: this.#nextBatch, sent })
      this.#nextBatch += 1
    }
  }

  /**
   * The site expects another number: its database is a copy of earlier, or another reader has the name of this edge. Only what it cannot
   * have counted goes into the new run.
   */
  #beginRun(dropsFirst: boolean, why: string): void {
    const { edge, print } = this.#options
    const [first, ...others] = this.#batches
    const lost = dropsFirst ? (first?.sent ?? []).reduce((sum, { bytes }) => sum + bytes, 0) : 0
    print(`The site does not take the report of ${edge} (${why}): begun anew, ${lost} bytes left out.`)
    const kept = dropsFirst ? others : this.#batches
    this.#run = newRun()
    this.#nextBatch = kept.length + 1
    this.#batches = kept.map(({ sent }, index) => ({ batch: index + 1, sent }))
  }

  async #post({ batch, sent }: ReportState['batches'][number]): Promise<Answer> {
    const { site, secret, edge } = this.#options
    try {
      const response = await fetch(new URL('/api/egress/reports', site), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-waggle-edge': secret },
        body: JSON.stringify({ edge, run: this.#run, batch, sent }),
        redirect: 'error',
        signal: AbortSignal.timeout(answerTimeoutMs),
      })
      const answer: { code?: string; message?: string } = await response.json().catch(() => ({}))
      if (response.ok) return { kind: 'counted' }
      const why = answer.message ?? `answer ${response.status}`
      if (answer.code === 'batch_out_of_order') return { kind: 'out-of-order', why }
      if (answer.code === 'invalid_request') return { kind: 'refused', why }
      return { kind: response.status < 500 ? 'not-now' : 'unknown', why }
    } catch (error) {
      const { message, cause } = error as Error
      return { kind: 'unknown', why: cause instanceof Error ? cause.message : message }
    }
  }

  /** A problem is named when it begins, when it becomes another, and when it is over. */
  #say(problem: string | undefined): void {
    if (problem === this.#problem) return
    const { edge, site, print } = this.#options
    print(problem === undefined ? `${edge} reports to ${site}.` : `${edge}: ${problem}`)
    this.#problem = problem
  }
}

function newRun(): string {
  return randomBytes(12).toString('base64url')
}
