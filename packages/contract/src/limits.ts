import { authLimits } from './auth/limits.ts'
import { channelLimits } from './channels/limits.ts'
import { chatRuleLimits } from './chat/rule-limits.ts'
import { clipLimits } from './clips/limits.ts'
import { followLimits } from './follows/limits.ts'
import { hiveLimits } from './hive/limits.ts'
import { overlayLimits } from './overlay/limits.ts'
import { pageLimits } from './pages/limits.ts'
import { playbackLimits } from './playback/limits.ts'
import { pushLimits } from './push/limits.ts'
import { statsLimits } from './stats/limits.ts'
import { streamLimits } from './streams/limits.ts'
import { webhookLimits } from './webhooks/limits.ts'

/** The constants and limits of the product (rule LIMIT-1). Durations carry their unit in the name. */
export const limits = {
  ...authLimits,
  ...pageLimits,
  ...streamLimits,
  ...playbackLimits,
  ...pushLimits,
  ...channelLimits,
  ...clipLimits,
  ...followLimits,
  ...statsLimits,
  ...hiveLimits,
  ...overlayLimits,
  ...webhookLimits,
  ...chatRuleLimits,
} as const
