import { formatNumber } from '../../../lib/format/format.ts'
import { speedTexts as texts } from '../../../texts/viewer/player/speed.ts'
import { Menu } from '../../../ui/surfaces/menu.tsx'
import { setSpeed, speeds, useSpeed } from '../media/speed.ts'
import styles from './controls.module.css'

/** The choice of the speed at which a recording plays. */
export function SpeedMenu({
  video,
  onOpenChange,
}: {
  video: HTMLVideoElement
  onOpenChange: (isOpen: boolean) => void
}) {
  const speed = useSpeed(video)
  return (
    <Menu
      label={texts.speedNow(speedText(speed))}
      buttonClassName={`${styles.button} ${styles.speed}`}
      placement="above"
      onOpenChange={onOpenChange}
      items={speeds.map((value) => ({
        key: String(value),
        label: speedText(value),
        isChecked: value === speed,
        onSelect: () => setSpeed(video, value),
      }))}
    >
      {speedText(speed)}
    </Menu>
  )
}

function speedText(speed: number): string {
  return `${formatNumber(speed)}×`
}
