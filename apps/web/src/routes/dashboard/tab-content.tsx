import type { StreamInfo } from '@waggle/contract/endpoints'
import { type ReactNode, Suspense } from 'react'
import { BroadcastCharts } from '../../features/broadcast-history/broadcast-charts.tsx'
import { BroadcastHistory } from '../../features/broadcast-history/broadcast-history.tsx'
import { PanelsEditor } from '../../features/channel-panels/panels-editor.tsx'
import { ChannelSettings } from '../../features/channel-settings/channel-settings.tsx'
import { MessageText } from '../../features/chat/messages/message-text.tsx'
import { OwnClips } from '../../features/clips/own-clips.tsx'
import { Moderation } from '../../features/moderation/moderation.tsx'
import { OverlaySettings } from '../../features/overlay/overlay-settings.tsx'
import { LiveCut } from '../../features/recordings/live-cut.tsx'
import { RecordingList } from '../../features/recordings/recording-list.tsx'
import { RecordingSettings } from '../../features/recordings/recording-settings.tsx'
import { RunningRecording } from '../../features/recordings/running-recording.tsx'
import { useDownload } from '../../features/replays/download-button.tsx'
import { ScheduleEditor } from '../../features/schedule/schedule-editor.tsx'
import { ChannelTotals } from '../../features/stats/channel-totals.tsx'
import { FollowerGrowth } from '../../features/stats/follower-growth.tsx'
import { TipList } from '../../features/tip/tip-list.tsx'
import { Webhooks } from '../../features/webhooks/webhooks.tsx'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { dashboardTexts } from '../../texts/streamer/dashboard/dashboard.ts'
import { statsTexts } from '../../texts/streamer/stats.ts'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import type { DashboardTab } from '../dashboard-bar/place-in-address.ts'
import { ClipMenu } from './clip-menu.tsx'
import styles from './dashboard.module.css'

const Chat = lazyComponent(async () => (await import('../../features/chat/chat.tsx')).Chat)

interface Props {
  tab: DashboardTab
  user: string
  stream: StreamInfo | undefined
  /** The place of the chat's composer. */
  composer: ReactNode
}

/** What is not needed every minute of a broadcast. */
export function TabContent({ tab, user, stream, composer }: Props) {
  const { download } = useDownload()
  /** The broadcast that goes on, and what of it is recorded. */
  const streamId = stream?.isLive ? stream.streamId : null
  const recorded = streamId !== null && stream?.recordedSince !== null ? stream : undefined
  const content: Record<DashboardTab, ReactNode> = {
    settings: (
      <Beside aside={<PanelsEditor user={user} />}>
        <ChannelSettings user={user} />
      </Beside>
    ),
    schedule: <ScheduleEditor user={user} />,
    moderation: (
      <Moderation
        user={user}
        renderText={(message) => <MessageText message={message} me={user} />}
        composer={composer}
      />
    ),
    statistics: (
      <>
        <ChannelTotals user={user} />
        <FollowerGrowth user={user} />
        {streamId !== null && (
          <Panel title={statsTexts.charts}>
            <BroadcastCharts key={streamId} user={user} streamId={streamId} isLive />
          </Panel>
        )}
      </>
    ),
    history: (
      <>
        {/* A comparison comes before the list of that name. */}
        <h2 className={styles.name}>{dashboardTexts.history}</h2>
        <BroadcastHistory user={user} />
      </>
    ),
    recordings: (
      <Beside
        aside={
          <>
            {recorded?.streamId && <LiveCut key={recorded.streamId} streamId={recorded.streamId} />}
            <RecordingSettings user={user} />
          </>
        }
      >
        <RecordingList
          user={user}
          running={
            recorded && (
              <RunningRecording
                user={user}
                picture={recorded.thumbnail}
                title={recorded.title}
                startedAt={recorded.startTime}
              />
            )
          }
          onDownload={download}
        />
        <OwnClips user={user} renderActions={(clip) => <ClipMenu clip={clip} isOfChannel={clip.username === user} />} />
      </Beside>
    ),
    tips: <TipList user={user} />,
    overlay: (
      <OverlaySettings
        user={user}
        picture={streamId === null ? null : (stream?.thumbnail ?? null)}
        chat={streamId !== null && <OverlayChat channel={user} />}
      />
    ),
    webhooks: <Webhooks user={user} />,
  }
  return <div className={styles.tab}>{content[tab]}</div>
}

function OverlayChat({ channel }: { channel: string }) {
  return (
    <Suspense fallback={null}>
      <Chat channel={channel} variant="overlay" renderActions={() => null} />
    </Suspense>
  )
}
