import { authSentences, streamKeySentences } from './auth/sentences.ts'
import { channelSentences } from './channels/sentences.ts'
import { chatSentences } from './chat/sentences.ts'
import { followSentences } from './follows/sentences.ts'
import { postingAuthoritySentences, upvoteSentences } from './hive/sentences.ts'
import { dashboardSentences, routerSentences } from './pages/sentences.ts'
import { playerSentences } from './playback/sentences.ts'
import { streamSentences } from './streams/sentences.ts'

/** The fixed sentences that the browser shows by itself; those of the server are in errors.ts. `fill` replaces each `{name}`. */
export const sentences = {
  auth: authSentences,
  player: playerSentences,
  upvote: upvoteSentences,
  chat: chatSentences,
  streamKey: streamKeySentences,
  postingAuthority: postingAuthoritySentences,
  follow: followSentences,
  streams: streamSentences,
  channel: channelSentences,
  dashboard: dashboardSentences,
  router: routerSentences,
} as const

/** Replaces the `{name}` places of a sentence: `fill('Failed to get challenge: {status}', { status: 500 })`. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
