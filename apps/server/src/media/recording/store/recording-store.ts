/** A part of an object. */
export interface ByteRange {
  offset: number
  length: number
}

/** The bytes of a range, and how many the whole object has. */
export interface ObjectBytes {
  bytes: Uint8Array
  objectLength: number
  /** Another one after something was cut out of the object. */
  version: string
}

/**
 * Where the objects of recordings are kept. A key is a path of two names, such as `k3f9x2/source-41.m4s`. An object never changes once
 * it is stored, but for what is cut out of it.
 */
export interface RecordingStore {
  /** Stores a copy of the file. Resolves once the object would survive a crash of the store; storing it again does no harm. */
  put(key: string, file: string): Promise<void>
  /** Undefined when there is no such object, or it ends before the range does. It may be read into memory that is large enough. */
  read(key: string, range: ByteRange, into?: Buffer): Promise<ObjectBytes | undefined>
  /** Resolves once the object is gone, also when there was none. */
  delete(key: string): Promise<void>
}
