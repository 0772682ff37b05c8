import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import type { ModerationTabProps } from './moderation-tab-props.ts'

/** Replaces a list that could not be loaded. Editing it would start from an empty list and overwrite the real one. */
export function ConfigMissing({ state, store }: Pick<ModerationTabProps, 'state' | 'store'>) {
  return <Awaiting label={texts.loading} failure={state.configFailure} onRetry={store.reload} />
}
