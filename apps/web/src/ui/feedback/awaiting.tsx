import { siteTexts } from '../../texts/site.ts'
import { Button } from '../forms/button.tsx'
import { ErrorMessage } from './error-message.tsx'
import { Spinner } from './spinner.tsx'

/** Stands where an answer will be: a spinner, or why there is none, and a button to ask again. */
export function Awaiting({
  label,
  failure,
  onRetry,
}: {
  label: string
  /** Why there is no answer; null while it is awaited. */
  failure: string | null
  /** Absent where it is asked again without being told to. */
  onRetry?: () => unknown
}) {
  if (failure === null) return <Spinner label={label} />
  return (
    <>
      <ErrorMessage>{failure}</ErrorMessage>
      {onRetry && (
        <div>
          <Button onClick={() => onRetry()}>{siteTexts.retry}</Button>
        </div>
      )}
    </>
  )
}
