import { chatLimits } from '@waggle/contract/chat/limits'
import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { showOutcome } from '../../lib/chat-room/show-outcome.ts'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ConfigMissing } from './config-missing.tsx'
import styles from './moderation.module.css'
import type { ModerationTabProps } from './moderation-tab-props.ts'

/** The words that no message may contain. Each change is saved at once. */
export function BlockedWords({ state, store }: ModerationTabProps) {
  const [typed, setTyped] = useState('')
  const words = state.config?.blockedWords
  if (!words) return <ConfigMissing state={state} store={store} />
  const word = typed.trim().toLowerCase()
  const save = (blockedWords: string[]) => showOutcome(store.changeConfig({ blockedWords }))

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!words || word === '') return
    if (words.includes(word) || (await save([...words, word]))) setTyped('')
  }

  return (
    <>
      <form className={styles.numberForm} onSubmit={(event) => void add(event)}>
        <Field label={texts.addWord}>
          {(control) => (
            <input
              {...control}
              value={typed}
              maxLength={chatLimits.blockedWordMaxLength}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" disabled={word === '' || words.length >= chatLimits.blockedWordsMax}>
          {texts.add}
        </Button>
      </form>
      <p className={styles.detail}>{texts.wordsHint}</p>
      {words.length === 0 ? (
        <p className={styles.empty}>{texts.noWords}</p>
      ) : (
        <ul className={styles.list} aria-label={texts.blockedWords}>
          {words.map((blocked) => (
            <li key={blocked} className={styles.row}>
              <span className={styles.name}>{blocked}</span>
              <IconButton
                label={texts.removeWord(blocked)}
                onClick={() => void save(words.filter((other) => other !== blocked))}
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
