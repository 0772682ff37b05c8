/** What a viewer opens a stream with two directions for: its first varint (draft-lcurley-moq-lite-05). */
export const requestTypes = { announce: 1, subscribe: 2, fetch: 3, probe: 4, goaway: 5, track: 6 } as const

/** What a stream with one direction carries: its first varint. */
export const dataTypes = { group: 0, setup: 1 } as const

/** Why a stream is reset. The draft assigns no numbers. */
export const resetCodes = { cancelled: 0, notFound: 1, notOffered: 2, tooMany: 3, skipped: 4 } as const
