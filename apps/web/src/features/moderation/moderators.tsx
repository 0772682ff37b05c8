import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ConfigMissing } from './config-missing.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'

/** The channel's moderators, with a form to add one. */
export function Moderators({ state, store }: ModerationTabProps) {
  const [typed, setTyped] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const mistakeId = useId()
  const moderators = state.config?.moderators
  if (!moderators) return <ConfigMissing state={state} store={store} />

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    const username = normaliseUsername(typed)
    if (!isUsername(username)) return setInvalid(true)
    if (await showOutcome(store.addModerator(username))) setTyped('')
  }

  return (
    <>
      <form className={styles.numberForm} onSubmit={(event) => void add(event)}>
        <Field label={texts.addModerator}>
          {(control) => (
            <input
              {...control}
              {...(isInvalid && { 'aria-invalid': true, 'aria-describedby': mistakeId })}
              value={typed}
              maxLength={20}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder={texts.addModeratorPlaceholder}
              onChange={(event) => {
                setTyped(event.target.value)
                setInvalid(false)
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={typed.trim() === ''}>
          {texts.add}
        </Button>
      </form>
      {isInvalid && (
        <p id={mistakeId} className="field-mistake" role="alert">
          {sentences.auth.invalidUsername}
        </p>
      )}
      {moderators.length === 0 ? (
        <p className={styles.empty}>{texts.noModerators}</p>
      ) : (
        <ul className={styles.list} aria-label={texts.moderators}>
          {moderators.map((username) => (
            <li key={username} className={styles.row}>
              <strong className={styles.name}>{username}</strong>
              <IconButton
                label={texts.removeModerator(username)}
                onClick={() => void showOutcome(store.removeModerator(username))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
