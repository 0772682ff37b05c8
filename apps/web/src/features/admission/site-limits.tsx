import type { MyAdmission } from '@waggle/contract/admission/endpoints'
import { myAdmissionTexts as texts } from '../../texts/admission/my-admission.ts'
import styles from './admission.module.css'

/** What the site allows each account (rule ADMIT-5); nothing where it sets no limits. */
export function SiteLimits({ admission: { limits, liveMinutes } }: { admission: MyAdmission }) {
  const { maxKilobitsPerSecond, maxHeight, maxHoursPerDay, maxBroadcasts } = limits
  const told = [
    maxKilobitsPerSecond !== null && texts.bitrate(maxKilobitsPerSecond),
    maxHeight !== null && texts.height(maxHeight),
    maxHoursPerDay !== null && texts.hours(maxHoursPerDay, liveMinutes),
    maxBroadcasts !== null && texts.broadcasts(maxBroadcasts),
  ].filter((each) => each !== false)
  if (told.length === 0) return null
  return (
    <p className={styles.hint}>
      {texts.limits}: {told.join(' · ')}
    </p>
  )
}
