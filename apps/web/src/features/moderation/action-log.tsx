import type { ChatLogEntry } from '@waggle/contract/chat/entities'
import { formatDateTime } from '../../lib/format/format.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { Moderating } from './moderating.ts'
import styles from './moderation.module.css'
import { shortDuration } from './restrict/short-duration.ts'

/** Who did what, to whom, why and when, the newest first; what can be undone has a button for it. */
export function ActionLog({ state, store, report }: Moderating) {
  if (state.log.length === 0) return <p className={styles.empty}>{texts.noLog}</p>
  return (
    <>
      <ol className={styles.list} aria-label={texts.log}>
        {state.log.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <div className={styles.about}>
              <p>
                <strong className={styles.name}>{entry.actor}</strong> {whatOf(entry)}
              </p>
              {entry.reason && <p className={styles.detail}>{texts.reasonGiven(entry.reason)}</p>}
              <p className={styles.detail}>
                {formatDateTime(entry.createdAt)}
                {entry.revertedBy && ` · ${texts.reverted(entry.revertedBy)}`}
              </p>
            </div>
            {entry.isRevertible && (
              <Button
                aria-label={texts.revertOf(`${entry.actor} ${whatOf(entry)}`)}
                onClick={() => void report(store.revert(entry.id))}
              >
                {texts.revert}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {state.hasOlderLog && (
        <div>
          <Button onClick={() => void store.loadOlderLog()}>{texts.more}</Button>
        </div>
      )}
    </>
  )
}

function whatOf({ action, target, details }: ChatLogEntry): string {
  const what = texts.did[action](target ?? '')
  const { durationSeconds, changed } = details
  if (action === 'settings') return `${what}${changesOf(changed)}`
  return typeof durationSeconds === 'number'
    ? `${what} ${texts.forSeconds(shortDuration(durationSeconds * 1000))}`
    : what
}

/** The switches among what was changed: ' (Slow mode: on)'. */
function changesOf(changed: unknown): string {
  const switches = ['slowMode', 'followersOnly', 'emoteOnly', 'moderatorsMayChangeRules'] as const
  const given = (typeof changed === 'object' && changed !== null ? changed : {}) as Record<string, unknown>
  const told = switches
    .filter((name) => typeof given[name] === 'boolean')
    .map((name) => `${texts[name]}: ${given[name] ? texts.on : texts.off}`)
  return told.length === 0 ? '' : ` (${told.join(', ')})`
}
