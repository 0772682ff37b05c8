import { HiveUnavailable } from '@waggle/hive/gateway'
import { Refusal } from '../http/refusal.ts'

/** Reads the chain for an API call. An unreachable chain becomes the refusal `hive_unavailable`. */
export async function readHive<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof HiveUnavailable) throw new Refusal('hive_unavailable')
    throw error
  }
}
