import type { ActionKind } from '@waggle/contract/operating/actions'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import styles from './act-dialog.module.css'

type Group = keyof typeof texts.choiceGroups

/** What each is about, in the order in which they are shown. */
const groupOf: Record<ActionKind, Group> = {
  'remove-message': 'thing',
  'remove-replay': 'thing',
  'remove-clip': 'thing',
  'end-broadcast': 'broadcast',
  'suspend-broadcasting': 'broadcast',
  'forbid-address': 'broadcast',
  'revoke-stream-key': 'broadcast',
  'suspend-chat': 'chat',
  silence: 'chat',
  'suspend-account': 'account',
  'hide-channel': 'account',
  'clear-profile': 'account',
  'end-sessions': 'account',
}
const inOrder = Object.keys(groupOf) as ActionKind[]

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
      {(Object.keys(texts.choiceGroups) as Group[]).map((group) => {
        const shown = inOrder.filter((kind) => groupOf[kind] === group && kinds.includes(kind))
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
