import type { OpenRoom } from './room.ts'
import { shareRooms } from './share-rooms.ts'
import { openSocketRoom } from './socket-room.ts'

/** Joins a channel's room. All listeners of a page share one socket: a user may have ten. */
export const openRoom: OpenRoom = shareRooms(openSocketRoom)
