import { type ReactNode, useRef } from 'react'
import { BroadcastCharts } from '../../features/broadcast-history/broadcast-charts.tsx'
import { BroadcastHistory } from '../../features/broadcast-history/broadcast-history.tsx'
import { PanelsEditor } from '../../features/channel-panels/panels-editor.tsx'
import { ChannelSettings } from '../../features/channel-settings/channel-settings.tsx'
import { NextBroadcast } from '../../features/channel-settings/next-broadcast.tsx'
import { OwnClips } from '../../features/clips/own-clips.tsx'
import { Moderation } from '../../features/moderation/moderation.tsx'
import { OverlaySettings } from '../../features/overlay/overlay-settings.tsx'
import { LiveCut } from '../../features/recordings/live-cut.tsx'
import { RecordingList } from '../../features/recordings/recording-list.tsx'
import { RecordingSettings } from '../../features/recordings/recording-settings.tsx'
import { DownloadButton } from '../../features/replays/download-button.tsx'
import { FollowerGrowth } from '../../features/stats/follower-growth.tsx'
import { TipList } from '../../features/tip/tip-list.tsx'
import { Webhooks } from '../../features/webhooks/webhooks.tsx'
import { useSite } from '../../lib/site.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard.ts'
import { statsTexts } from '../../texts/streamer/stats.ts'
import { Beside } from '../../ui/surfaces/beside.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { Tabs } from '../../ui/surfaces/tabs.tsx'
import styles from './dashboard.module.css'
import { type DashboardTab, dashboardTabs, useTabInAddress } from './tab-in-address.ts'

/** Tabs of what a site may have switched off. */
const optional = { tips: true, recordings: true }

/** Those with two columns, or with charts. */
const wide: ReadonlySet<DashboardTab> = new Set(['settings', 'statistics', 'history', 'tips', 'webhooks'])

interface Props {
  user: string
  /** Of the broadcast that goes on. */
  streamId: string | null
  /** Viewers can rewind it. */
  isRecorded: boolean
}

/** What is not needed every minute of a broadcast, below the panes. The address has the tab: `#history`. */
export function DashboardTabs({ user, streamId, isRecorded }: Props) {
  const site = useSite()
  const place = useRef<HTMLDivElement>(null)
  const selected = useTabInAddress() ?? 'settings'
  const content: Record<DashboardTab, ReactNode> = {
    settings: (
      <Beside aside={<PanelsEditor user={user} />}>
        <ChannelSettings user={user} />
        <NextBroadcast user={user} />
      </Beside>
    ),
    moderation: <Moderation user={user} />,
    statistics: (
      <>
        <FollowerGrowth user={user} />
        {streamId !== null && (
          <Panel title={statsTexts.charts}>
            <BroadcastCharts key={streamId} user={user} streamId={streamId} isLive />
          </Panel>
        )}
      </>
    ),
    history: <BroadcastHistory user={user} />,
    recordings: (
      <>
        {streamId !== null && isRecorded && <LiveCut key={streamId} streamId={streamId} />}
        <RecordingSettings user={user} />
        <RecordingList user={user} renderActions={(id) => <DownloadButton streamId={id} />} />
        <OwnClips user={user} />
      </>
    ),
    tips: <TipList user={user} />,
    overlay: <OverlaySettings user={user} />,
    webhooks: <Webhooks user={user} />,
  }
  return (
    <div ref={place} className={styles.tabs}>
      <Tabs
        label={texts.more}
        tabs={dashboardTabs
          .filter((key) => !(key in optional) || site?.[key as keyof typeof optional])
          .map((key) => ({ key, label: texts[key] }))}
        selected={selected}
        onSelect={(key) => {
          location.replace(`#${key}`)
          place.current?.scrollIntoView()
        }}
      >
        <div className={styles.tab} data-wide={wide.has(selected) || undefined}>
          {content[selected]}
        </div>
      </Tabs>
    </div>
  )
}
