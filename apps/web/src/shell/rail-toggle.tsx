import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { railTexts as texts } from '../texts/rail.ts'
import { IconButton } from '../ui/forms/button.tsx'

/** Opens the rail to names and closes it again (rule SHELL-3). This browser remembers it (public/theme.js reads it). */
export function RailToggle({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const label = isOpen ? texts.hide : texts.show
  const Icon = isOpen ? PanelLeftClose : PanelLeftOpen
  return (
    // The tooltip belongs to what is around the button: one that the focus has opened would stay where the button was before it was
    // pressed.
    <span data-tooltip={label} data-tooltip-beside={isOpen ? undefined : ''}>
      <IconButton label={label} data-tooltip={undefined} onClick={() => onToggle(remembered(!isOpen))}>
        <Icon size={20} aria-hidden="true" />
      </IconButton>
    </span>
  )
}

function remembered(isOpen: boolean): boolean {
  const { dataset } = document.documentElement
  if (isOpen) dataset.rail = 'open'
  else delete dataset.rail
  try {
    if (isOpen) localStorage.setItem('waggle.rail', 'open')
    else localStorage.removeItem('waggle.rail')
  } catch {
    // Storage is forbidden: it lasts as long as the page.
  }
  return isOpen
}
