import type { OverlaySettings } from '@waggle/contract/overlay/endpoints'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { HandCoins, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { shownAmount } from '../../lib/format/amount.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import type { Alert } from './alerts.ts'
import styles from './overlay.module.css'
import { overlayScale, type WindowSize } from './overlay-scale.ts'

/** The layers over the picture: goal, alerts and chat. */
export function OverlayView({
  settings,
  theme,
  size,
  goalCount,
  alert,
  chat,
}: {
  settings: OverlaySettings
  theme: OverlayTheme | undefined
  /** Of the window, in pixels. */
  size: WindowSize
  goalCount: number
  alert: Alert | undefined
  chat: ReactNode
}) {
  return (
    <div className={styles.view} data-look={theme} style={{ zoom: overlayScale(size) * (settings.scalePercent / 100) }}>
      {settings.goal && <Goal settings={settings} count={goalCount} />}
      <div role="status" className={styles.alerts}>
        {alert && <AlertCard key={alert.id} alert={alert} />}
      </div>
      {settings.chat && <div className={styles.chat}>{chat}</div>}
    </div>
  )
}

function Goal({ settings, count }: { settings: OverlaySettings; count: number }) {
  const { goalKind, goalTarget, goalTitle } = settings
  const name = goalTitle || texts.goalName[goalKind]
  return (
    <div className={styles.goal}>
      <p className={styles.goalLine}>
        <span className={styles.goalName}>{name}</span>
        <span>{texts.goalOf(formatNumber(count), formatNumber(goalTarget))}</span>
      </p>
      <progress className={styles.bar} aria-label={name} max={goalTarget} value={Math.min(count, goalTarget)} />
    </div>
  )
}

function AlertCard({ alert }: { alert: Alert }) {
  const Icon = alert.kind === 'tip' ? HandCoins : UserPlus
  return (
    <div className={styles.alert}>
      <Icon size={28} aria-hidden="true" />
      <div className={styles.alertText}>
        <p className={styles.alertTitle}>
          {alert.kind === 'tip'
            ? texts.tipped(alert.username, shownAmount(alert.amount))
            : texts.followed(alert.username)}
        </p>
        {alert.kind === 'tip' && alert.message !== '' && <p dir="auto">{alert.message}</p>}
      </div>
    </div>
  )
}
