import { ChartNoAxesColumn, Keyboard, Settings } from 'lucide-react'
import { playerTexts } from '../../../texts/viewer/player/player.ts'
import { Menu } from '../../../ui/surfaces/menu.tsx'
import { type DelayMode, delayModes } from '../engines/modes/delay-mode.ts'
import { automaticQuality } from '../engines/quality.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import styles from './controls.module.css'

/** The choice between 'Auto' (-1) and the qualities, followed by entries that few viewers need. */
export function QualityMenu({
  options,
  selected,
  playing,
  commands,
  mode,
  onSelect,
  onSelectMode,
  onOpenChange,
}: {
  options: readonly { value: number; name: string }[]
  selected: number
  /** The quality being played, shown beside 'Auto'. */
  playing: number
  commands?: Pick<PlayerCommands, 'toggleStatistics' | 'toggleShortcuts'>
  /** What the viewer chose; undefined where there is no choice. */
  mode?: DelayMode | undefined
  onSelect: (value: number) => void
  onSelectMode?: (mode: DelayMode) => void
  onOpenChange?: (isOpen: boolean) => void
}) {
  const playingName = options.find(({ value }) => value === playing)?.name
  const shown = options.find(({ value }) => value === selected)?.name ?? playerTexts.automatic
  const modes =
    mode === undefined
      ? []
      : delayModes.map((value) => ({
          key: value,
          label: playerTexts.modes[value],
          group: playerTexts.mode,
          isChecked: mode === value,
          onSelect: () => onSelectMode?.(value),
        }))
  const more = commands && [
    {
      key: 'statistics',
      icon: <ChartNoAxesColumn size={18} aria-hidden="true" />,
      label: playerTexts.openStatistics,
      isSeparated: true,
      onSelect: commands.toggleStatistics,
    },
    {
      key: 'shortcuts',
      icon: <Keyboard size={18} aria-hidden="true" />,
      label: playerTexts.openShortcuts,
      onSelect: commands.toggleShortcuts,
    },
  ]
  return (
    <Menu
      label={playerTexts.quality(shown)}
      buttonClassName={`${styles.button} ${styles.quality}`}
      placement="above"
      {...(onOpenChange && { onOpenChange })}
      items={[
        {
          key: 'auto',
          label:
            playingName && selected === automaticQuality
              ? playerTexts.automaticNow(playingName)
              : playerTexts.automatic,
          isChecked: selected === automaticQuality,
          onSelect: () => onSelect(automaticQuality),
        },
        ...options.map(({ value, name }) => ({
          key: String(value),
          label: name,
          isChecked: selected === value,
          onSelect: () => onSelect(value),
        })),
        ...modes,
        ...(more ?? []),
      ]}
    >
      <Settings aria-hidden="true" />
      <span className={styles.qualityName}>{shown}</span>
    </Menu>
  )
}
