import { sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import type { Moderating } from './moderating.ts'

/** Stands in for a list that is not known: changing it would begin with an empty one. */
export function ConfigMissing({ state, store }: Pick<Moderating, 'state' | 'store'>) {
  const failure = state.hasConfigFailed ? sentences.dashboard.chatFailed : null
  return <Awaiting label={texts.loading} failure={failure} onRetry={store.reload} />
}
