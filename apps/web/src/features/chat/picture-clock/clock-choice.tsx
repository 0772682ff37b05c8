import { pictureChatTexts as texts } from '../../../texts/chat/picture-chat.ts'
import styles from './picture-chat.module.css'

/** Chooses between what was said at the moment that the picture shows, if anything was, and what is said now. */
export function ClockChoice({
  isNow,
  hasMoment = true,
  onChange,
}: {
  isNow: boolean
  hasMoment?: boolean
  onChange: (isNow: boolean) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={styles.clocks} role="group" aria-label={texts.clock}>
      {hasMoment && (
        <button type="button" className="chip" aria-pressed={!isNow} onClick={() => onChange(false)}>
          {texts.ofMoment}
        </button>
      )}
      <button type="button" className="chip" aria-pressed={isNow} onClick={() => onChange(true)}>
        {texts.now}
      </button>
    </div>
  )
}
