import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sentences } from '../../../texts/contract/sentences.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import styles from '../operating.module.css'
import { NameSuggestions } from './name-suggestions.tsx'

/** Asks for the name of an account, and for what `children` asks. What was typed stays until `clear` is called. */
export function AccountForm({
  title,
  action,
  typedFirst = '',
  listed = [],
  isBusy = false,
  onSubmit,
  children,
}: {
  /** What it adds to the list above it. */
  title?: string
  action: string
  typedFirst?: string
  /** Who is on that list already, and not suggested. */
  listed?: readonly string[]
  isBusy?: boolean
  onSubmit: (username: string, clear: () => void) => void
  children?: ReactNode
}) {
  const [typed, setTyped] = useState(typedFirst)
  const [isWrong, setWrong] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const listId = useId()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const username = normaliseUsername(typed)
    setWrong(!isUsername(username))
    if (isUsername(username)) onSubmit(username, () => setTyped(''))
  }

  return (
    <form className={title === undefined ? styles.account : styles.added} onSubmit={submit}>
      {title !== undefined && <h3>{title}</h3>}
      <div className={styles.find}>
        <Field label={texts.findAccount}>
          {(control) => (
            <>
              <input
                {...control}
                value={typed}
                maxLength={64}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                list={listId}
                onFocus={() => setUsed(true)}
                onChange={(event) => {
                  setTyped(event.target.value)
                  setWrong(false)
                }}
              />
              {isUsed && <NameSuggestions id={listId} typed={typed} listed={listed} />}
            </>
          )}
        </Field>
        {children}
        <Button type="submit" disabled={isBusy || typed.trim() === ''}>
          {action}
        </Button>
      </div>
      {isWrong && <ErrorMessage>{sentences.auth.invalidUsername}</ErrorMessage>}
    </form>
  )
}
