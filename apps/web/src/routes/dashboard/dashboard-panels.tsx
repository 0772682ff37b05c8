import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'
import { EncoderRefusal } from '../../features/admission/encoder-refusal.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { LeavingNotice } from '../../features/recordings/leaving-notice.tsx'
import { OwnStatements } from '../../features/reports/own-statements.tsx'
import { offlineStreamInfo, useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useSite } from '../../lib/site.ts'
import { dashboardTexts as texts } from '../../texts/streamer/dashboard/dashboard.ts'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useTabInAddress } from '../dashboard-bar/place-in-address.ts'
import { ActivityPane } from './activity-pane.tsx'
import styles from './dashboard.module.css'
import { LoadFailure } from './load-failure.tsx'
import { Panes } from './panes/panes.tsx'
import { StateBar } from './state/state-bar.tsx'
import { StreamPane } from './stream/stream-pane.tsx'
import { TabContent } from './tab-content.tsx'
import { useDashboardEvents } from './use-dashboard-events.ts'

const Chat = lazyComponent(async () => (await import('../../features/chat/chat.tsx')).Chat)

/** The user's stream, chat and activity in one screen, and everything else in tabs (rule DASH-3). */
export function DashboardPanels({ user }: { user: string }) {
  const queries = useQueryClient()
  const site = useSite()
  const tab = useTabInAddress()
  const { info, failure, isFailed, applyChannel } = useStreamInfo(user, false)
  const streamId = info?.isLive ? info.streamId : null
  const shown = isFailed ? offlineStreamInfo(user) : info
  useDashboardEvents(user, streamId)
  /** In the moderation: the composer of the chat stands there, with what was typed. */
  const [composerPlace, setComposerPlace] = useState<HTMLElement | null>(null)

  return (
    <Panes
      user={user}
      header={
        <header className={styles.header}>
          <div className={styles.names}>
            <h1 className={styles.title}>{texts.title}</h1>
            <p className={styles.welcome}>{texts.welcome(user)}</p>
          </div>
          <StateBar user={user} stream={shown} />
          <Button size="small" onClick={() => void queries.invalidateQueries()}>
            <RotateCcw size={18} aria-hidden="true" />
            <span className="visually-hidden-on-phone">{texts.refresh}</span>
          </Button>
        </header>
      }
      notices={
        <>
          <LoadFailure isFailing={failure !== null} />
          <EncoderRefusal user={user} />
          <OwnStatements user={user} scope="broadcasting" />
          {site?.recordings && <LeavingNotice user={user} />}
        </>
      }
      stream={<StreamPane user={user} stream={shown} />}
      chat={
        <ErrorBoundary>
          <Suspense fallback={<PageSpinner label={texts.loadingChat} />}>
            <Chat
              channel={user}
              variant="panel"
              renderActions={(writer) => <FollowButton channel={writer} kind="secondary" />}
              composerPlace={composerPlace}
              onChannelChanged={applyChannel}
            />
          </Suspense>
        </ErrorBoundary>
      }
      activity={
        <ActivityPane user={user} streamId={streamId} isFirst={shown && !shown.isLive && !shown.lastBroadcast} />
      }
    >
      {tab && <TabContent tab={tab} user={user} stream={info} composer={<div ref={setComposerPlace} />} />}
    </Panes>
  )
}
