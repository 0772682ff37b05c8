import type { ChatLogEntry } from '@waggle/contract/chat/entities'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { shortDuration } from '../../lib/format/short-duration.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'

const latestCount = 8

/** The moderation log, newest first. An action that can be undone has a button for it. */
export function ActionLog({ state, store }: ModerationTabProps) {
  if (state.log.length === 0) return <p className={styles.empty}>{texts.noLog}</p>
  return (
    <>
      <ol className={styles.list} aria-label={texts.log}>
        {state.log.map((entry) => (
          <li key={entry.id} className={styles.row}>
            <div className={styles.about}>
              <Entry entry={entry} />
            </div>
            {entry.isRevertible && (
              <Button
                aria-label={texts.revertOf(`${entry.actor} ${describeAction(entry)}`)}
                onClick={() => void showOutcome(store.revert(entry.id))}
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

/** What was done last, beside the messages: what fits below the rules for them. */
export function LatestActions({ state: { log } }: Pick<ModerationTabProps, 'state'>) {
  return (
    <section className={styles.latest} aria-label={texts.latestActions}>
      <h3>{texts.latestActions}</h3>
      {log.length === 0 && <p className={styles.detail}>{texts.noLog}</p>}
      <ol>
        {log.slice(0, latestCount).map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Entry({ entry }: { entry: ChatLogEntry }) {
  const { actor, reason, createdAt, revertedBy } = entry
  return (
    <>
      <p>
        <strong className={styles.name}>{actor}</strong> {describeAction(entry)}
      </p>
      {reason && <p className={styles.detail}>{texts.reasonGiven(reason)}</p>}
      <p className={styles.detail}>
        {formatDateTime(createdAt)}
        {revertedBy && ` · ${texts.reverted(revertedBy)}`}
      </p>
    </>
  )
}

function describeAction({ action, target, details }: ChatLogEntry): string {
  const description = texts.did[action](target ?? '')
  const { durationSeconds, changed } = details
  if (action === 'settings') return `${description}${describeChanges(changed)}`
  return typeof durationSeconds === 'number'
    ? `${description} ${texts.forDuration(shortDuration(durationSeconds * 1000))}`
    : description
}

/** The switches among the changed settings: ' (Slow mode: on)'. */
function describeChanges(changed: unknown): string {
  const switches = ['slowMode', 'followersOnly', 'emoteOnly', 'moderatorsMayChangeRules'] as const
  const values = (typeof changed === 'object' && changed !== null ? changed : {}) as Record<string, unknown>
  const described = switches
    .filter((name) => typeof values[name] === 'boolean')
    .map((name) => `${texts[name]}: ${values[name] ? texts.on : texts.off}`)
  return described.length === 0 ? '' : ` (${described.join(', ')})`
}
