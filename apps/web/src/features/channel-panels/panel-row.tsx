import type { PanelMistake } from '@waggle/contract/channels/panels'
import { ArrowDown, ArrowUp, ChevronDown, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { panelEditorTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { PanelFields } from './panel-fields.tsx'
import type { PanelDraft } from './panels-draft.ts'
import styles from './panels-editor.module.css'

/** One panel in the list: its title, which opens its fields, and its actions. */
export function PanelRow({
  draft,
  place,
  count,
  opened,
  mistake,
  onToggle,
  onChange,
  onMove,
  onRemove,
}: {
  draft: PanelDraft
  /** From 0 on, of `count`. */
  place: number
  count: number
  /** Present while the fields are shown. A new object with a field focuses it. */
  opened: { field?: PanelMistake } | undefined
  mistake: PanelMistake | undefined
  onToggle: () => void
  onChange: (change: Partial<PanelDraft>) => void
  onMove: (place: number) => void
  onRemove: () => void
}) {
  const fieldsId = useId()
  const { title } = draft
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.title}
          aria-label={texts.edit(title)}
          aria-expanded={opened !== undefined}
          aria-controls={fieldsId}
          onClick={onToggle}
        >
          <ChevronDown size={18} aria-hidden="true" />
          <span dir="auto" className={styles.titleText} data-untitled={title === '' || undefined}>
            {title || texts.untitled}
          </span>
        </button>
        {/* Not disabled at the ends: a disabled button would lose the focus of whoever moves a panel with the keyboard. */}
        <IconButton
          label={texts.moveUp(title)}
          aria-disabled={place === 0}
          onClick={() => place > 0 && onMove(place - 1)}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={texts.moveDown(title)}
          aria-disabled={place === count - 1}
          onClick={() => place < count - 1 && onMove(place + 1)}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={texts.remove(title)} onClick={onRemove}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div id={fieldsId} hidden={opened === undefined}>
        {opened && <PanelFields draft={draft} opened={opened} mistake={mistake} onChange={onChange} />}
      </div>
    </li>
  )
}
