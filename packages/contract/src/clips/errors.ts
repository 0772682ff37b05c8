import type { Refusals } from '../refusal.ts'

export const clipErrors = {
  clip_not_found: { status: 404, message: 'This clip is no longer available' },
  clip_length: { status: 400, message: 'A clip must be 5 to 90 seconds long' },
  clip_not_recorded: { status: 409, message: 'This part of the broadcast is not recorded' },
  clip_refused: { status: 403, message: 'This channel does not let you make clips' },
  clip_followers_only: { status: 403, message: 'Only followers can make clips here. Follow the channel to join in' },
  clip_banned: { status: 403, message: 'You are banned from this channel and cannot make clips of it' },
  clip_too_many: { status: 409, message: 'You have reached the limit for clips. Delete some first' },
  clip_channel_full: { status: 409, message: 'This channel has reached its limit for clips' },
} as const satisfies Refusals
