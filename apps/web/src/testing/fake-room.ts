import type { OpenRoom, RoomListener } from '../lib/chat-room/room.ts'

/** A room joined by a signed-in user. A test emits its events through `room()`. */
export function fakeRoom(user: string) {
  const state = {
    isAuthenticated: true,
    user,
    token: `${user}s-token`,
    loading: false,
    error: null,
    isExpired: false,
    isRenewalPutOff: false,
    restrictions: [],
  }
  let listener: RoomListener = {}
  const openRoom: OpenRoom = (_channel, _token, given) => {
    listener = given
    return { rejoin: () => undefined, close: () => undefined }
  }
  return {
    openRoom,
    session: {
      getState: () => state,
      subscribe: () => () => undefined,
      expireIfRefused: () => undefined,
      verify: async () => undefined,
    },
    room: () => listener as Required<RoomListener>,
  }
}
