import { sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import type { ModerationTabProps } from './moderation-tab-props.ts'

/** Replaces a list that could not be loaded. Editing it would start from an empty list and overwrite the real one. */
export function ConfigMissing({ state, store }: Pick<ModerationTabProps, 'state' | 'store'>) {
  const failure = state.hasConfigFailed ? sentences.dashboard.chatFailed : null
  return <Awaiting label={texts.loading} failure={failure} onRetry={store.reload} />
}
