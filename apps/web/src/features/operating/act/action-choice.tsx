import type { ActionKind } from '@waggle/contract/operating/actions'
import { useEffect, useId, useRef } from 'react'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { KindSign } from '../log/kind-sign.tsx'
import styles from './act-dialog.module.css'

type Group = keyof typeof texts.choiceGroups

/** What each is about. Within a group the mildest is the first. */
const groups: Record<ActionKind, Group> = {
  'remove-message': 'thing',
  'remove-replay': 'thing',
  'remove-clip': 'thing',
  'revoke-stream-key': 'broadcast',
  'end-broadcast': 'broadcast',
  'suspend-broadcasting': 'broadcast',
  'forbid-address': 'broadcast',
  'suspend-chat': 'chat',
  silence: 'chat',
  'end-sessions': 'account',
  'hide-channel': 'account',
  'clear-profile': 'account',
  'suspend-account': 'account',
}
const inOrder = Object.keys(groups) as ActionKind[]

/** Everything that can be done, in groups; on a phone, once one is chosen, that one and what brings the others back. */
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
  onChoose: (kind: ActionKind | undefined) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()

  useEffect(() => {
    // There the others are away: what was chosen is the first thing, with its form below.
    if (chosen && isPhone) list.current?.scrollIntoView({ block: 'start' })
  }, [chosen, isPhone])

  function chooseAnother(): void {
    onChoose(undefined)
    requestAnimationFrame(() => list.current?.querySelector('input')?.focus())
  }

  return (
    <div ref={list} className={styles.groups} role="radiogroup" aria-label={texts.what}>
      {(Object.keys(texts.choiceGroups) as Group[]).map((group) => {
        const shown = inOrder.filter((kind) => groups[kind] === group && kinds.includes(kind))
        if (shown.length === 0) return null
        return (
          <fieldset key={group} className={styles.kinds}>
            <legend>{texts.choiceGroups[group]}</legend>
            {shown.map((kind) => (
              <label key={kind} className={styles.kind}>
                <KindSign kind={kind} />
                <span>
                  <span id={`${id}${kind}`}>{texts.choices[kind]}</span>
                  <span id={`${id}${kind}-hint`} className={styles.hint}>
                    {texts.choiceHints[kind]}
                  </span>
                </span>
                <input
                  type="radio"
                  name="kind"
                  value={kind}
                  checked={kind === chosen}
                  aria-labelledby={`${id}${kind}`}
                  aria-describedby={kind === chosen ? effectId : `${id}${kind}-hint`}
                  onChange={() => onChoose(kind)}
                />
              </label>
            ))}
          </fieldset>
        )
      })}
      {chosen && (
        <div className={styles.another}>
          <Button size="small" onClick={chooseAnother}>
            {texts.chooseAnother}
          </Button>
        </div>
      )}
    </div>
  )
}
