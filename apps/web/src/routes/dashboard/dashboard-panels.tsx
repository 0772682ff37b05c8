import { useQueryClient } from '@tanstack/react-query'
import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { RotateCcw } from 'lucide-react'
import { Link } from 'wouter'
import { BroadcastCharts } from '../../features/broadcast-history/broadcast-charts.tsx'
import { BroadcastHistory } from '../../features/broadcast-history/broadcast-history.tsx'
import { ChannelSettings } from '../../features/channel-settings/channel-settings.tsx'
import { Moderation } from '../../features/moderation/moderation.tsx'
import { OverlaySettings } from '../../features/overlay/overlay-settings.tsx'
import { StreamPreview } from '../../features/player/stream-preview.tsx'
import { LiveStatistics } from '../../features/stats/live-statistics.tsx'
import { StreamHealth } from '../../features/stream-health/stream-health.tsx'
import { offlineStreamInfo, useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { TipList } from '../../features/tip/tip-list.tsx'
import { Webhooks } from '../../features/webhooks/webhooks.tsx'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard.ts'
import { statsTexts } from '../../texts/streamer/stats.ts'
import { streamPreviewTexts } from '../../texts/streamer/stream-preview.ts'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { OfflineBadge, StateBadge } from '../../ui/identity/badge.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './dashboard.module.css'
import { LoadFailure } from './load-failure.tsx'
import { useDashboardEvents } from './use-dashboard-events.ts'

/** Panels in columns on a wide screen. On a phone they are stacked, with a bar of links to each. */
export function DashboardPanels({ user }: { user: string }) {
  const queries = useQueryClient()
  const { info, failure, isFailed } = useStreamInfo(user, false)
  const streamId = info?.isLive ? info.streamId : null
  useDashboardEvents(user, streamId)

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>{texts.title}</h1>
          <p className={styles.welcome}>{texts.welcome(user)}</p>
        </div>
        <Button onClick={() => void queries.invalidateQueries()}>
          <RotateCcw size={18} aria-hidden="true" />
          {texts.refresh}
        </Button>
      </header>
      <nav className={styles.places} aria-label={texts.sections}>
        {Object.entries(places).map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <LoadFailure isFailing={failure !== null} />
      <StreamHealth user={user} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <div id="preview" className={styles.place}>
            <Panel title={streamPreviewTexts.title} aside={info ? <StateBadge stream={info} /> : <OfflineBadge />}>
              <StreamPreview stream={isFailed ? offlineStreamInfo(user) : info}>
                <Link href={pagePaths.streamKey} className={buttonClass('secondary')}>
                  {streamPreviewTexts.setUp}
                </Link>
              </StreamPreview>
            </Panel>
          </div>
          <div id="statistics" className={styles.place}>
            <LiveStatistics user={user} />
            {streamId !== null && (
              <Panel title={statsTexts.charts}>
                <BroadcastCharts key={streamId} user={user} streamId={streamId} isLive />
              </Panel>
            )}
          </div>
          <div id="settings" className={styles.place}>
            <ChannelSettings user={user} />
          </div>
        </div>
        <div className={styles.column}>
          <div id="chat" className={styles.place}>
            <Moderation user={user} />
          </div>
          <div id="tips" className={styles.place}>
            <TipList user={user} />
          </div>
        </div>
      </div>
      <div id="history" className={styles.place}>
        <BroadcastHistory user={user} />
      </div>
      <div id="tools" className={styles.place}>
        <OverlaySettings user={user} />
        <Webhooks user={user} />
      </div>
    </div>
  )
}

const places = {
  preview: texts.preview,
  statistics: texts.statistics,
  chat: texts.chat,
  settings: texts.settings,
  tips: texts.tips,
  history: texts.history,
  tools: texts.tools,
}
