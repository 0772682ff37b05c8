import { unsavedTexts as texts } from '../../texts/unsaved.ts'
import { ErrorMessage } from '../feedback/error-message.tsx'
import { Button } from './button.tsx'
import styles from './unsaved-bar.module.css'

/**
 * What of a form is not saved yet, and the buttons for it, in view wherever the form is scrolled to. While something is wrong the bar
 * says so and leads there, and nothing can be saved. It is the last child of its form.
 */
export function UnsavedBar({
  changes,
  wrong = 0,
  isBusy,
  failure,
  onDiscard,
}: {
  /** How many settings are not as they are saved. Without any there is no bar. */
  changes: number
  /** How many fields are wrong. Each has `aria-invalid`, or what leads to it has `data-leads-to-problem`. */
  wrong?: number
  isBusy: boolean
  failure?: string | undefined
  onDiscard: () => void
}) {
  if (changes === 0) return null
  return (
    <div className={styles.bar}>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <span className={styles.said}>
        <span role="status">{texts.changes(changes)}</span>
        {wrong > 0 && (
          <button
            type="button"
            className={styles.leads}
            onClick={({ currentTarget }) => showProblem(currentTarget.closest('form'))}
          >
            {texts.wrong(wrong)}
          </button>
        )}
      </span>
      <span className={styles.buttons}>
        <Button kind={wrong > 0 ? 'secondary' : 'primary'} type="submit" disabled={isBusy || wrong > 0}>
          {isBusy ? texts.saving : texts.save}
        </Button>
        <Button disabled={isBusy} onClick={onDiscard}>
          {texts.discard}
        </Button>
      </span>
    </div>
  )
}

/** Leads to the first field of a form with which something is wrong. */
export function showProblem(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-leads-to-problem]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
