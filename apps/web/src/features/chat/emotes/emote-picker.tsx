import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { chatTexts } from '../../../texts/viewer/chat.ts'
import styles from './emote-picker.module.css'
import { emotes } from './emotes.ts'

const columns = 8

/** A grid of all emoji with a search by name. Arrow keys move the focus; Escape or a press outside closes the picker. */
export function EmotePicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const found = Object.entries(emotes).filter(([name]) =>
    name.includes(search.trim().toLowerCase().replaceAll(':', '')),
  )

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      // The button that opened the picker is in the same form and closes the picker itself.
      if (!root.current?.closest('form')?.contains(event.target as Node)) close.current()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [])

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key]
    const buttons = [...(root.current?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    if (index === -1) {
      if (event.key === 'ArrowDown') buttons[0]?.focus()
      // Enter in the search field picks the first emoji instead of sending the message.
      if (event.key === 'Enter') {
        event.preventDefault()
        if (found[0]) onPick(found[0][1])
      }
      return
    }
    if (step === undefined) return
    event.preventDefault()
    buttons[index + step]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <div ref={root} className={styles.picker} onKeyDown={onKey}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened the picker to type a search
        autoFocus
        className={styles.search}
        type="search"
        placeholder={chatTexts.searchEmoji}
        aria-label={chatTexts.searchEmoji}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.grid}>
        {found.map(([name, emoji]) => (
          <button key={name} type="button" aria-label={name} title={`:${name}:`} onClick={() => onPick(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
      {found.length === 0 && <p className={styles.none}>{chatTexts.noEmoji}</p>}
    </div>
  )
}
