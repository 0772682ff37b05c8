import { measureNodeClocks } from '@waggle/hive/node-clocks'
import type { ReferenceClock } from './clock-check.ts'

/** The clocks of the Hive nodes. `check` rejects while fewer than two answer: their names or the network may be gone. */
export function createHiveClock(
  nodes: readonly string[],
  now: () => number,
): ReferenceClock & { check(): Promise<void> } {
  /** As it was measured last. Before that nobody knows anything bad. */
  let offsetMs: number | undefined = 0

  async function readOffset(): Promise<number | undefined> {
    offsetMs = await measureNodeClocks({ nodes, now })
    return offsetMs
  }

  return {
    name: "the Hive nodes'",
    readOffset,
    async check() {
      // Whether they are back is asked each time.
      if (offsetMs === undefined && (await readOffset()) === undefined) {
        throw new Error('fewer than two Hive nodes answer: nobody can sign in')
      }
    },
  }
}
