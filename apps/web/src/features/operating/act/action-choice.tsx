import type { ActionKind } from '@waggle/contract/operating/actions'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import styles from './act-dialog.module.css'

/** What belongs together: what was reported itself, the broadcast, the chats, and the account. */
const groups = {
  thing: ['remove-message', 'remove-replay', 'remove-clip'],
  broadcast: ['end-broadcast', 'suspend-broadcasting', 'forbid-address', 'revoke-stream-key'],
  chat: ['suspend-chat', 'silence'],
  account: ['suspend-account', 'hide-channel', 'clear-profile', 'end-sessions'],
} as const satisfies Record<string, readonly ActionKind[]>

/** Everything that can be done, in groups. */
export function ActionChoice({
  kinds,
  chosen,
  effectId,
  onChoose,
}: {
  kinds: readonly ActionKind[]
  chosen: ActionKind | undefined
  /** Of the sentence that says what the chosen one does. */
  effectId: string
  onChoose: (kind: ActionKind) => void
}) {
  return (
    <div className={styles.groups} role="radiogroup" aria-label={texts.what}>
      {(Object.keys(groups) as (keyof typeof groups)[]).map((group) => {
        const shown = groups[group].filter((kind) => kinds.includes(kind))
        if (shown.length === 0) return null
        return (
          <fieldset key={group} className={styles.kinds}>
            <legend>{texts.choiceGroups[group]}</legend>
            {shown.map((kind) => (
              <label key={kind} className={styles.kind}>
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  checked={kind === chosen}
                  aria-describedby={kind === chosen ? effectId : undefined}
                  onChange={() => onChoose(kind)}
                />
                {texts.choices[kind]}
              </label>
            ))}
          </fieldset>
        )
      })}
    </div>
  )
}
