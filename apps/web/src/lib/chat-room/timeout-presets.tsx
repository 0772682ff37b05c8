import { chatModerationTexts } from '../../texts/chat/chat-moderation.ts'
import { shortDuration } from '../format/short-duration.ts'
import styles from './timeout-presets.module.css'

const minute = 60
const hour = 60 * minute
const day = 24 * hour
/** In seconds. */
const presets = [minute, 10 * minute, hour, day, 7 * day]

/** The usual durations of a timeout. Each fills the field for the seconds, which takes any other; `onOther` opens it. */
export function TimeoutPresets({
  seconds,
  isOther = false,
  onChoose,
  onOther,
}: {
  seconds: string
  /** The field is open, whatever it says. */
  isOther?: boolean
  onChoose: (seconds: string) => void
  /** Absent where the field is always in view. */
  onOther?: () => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className={styles.presets} role="group" aria-label={chatModerationTexts.timeoutPresets}>
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.preset}
          aria-pressed={!isOther && Number(seconds) === preset}
          onClick={() => onChoose(String(preset))}
        >
          {shortDuration(preset * 1000)}
        </button>
      ))}
      {onOther && (
        <button type="button" className={styles.preset} aria-pressed={isOther} onClick={onOther}>
          {chatModerationTexts.otherDuration}
        </button>
      )}
    </div>
  )
}
