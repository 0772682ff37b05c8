import { limits } from '@waggle/contract/limits'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import styles from './channel-settings.module.css'
import { addTags, type TagMistake } from './draft.ts'

/** The list of tags, and a field for the next one. Leaving the field adds what it holds. */
export function TagsEditor({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<TagMistake>()

  function add(): void {
    const added = addTags(tags, typed)
    if (typeof added === 'string') {
      setMistake(added)
      return
    }
    setTyped('')
    setMistake(undefined)
    if (added.length > tags.length) onChange(added)
  }

  // A popover that is closed tells the field nothing.
  const addLatest = useRef(add)
  useEffect(() => {
    addLatest.current = add
  })
  useEffect(() => () => addLatest.current(), [])

  return (
    <div className={styles.tags}>
      <Field
        label={texts.tags}
        hint={texts.tagsHint(limits.channelTagsMax)}
        mistake={mistake && (mistake === 'wrong' ? texts.tagWrong : texts.tagsFull(limits.channelTagsMax))}
      >
        {(control) => (
          <>
            {tags.length > 0 && (
              <ul className={styles.tagList} aria-label={texts.yourTags}>
                {tags.map((tag) => (
                  <li key={tag} className={styles.tag}>
                    {tag}
                    <button
                      type="button"
                      className={styles.removeTag}
                      aria-label={texts.removeTag(tag)}
                      onClick={() => onChange(tags.filter((other) => other !== tag))}
                    >
                      <X size={14} aria-hidden="true" />
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <input
              {...control}
              value={typed}
              maxLength={260}
              onChange={(event) => {
                setTyped(event.target.value)
                setMistake(undefined)
              }}
              onBlur={add}
              onKeyDown={(event) => {
                const isDone = event.key === 'Enter' || event.key === ','
                if (isDone && !event.nativeEvent.isComposing) {
                  event.preventDefault()
                  add()
                }
                if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1))
              }}
            />
          </>
        )}
      </Field>
    </div>
  )
}
