import { useQueryClient } from '@tanstack/react-query'
import type { ReportedThing } from '@waggle/contract/operating/review-endpoints'
import { useState } from 'react'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import type { Signer } from '../../../session/account-proof.ts'
import type { AskedWallet } from '../../../session/use-wallet-mutation.ts'
import { operatingTexts } from '../../../texts/operating/console.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { ChipChoice } from '../../../ui/forms/chip-choice.tsx'
import { MoreButton } from '../../../ui/forms/more-button.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { ActDialog } from '../act/act-dialog.tsx'
import styles from '../operating.module.css'
import { OpenAppeals, OtherAppeals } from './appeals.tsx'
import { CloseDialog } from './close-dialog.tsx'
import own from './queue.module.css'
import type { RenderMedia } from './render-media.ts'
import { ReportedThingCard } from './reported-thing-card.tsx'
import { useReportedThings } from './use-queue.ts'

const states = ['open', 'closed'] as const
type State = (typeof states)[number]

/** The appeals that wait for this user, what was reported, everything about one thing together, and the other appeals (rules OPERATE-6 to OPERATE-11). */
export function ReportedThings({
  user,
  wallet,
  renderMedia,
}: {
  user: string
  wallet: Signer & AskedWallet
  renderMedia: RenderMedia
}) {
  const [state, setState] = useState<State>('open')
  return (
    <div className={styles.parts}>
      <OpenAppeals user={user} wallet={wallet} renderMedia={renderMedia} />
      <Panel
        isMain
        title={operatingTexts.tabs.reports}
        aside={
          <ChipChoice
            label={texts.which}
            choices={states.map((one) => [one, texts.states[one]] as const)}
            chosen={state}
            onChoose={setState}
          />
        }
      >
        <Queue key={state} state={state} user={user} renderMedia={renderMedia} />
      </Panel>
      <OtherAppeals renderMedia={renderMedia} />
    </div>
  )
}

function Queue({ state, user, renderMedia }: { state: State; user: string; renderMedia: RenderMedia }) {
  const queries = useQueryClient()
  const [acting, setActing] = useState<ReportedThing>()
  const [closing, setClosing] = useState<ReportedThing>()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['operating'] })
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useReportedThings(state)
  if (!data) {
    const failure = error && errorSentence(error, texts.reportsFailed)
    return <Awaiting label={texts.loading} failure={failure} onRetry={() => void refetch()} />
  }
  const things = data.pages.flatMap((page) => page.things)
  return (
    <>
      {things.length === 0 && <p className={styles.hint}>{state === 'open' ? texts.noReports : texts.noClosed}</p>}
      <ul className={`${styles.list} ${own.things}`}>
        {things.map((thing) => (
          <li key={thing.id}>
            <ReportedThingCard
              thing={thing}
              user={user}
              renderMedia={renderMedia}
              onAct={() => setActing(thing)}
              onClose={() => setClosing(thing)}
              onChanged={refresh}
            />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <MoreButton isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()} text={texts.more} />
      )}
      {acting && (
        <ActDialog
          username={acting.username}
          isLive={acting.kind === 'broadcast'}
          thing={acting}
          onDone={refresh}
          onClose={() => setActing(undefined)}
        />
      )}
      {closing && <CloseDialog thing={closing} onDone={refresh} onClose={() => setClosing(undefined)} />}
    </>
  )
}
