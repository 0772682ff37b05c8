import { RotateCcw } from 'lucide-react'
import { siteTexts } from '../../texts/site.ts'
import { Button } from '../forms/button.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Spinner } from './spinner.tsx'

/** The placeholder of data that is being loaded: a spinner, or the reason why loading failed and a retry button. */
export function Awaiting({
  label,
  failure,
  onRetry,
}: {
  label: string
  /** Why loading failed; null while it is under way. */
  failure: string | null
  /** Absent where loading is retried automatically. */
  onRetry?: () => unknown
}) {
  if (failure === null) return <Spinner label={label} />
  return (
    <ErrorMessage
      action={
        onRetry && (
          <Button size="small" onClick={() => onRetry()}>
            <RotateCcw size={16} aria-hidden="true" />
            {siteTexts.retry}
          </Button>
        )
      }
    >
      {failure}
    </ErrorMessage>
  )
}
