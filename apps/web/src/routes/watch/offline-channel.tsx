import type { StreamInfo } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { AlertButton } from '../../features/live-alerts/alert-button.tsx'
import { CalendarButton } from '../../features/schedule/calendar-button.tsx'
import { OfflineScreen } from '../offline/offline-screen.tsx'

/** With buttons that tell the visitor when the channel is live, while the site is open and while it is not. */
export function OfflineChannel({ stream }: { stream: StreamInfo }) {
  const { username, nextBroadcast } = stream
  return (
    <OfflineScreen
      stream={stream}
      pathOf={replayPath}
      alert={<AlertButton channel={username} />}
      calendar={nextBroadcast !== null && <CalendarButton {...{ channel: username, nextBroadcast }} />}
    />
  )
}
