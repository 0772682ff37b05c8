import { TriangleAlert } from 'lucide-react'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import styles from './recordings.module.css'
import { useRecordingSettings } from './use-recording-settings.ts'

/** Warns the channel before replays are deleted for their age or size (rule REC-8); nothing when none are. */
export function LeavingNotice({ user }: { user: string }) {
  const { byAge = 0, bySize = 0 } = useRecordingSettings(user).data?.leaving ?? {}
  if (byAge + bySize === 0) return null
  return (
    <p className={styles.leaving} role="status">
      <TriangleAlert size={18} aria-hidden="true" />
      <span>
        {byAge > 0 && texts.leavingByAge(byAge)} {bySize > 0 && texts.leavingBySize(bySize)}{' '}
        <a href="#recordings">{texts.leavingAdvice}</a>
      </span>
    </p>
  )
}
