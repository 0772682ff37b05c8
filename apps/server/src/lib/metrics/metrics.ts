import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { within } from '../within.ts'

/** Seconds: from a look into memory to what a user gives up on. */
const latencyBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The database may be what is broken, and the other numbers are needed then. */
const readTimeoutMs = 2000

type Name<Label extends string> = { name: string; help: string; labels?: readonly Label[] }

/**
 * What this process counts and measures. Names follow the conventions of Prometheus: `waggle_`, base units, `_total` for counters.
 * docs/operations.md explains them, and a test checks them with promtool.
 */
export class Metrics {
  readonly registry = new Registry()

  /** A number that is read when it is asked for. One that cannot be read is NaN. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const registers = [this.registry]
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        this.set(await readSafely(read, Number.NaN))
      },
    })
  }

  /** Numbers with a label, of which those that are read exist. */
  gauges(name: string, help: string, label: string, read: () => Numbers | Promise<Numbers>): void {
    const registers = [this.registry]
    new Gauge({
      ...{ name, help, registers, labelNames: [label] },
      async collect() {
        this.reset()
        for (const [key, value] of Object.entries(await readSafely(read, {}))) this.set({ [label]: key }, value)
      },
    })
  }

  counter<Label extends string = never>({ name, help, labels = [] }: Name<Label>) {
    return new Counter<Label>({ name, help, labelNames: [...labels], registers: [this.registry] })
  }

  histogram<Label extends string = never>({
    buckets = latencyBuckets,
    labels = [],
    ...named
  }: Name<Label> & { buckets?: readonly number[] }) {
    return new Histogram<Label>({
      ...named,
      labelNames: [...labels],
      buckets: [...buckets],
      registers: [this.registry],
    })
  }
}

type Numbers = Readonly<Record<string, number>>

async function readSafely<Value>(read: () => Value | Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return (await within(Promise.resolve(read()), readTimeoutMs)) ?? fallback
  } catch {
    return fallback
  }
}
