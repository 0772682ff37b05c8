import { admissionErrors } from './admission/errors.ts'
import { authErrors } from './auth/errors.ts'
import { channelErrors } from './channels/errors.ts'
import { chatErrors } from './chat/errors.ts'
import { clipErrors } from './clips/errors.ts'
import { egressErrors } from './egress/errors.ts'
import { embedErrors } from './embed/errors.ts'
import { followErrors } from './follows/errors.ts'
import { hiveErrors } from './hive/errors.ts'
import { operatingErrors } from './operating/errors.ts'
import { overlayErrors } from './overlay/errors.ts'
import { playbackErrors } from './playback/errors.ts'
import { privacyErrors } from './privacy/errors.ts'
import { pushErrors } from './push/errors.ts'
import { replayErrors } from './replays/errors.ts'
import { siteErrors } from './site/errors.ts'
import { streamErrors } from './streams/errors.ts'
import { webhookErrors } from './webhooks/errors.ts'

/** Every refusal of the server. The body is always `{ code, error, message }`; both texts are the sentence (rule ERR-1). */
export const errors = {
  ...siteErrors,
  ...authErrors,
  ...streamErrors,
  ...channelErrors,
  ...playbackErrors,
  ...privacyErrors,
  ...pushErrors,
  ...replayErrors,
  ...clipErrors,
  ...embedErrors,
  ...egressErrors,
  ...followErrors,
  ...hiveErrors,
  ...chatErrors,
  ...operatingErrors,
  ...admissionErrors,
  ...overlayErrors,
  ...webhookErrors,
} as const

export type ErrorCode = keyof typeof errors
