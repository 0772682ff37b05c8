import type { RecordedObject } from '../../db/recordings/recorded-objects.ts'

/** An object on this disk that the store does not have yet. */
export interface UnstoredObject {
  object: RecordedObject
  path: string
}
