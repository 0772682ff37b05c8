import { randomId } from '../../lib/random-id.ts'

/** A random id that sorts by time. */
export function timedId(nowMs: number): string {
  return `${nowMs.toString(36).padStart(9, '0')}${randomId(8)}`
}
