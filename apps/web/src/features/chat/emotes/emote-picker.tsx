import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { chatTexts } from '../../../texts/chat/chat.ts'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import type { Draft } from '../composer/use-draft.ts'
import { chatPreferences, withRecentEmote } from '../preferences/chat-preferences.ts'
import styles from './emote-picker.module.css'
import { emoteGroups, emoteOf, emotes } from './emotes.ts'

const names = Object.keys(emotes)
/** As it is written in a message, with its colons. */
const longestSearch = 2 + Math.max(...names.map((name) => name.length))
const groupNames = Object.keys(emoteGroups) as (keyof typeof emoteGroups)[]

/**
 * All emoji in groups, those picked last first, with a search by name. Arrow keys move the focus; Escape or a press outside closes the picker.
 * On a phone it is below the field, in the place of the keyboard.
 */
export function EmotePicker({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const [search, setSearch] = useState('')
  // Fixed while the picker is open: the button under the pointer stays where it is.
  const [recent] = useState(chatPreferences.getState().recentEmotes)
  const { recentEmotes } = useStore(chatPreferences)
  /** The title of the group that is in view. */
  const [current, setCurrent] = useState<string | undefined>(
    recent.length > 0 ? chatTexts.recentEmoji : groupNames[0] && chatTexts.emojiGroups[groupNames[0]],
  )
  const root = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const query = search.trim().toLowerCase().replaceAll(':', '')
  const found = names.filter((name) => name.includes(query))

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      // The button that opened the picker is in the same form and closes the picker itself.
      if (!root.current?.closest('form')?.contains(event.target as Node)) close.current()
    }
    document.addEventListener('pointerdown', onPress, true)
    return () => document.removeEventListener('pointerdown', onPress, true)
  }, [])

  function pick(name: string): void {
    draft.insert(emoteOf(name) ?? '')
    chatPreferences.setState({ recentEmotes: withRecentEmote(recentEmotes, name) })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      draft.input.current?.focus()
      return
    }
    const buttons = [...(root.current?.querySelectorAll<HTMLButtonElement>('[role=group] button') ?? [])]
    const focused = document.activeElement as HTMLElement
    if (!buttons.includes(focused as HTMLButtonElement)) {
      if (event.key === 'ArrowDown') {
        event.preventDefault()
        buttons[0]?.focus()
      }
      // Enter in the search field picks the first emoji instead of sending the message.
      if (event.key === 'Enter' && focused instanceof HTMLInputElement) {
        event.preventDefault()
        if (found[0] !== undefined) pick(found[0])
      }
      return
    }
    const next = nextInGrid(buttons, focused, event.key)
    if (next === undefined) return
    event.preventDefault()
    next?.focus()
  }

  function showGroup(title: string): void {
    root.current?.querySelector(`[data-group="${title}"]`)?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the controls inside
    <div ref={root} className={styles.picker} data-emotes="" onKeyDown={onKey}>
      <SearchField
        label={chatTexts.searchEmoji}
        placeholder={chatTexts.searchEmoji}
        maxLength={longestSearch}
        value={search}
        onChange={setSearch}
        // On a phone the keyboard would cover the emoji.
        hasFocus={matchMedia('(pointer: fine)').matches}
      />
      <div className={styles.groups} onScroll={({ currentTarget }) => setCurrent(groupInView(currentTarget))}>
        {query === '' ? (
          <>
            <EmoteGroup title={chatTexts.recentEmoji} names={recent} onPick={pick} />
            {groupNames.map((name) => (
              <EmoteGroup
                key={name}
                title={chatTexts.emojiGroups[name]}
                names={Object.keys(emoteGroups[name])}
                onPick={pick}
              />
            ))}
          </>
        ) : (
          <EmoteGroup title={chatTexts.foundEmoji} names={found} onPick={pick} />
        )}
        {found.length === 0 && <p className={styles.none}>{chatTexts.noEmoji}</p>}
      </div>
      {query === '' && (
        <div className={styles.jumps}>
          {groupNames.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={chatTexts.emojiGroups[name]}
              aria-current={chatTexts.emojiGroups[name] === current || undefined}
              data-tooltip={chatTexts.emojiGroups[name]}
              onClick={() => showGroup(chatTexts.emojiGroups[name])}
            >
              {Object.values(emoteGroups[name])[0]}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** The last one that has reached the top, or of all when there is no more to scroll. */
function groupInView(list: HTMLElement): string | undefined {
  const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1
  const groups = [...list.querySelectorAll<HTMLElement>('[data-group]')]
  return groups.findLast(({ offsetTop }) => isAtEnd || offsetTop <= list.scrollTop + 8)?.dataset.group
}

function EmoteGroup({
  title,
  names,
  onPick,
}: {
  title: string
  names: readonly string[]
  onPick: (name: string) => void
}) {
  const titleId = useId()
  if (names.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-labelledby={titleId} data-group={title}>
      <p id={titleId} className={styles.title}>
        {title}
      </p>
      <div className={styles.grid}>
        {names.map((name) => (
          <button key={name} type="button" aria-label={name} title={`:${name}:`} onClick={() => onPick(name)}>
            {emoteOf(name)}
          </button>
        ))}
      </div>
    </div>
  )
}

/**
 * The button to which an arrow key leads; null at an edge, undefined for other keys. Up and down lead to the nearest button of the row
 * above or below, which may be in another group.
 */
function nextInGrid(
  buttons: readonly HTMLButtonElement[],
  focused: HTMLElement,
  key: string,
): HTMLButtonElement | null | undefined {
  const index = buttons.indexOf(focused as HTMLButtonElement)
  if (key === 'ArrowLeft') return buttons[index - 1] ?? null
  if (key === 'ArrowRight') return buttons[index + 1] ?? null
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const isBeyond = ({ offsetTop }: HTMLElement) =>
    key === 'ArrowUp' ? offsetTop < focused.offsetTop : offsetTop > focused.offsetTop
  const beyond = key === 'ArrowUp' ? buttons.filter(isBeyond).reverse() : buttons.filter(isBeyond)
  const row = beyond.filter(({ offsetTop }) => offsetTop === beyond[0]?.offsetTop)
  const distance = ({ offsetLeft }: HTMLElement) => Math.abs(offsetLeft - focused.offsetLeft)
  return row.sort((one, other) => distance(one) - distance(other))[0] ?? null
}
