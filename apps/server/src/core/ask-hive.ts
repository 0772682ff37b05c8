import { HiveUnavailable } from '@waggle/hive/gateway'
import { Refusal } from '../http/refusal.ts'

/** Asks the chain for a caller, who is told when it cannot be reached. */
export async function askHive<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof HiveUnavailable) throw new Refusal('hive_unavailable')
    throw error
  }
}
