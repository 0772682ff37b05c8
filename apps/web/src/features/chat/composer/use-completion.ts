import { type KeyboardEvent, useState } from 'react'
import type { ChatView } from '../use-chat.ts'
import { type Completion, findCompletion } from './completion.ts'
import type { Draft } from './use-draft.ts'

/** Completes the username, emote or command at the caret. Arrow keys select, Enter and Tab accept, Escape closes the list. */
export function useCompletion(draft: Draft, chat: ChatView) {
  const [open, setOpen] = useState<Completion>()
  const [active, setActive] = useState(0)

  function update({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    const found =
      selectionStart === selectionEnd
        ? findCompletion(value, selectionStart, mentionableUsers(chat), chat.isModerating)
        : undefined
    setOpen(found)
    setActive(0)
  }

  function close(): void {
    setOpen(undefined)
  }

  function choose(index: number): void {
    const choice = open?.choices[index]
    if (open && choice) draft.replace(open.from, open.to, choice.insert)
    close()
  }

  /** Returns whether the list of choices handled the key. */
  function onKey(event: KeyboardEvent): boolean {
    if (!open) return false
    const count = open.choices.length
    if (event.key === 'ArrowDown') setActive((active + 1) % count)
    else if (event.key === 'ArrowUp') setActive((active - 1 + count) % count)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(active)
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    return true
  }

  return { open, active, update, close, choose, onKey }
}

/** The users who can be mentioned, those who wrote last first. */
function mentionableUsers({ state, channel, me }: ChatView): Set<string> {
  const names = new Set(state.messages.map(({ username }) => username).reverse())
  names.add(channel)
  for (const moderator of state.config?.moderators ?? []) names.add(moderator)
  if (me !== null) names.delete(me)
  return names
}
