export const floodKinds = ['segments', 'ranges', 'tokens', 'slow reads', 'resets'] as const
export type FloodKind = (typeof floodKinds)[number]

/** What a flood does, as it is sent to the process that makes it. */
export interface FloodPlan {
  kind: FloodKind
  port: number
  isTls: boolean
  /** Addresses of this machine that it comes from. */
  addresses: string[]
  connectionsPerAddress: number
  seconds: number
  streamId: string
  /** Paths of segments that exist at the moment. */
  segments: string[]
  /** Paths of the same media in the recording, each with its size. */
  recorded: { path: string; bytes: number }[]
}

export interface FloodReport {
  /** Streams for resets, else requests that were sent. */
  requests: number
  /** What arrived, with headers and TLS. */
  bytes: number
  /** How many answers had which status. */
  statuses: Record<string, number>
  /** Connections that the server closed. */
  closed: number
}
