import { Settings } from 'lucide-react'
import { Menu } from '../../ui/menu.tsx'
import styles from './controls.module.css'
import { automaticQuality } from './quality.ts'

/** 'Auto' (-1) or one of the qualities. */
export function QualityMenu({
  options,
  selected,
  playing,
  onSelect,
  onOpenChange,
}: {
  options: readonly { value: number; name: string }[]
  selected: number
  /** What is being played, shown beside 'Auto'. */
  playing: number
  onSelect: (value: number) => void
  onOpenChange?: (isOpen: boolean) => void
}) {
  const playingName = options.find(({ value }) => value === playing)?.name
  const shown = options.find(({ value }) => value === selected)?.name ?? 'Auto'
  return (
    <Menu
      label={`Quality: ${shown}`}
      buttonClassName={`${styles.button} ${styles.quality}`}
      placement="above"
      {...(onOpenChange && { onOpenChange })}
      items={[
        {
          key: 'auto',
          label: playingName && selected === automaticQuality ? `Auto (${playingName})` : 'Auto',
          isChecked: selected === automaticQuality,
          onSelect: () => onSelect(automaticQuality),
        },
        ...options.map(({ value, name }) => ({
          key: String(value),
          label: name,
          isChecked: selected === value,
          onSelect: () => onSelect(value),
        })),
      ]}
    >
      <Settings aria-hidden="true" />
      <span className={styles.qualityName}>{shown}</span>
    </Menu>
  )
}
