import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { AcceptInvitation } from '../../features/admission/accept-invitation.tsx'
import { EncoderRefusal } from '../../features/admission/encoder-refusal.tsx'
import { NotAdmitted } from '../../features/admission/not-admitted.tsx'
import { SiteLimits } from '../../features/admission/site-limits.tsx'
import { useMyAdmission } from '../../features/admission/use-my-admission.ts'
import { StreamPreview } from '../../features/player/stream-preview.tsx'
import { Announcements } from '../../features/posting-authority/announcements.tsx'
import { PostingAuthority } from '../../features/posting-authority/posting-authority.tsx'
import { OwnStatements } from '../../features/reports/own-statements.tsx'
import { StreamCheck } from '../../features/stream-health/stream-check.tsx'
import { StreamState, signalId } from '../../features/stream-health/stream-state.tsx'
import { useStreamHealth } from '../../features/stream-health/use-stream-health.ts'
import { EncoderSetup } from '../../features/stream-key/encoder-setup.tsx'
import { StreamKeyGenerator } from '../../features/stream-key/stream-key-generator.tsx'
import { ownTitle } from '../../features/streams/own-title.ts'
import { TitleEditor } from '../../features/streams/title-editor.tsx'
import { useStreamInfo } from '../../features/streams/use-stream-info.ts'
import { useIsWalletFound, wallet } from '../../features/wallet/wallet.ts'
import { useSite } from '../../lib/site.ts'
import { accountTexts } from '../../texts/account/account-menu.ts'
import { streamHealthTexts } from '../../texts/streamer/stream-health.ts'
import { streamKeyTexts as texts } from '../../texts/streamer/stream-key.ts'
import { buttonClass } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { DashboardBar } from '../dashboard-bar/dashboard-bar.tsx'
import { placeAddress } from '../dashboard-bar/place-in-address.ts'
import { SetupStep } from './setup-step.tsx'
import styles from './stream-key.module.css'

/** The steps from a key to a live stream with a title (rule KEY-9). Only the state of this page holds the key. */
export function StreamKeyPanels({ user }: { user: string }) {
  const [streamKey, setStreamKey] = useState<string>()
  const [, navigate] = useLocation()
  const isWalletFound = useIsWalletFound()
  const site = useSite()
  const { health } = useStreamHealth(user)
  const { info } = useStreamInfo(user, false)
  const { data: admission } = useMyAdmission(user)
  const title = info && ownTitle(info)
  const isUntitled = info !== undefined && title === undefined
  const isConnected = health !== undefined && health.state !== 'offline'
  const isLive = health?.state === 'live'
  const isShown = isLive && info?.isLive === true
  const done = {
    key: streamKey !== undefined || isConnected,
    encoder: isConnected,
    title: title !== undefined,
    check: isLive,
  }
  // A stream has a title before it is given one: that step is never what is next.
  const current = isLive ? undefined : done.encoder ? 'check' : done.key ? 'encoder' : 'key'
  const step = (name: keyof typeof done, heading?: string) => ({
    isDone: done[name],
    isCurrent: name === current,
    // Live, the signal is what one looks at.
    folded: isShown && heading,
  })

  return (
    <>
      <div className={styles.page} data-without-search>
        <header className={styles.header}>
          <h1 className={styles.title}>{texts.heading}</h1>
          {!isShown && (
            <Link href={pagePaths.dashboard} className={`${buttonClass('quiet')} ${styles.back}`}>
              <LayoutDashboard size={18} aria-hidden="true" />
              {accountTexts.dashboard}
            </Link>
          )}
          <p className={styles.subtitle}>{texts.subtitle}</p>
          <p className={styles.user}>{texts.loggedInAs(user)}</p>
        </header>
        <OwnStatements user={user} scope="broadcasting" />
        <AcceptInvitation user={user} kind={admission?.refusal ? 'primary' : 'secondary'} />
        {admission?.refusal ? (
          <NotAdmitted user={user} admission={admission} />
        ) : (
          <>
            <StreamState user={user} hasKey={streamKey !== undefined}>
              {isShown && (
                <Link href={pagePaths.dashboard} className={buttonClass('primary')}>
                  <LayoutDashboard size={18} aria-hidden="true" />
                  {texts.toDashboard}
                </Link>
              )}
            </StreamState>
            <EncoderRefusal user={user} />
            {admission && <SiteLimits admission={admission} />}
          </>
        )}
        {!admission?.refusal && (
          <ol className={styles.steps} data-live={isShown || undefined}>
            <SetupStep {...step('key', texts.yourKey)}>
              <StreamKeyGenerator
                wallet={wallet}
                streamKey={streamKey}
                rtmpUrl={site?.rtmpUrl}
                isDone={isConnected}
                isLive={info?.isLive === true}
                onGenerated={setStreamKey}
              />
            </SetupStep>
            <SetupStep {...step('encoder', texts.encoder)}>
              <EncoderSetup rtmpUrl={site?.rtmpUrl} streamKey={streamKey} />
            </SetupStep>
            <SetupStep {...step('title', texts.title)}>
              <Panel title={texts.title} aside={isUntitled && <span className={styles.hint}>{texts.optional}</span>}>
                <div className={styles.titleLine}>
                  <p className={title === undefined ? styles.noTitle : styles.streamTitle}>{title ?? info?.title}</p>
                  <TitleEditor username={user} title={title ?? ''}>
                    {texts.editTitle}
                  </TitleEditor>
                </div>
                <p className={styles.hint}>{texts.titleHint}</p>
              </Panel>
            </SetupStep>
            <SetupStep {...step('check')} id={signalId}>
              <Panel title={streamHealthTexts.check}>
                <div className={styles.signal}>
                  {isShown ? <StreamPreview stream={info} /> : <p className={styles.noPicture}>{texts.noPicture}</p>}
                  <StreamCheck user={user} />
                </div>
              </Panel>
            </SetupStep>
          </ol>
        )}
        <div className={styles.announcing}>
          {site && (
            <PostingAuthority
              user={user}
              posterAccount={site.posterAccount}
              wallet={wallet}
              isWalletFound={isWalletFound}
            />
          )}
          <Announcements wallet={wallet} isWalletFound={isWalletFound} />
        </div>
      </div>
      <DashboardBar selected="streamKey" onSelect={(place) => navigate(placeAddress(place))} />
    </>
  )
}
