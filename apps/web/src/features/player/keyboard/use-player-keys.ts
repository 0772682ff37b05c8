import { type RefObject, useEffect, useRef } from 'react'
import { preferences } from '../media/preferences.ts'
import { commandForKey, type PlayerCommands } from './player-keys.ts'

/** Handles the player's keys: while the focus is in the player and, if the viewer wants that, while nothing has the focus. */
export function usePlayerKeys(
  surface: RefObject<HTMLElement | null>,
  commands: PlayerCommands,
  areShortcutsOpen: boolean,
): void {
  const latest = useRef(commands)
  latest.current = commands

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || !isForPlayer(surface.current, target, event.key)) return
      // While a dialog is open no key is for the player, except the one that closes its own list of shortcuts.
      if (document.querySelector('dialog:modal') && !(areShortcutsOpen && event.key === '?')) return
      const command = commandForKey(event, target, latest.current)
      if (!command) return
      event.preventDefault()
      command()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [surface, areShortcutsOpen])
}

function isForPlayer(surface: HTMLElement | null, target: Element | null, key: string): boolean {
  // Buttons that a page lays over the picture are as good as those of the player.
  const picture = surface?.closest('.broadcast-stage') ?? surface?.parentElement
  if (picture?.contains(target)) return true
  // After a navigation inside the site the focus is on <main>, which handles no keys.
  const isUnfocused = target?.matches('body, main') ?? false
  const scrollsPage = key.startsWith('Arrow') || key === 'End'
  return isUnfocused && !scrollsPage && preferences.getState().areKeysGlobal
}
