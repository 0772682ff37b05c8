import { type RefObject, useEffect, useRef } from 'react'
import { preferences } from '../media/preferences.ts'
import { commandForKey, type PlayerCommands } from './player-keys.ts'

/** Listens for the player's keys: in the player, and where nothing has the focus if the viewer wants that. */
export function usePlayerKeys(
  surface: RefObject<HTMLElement | null>,
  commands: PlayerCommands,
  isListOpen: boolean,
): void {
  const latest = useRef(commands)
  latest.current = commands

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || !isMeantFor(surface.current, target, event.key)) return
      // Over a dialog nothing is meant for the player, but for the key that closes its own list of keys.
      if (document.querySelector('dialog:modal') && !(isListOpen && event.key === '?')) return
      const command = commandForKey(event, target, latest.current)
      if (!command) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [surface, isListOpen])
}

function isMeantFor(surface: HTMLElement | null, target: Element | null, key: string): boolean {
  if (surface?.parentElement?.contains(target)) return true
  // After a way inside the site the page's main part has the focus: nothing that takes keys.
  const isNowhere = target?.matches('body, main') ?? false
  // There, these keys scroll the page.
  const isScrolling = key.startsWith('Arrow') || key === 'End'
  return isNowhere && !isScrolling && preferences.getState().areKeysGlobal
}
