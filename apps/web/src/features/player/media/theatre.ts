import { useEffect } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { preferences } from './preferences.ts'

export interface Theatre {
  isOn: boolean
  toggle: () => void
}

/**
 * Theatre mode of the page that calls it. The choice is stored, and set on the document as `data-theatre`, which the styles of the top
 * bar and of the layout depend on.
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
