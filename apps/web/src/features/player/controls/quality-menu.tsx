import { ChartNoAxesColumn, Keyboard, PictureInPicture2, Scissors, Settings } from 'lucide-react'
import { playerTexts } from '../../../texts/viewer/player/player.ts'
import { Menu } from '../../../ui/surfaces/menu.tsx'
import { type DelayMode, delayModes } from '../engines/modes/delay-mode.ts'
import { automaticQuality } from '../engines/quality.ts'
import type { PlayerCommands } from '../keyboard/player-keys.ts'
import styles from './controls.module.css'

/** The choice between 'Auto' (-1) and the qualities, followed by what the row has no room for and what few viewers need. */
export function QualityMenu({
  options,
  selected,
  playing,
  commands,
  hasPictureInPicture = false,
  mode,
  onSelect,
  onSelectMode,
  onOpenChange,
}: {
  options: readonly { value: number; name: string }[]
  selected: number
  /** The quality being played, shown beside 'Auto'. */
  playing: number
  commands?: Pick<PlayerCommands, 'toggleStatistics' | 'toggleShortcuts' | 'makeClip' | 'togglePictureInPicture'>
  hasPictureInPicture?: boolean
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
          hint: playerTexts.modeDelays[value],
          group: playerTexts.mode,
          isChecked: mode === value,
          onSelect: () => onSelectMode?.(value),
        }))
  // With a second choice below it.
  const quality = mode !== undefined && { group: playerTexts.qualities }
  const more = commands && [
    ...(commands.makeClip
      ? [
          {
            key: 'clip',
            icon: <Scissors size={18} aria-hidden="true" />,
            label: <span className={styles.fromSmallRow}>{playerTexts.makeClip}</span>,
            isSeparated: true,
            onSelect: commands.makeClip,
          },
        ]
      : []),
    ...(hasPictureInPicture
      ? [
          {
            key: 'picture-in-picture',
            icon: <PictureInPicture2 size={18} aria-hidden="true" />,
            label: <span className={styles.fromRow}>{playerTexts.pictureInPicture}</span>,
            isSeparated: true,
            onSelect: commands.togglePictureInPicture,
          },
        ]
      : []),
    {
      key: 'statistics',
      icon: <ChartNoAxesColumn size={18} aria-hidden="true" />,
      label: playerTexts.openStatistics,
      isSeparated: true,
      onSelect: commands.toggleStatistics,
    },
    // A touch screen has no keys.
    ...(matchMedia('(hover: none)').matches
      ? []
      : [
          {
            key: 'shortcuts',
            icon: <Keyboard size={18} aria-hidden="true" />,
            label: playerTexts.openShortcuts,
            onSelect: commands.toggleShortcuts,
          },
        ]),
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
          ...quality,
          label:
            playingName && selected === automaticQuality
              ? playerTexts.automaticNow(playingName)
              : playerTexts.automatic,
          isChecked: selected === automaticQuality,
          onSelect: () => onSelect(automaticQuality),
        },
        ...options.map(({ value, name }) => ({
          key: String(value),
          ...quality,
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
