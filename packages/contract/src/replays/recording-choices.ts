/** How a channel's list of its recordings is narrowed and ordered; the first of each is the usual one (rule REC-13). */
export const recordingShows = ['all', 'public', 'private', 'pinned', 'leaving'] as const
export const recordingOrders = ['newest', 'oldest', 'longest', 'largest', 'watched'] as const

export type RecordingShow = (typeof recordingShows)[number]
export type RecordingOrder = (typeof recordingOrders)[number]
