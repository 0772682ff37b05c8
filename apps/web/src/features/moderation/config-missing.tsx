import { moderationTexts as texts } from '../../texts/moderation.ts'
import { sentences } from '../../texts/sentences.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Moderating } from './moderating.ts'

/** Stands in for a list that is not known: changing it would begin with an empty one. */
export function ConfigMissing({ state, store }: Pick<Moderating, 'state' | 'store'>) {
  if (!state.hasConfigFailed) return <Spinner label={texts.loading} />
  return (
    <>
      <ErrorMessage>{sentences.dashboard.chatFailed}</ErrorMessage>
      <div>
        <Button onClick={store.reload}>{texts.retry}</Button>
      </div>
    </>
  )
}
