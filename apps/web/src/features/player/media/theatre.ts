import { useEffect } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { preferences } from './preferences.ts'

export interface Theatre {
  isOn: boolean
  toggle: () => void
}

/**
 * Theatre mode of the page that calls it: remembered, and marked on the document, whose top bar and layout follow it
 * (`:root[data-theatre]`).
 */
export function useTheatre(): Theatre {
  const isOn = useStore(preferences, ({ isTheatre }) => isTheatre)
  useEffect(() => {
    document.documentElement.toggleAttribute('data-theatre', isOn)
    return () => document.documentElement.removeAttribute('data-theatre')
  }, [isOn])
  return { isOn, toggle }
}

function toggle(): void {
  preferences.setState({ isTheatre: !preferences.getState().isTheatre })
}
