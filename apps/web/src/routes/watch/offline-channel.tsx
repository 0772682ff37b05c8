import type { StreamInfo } from '@waggle/contract/endpoints'
import { replayPath } from '@waggle/contract/pages/page-addresses'
import { AlertButton } from '../../features/live-alerts/alert-button.tsx'
import { OfflineScreen } from '../offline/offline-screen.tsx'

/** With a button that tells the visitor when the channel is live. */
export function OfflineChannel({ stream }: { stream: StreamInfo }) {
  return <OfflineScreen stream={stream} pathOf={replayPath} alert={<AlertButton channel={stream.username} />} />
}
