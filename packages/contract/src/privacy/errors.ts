import type { Refusals } from '../refusal.ts'

export const privacyErrors = {
  still_live: {
    status: 409,
    message: 'You are live. Stop your encoder, wait a minute, and delete your data then',
  },
  being_deleted: { status: 409, message: 'Your data are being deleted. Log in again in two minutes' },
  data_download_busy: { status: 429, message: 'Your data are being downloaded already. Wait until that has ended' },
} as const satisfies Refusals
