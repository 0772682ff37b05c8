import { useQueryClient } from '@tanstack/react-query'
import { operatePath } from '@waggle/contract/pages/page-addresses'
import { ArrowDownWideNarrow, Gavel } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { viewersText } from '../../../lib/format/count.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { siteHealthTexts } from '../../../texts/operating/site-health.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { SelectChoice } from '../../../ui/forms/select-choice.tsx'
import { ActDialog } from '../act/act-dialog.tsx'
import cards from '../broadcast-row.module.css'
import { BroadcastRow } from '../broadcast-row.tsx'
import { figuresId } from '../health/site-figures.tsx'
import styles from '../operating.module.css'
import { useReportedThings } from '../queue/use-queue.ts'
import own from './live.module.css'
import { liveOrders, selectLive } from './live-query.ts'
import { useLiveBroadcasts } from './use-live-broadcasts.ts'
import { soughtMaxLength, useLiveQuery } from './use-live-query.ts'

/** Of fewer broadcasts all are in view. */
const searchedFrom = 6

/** What is live, what was reported first, and a search of it where there is much (rule OPERATE-5). */
export function LiveBroadcasts() {
  const queries = useQueryClient()
  const isPhone = useIsPhone()
  const [acting, setActing] = useState<string>()
  const { data, error, refetch } = useLiveBroadcasts()
  const { data: reports } = useReportedThings('open')
  const { text, setText, order, setOrder } = useLiveQuery()
  const isSearched = text.trim() !== ''
  const [hasFilter, setHasFilter] = useState(isSearched || order !== 'reported')
  // Once it is there it stays: nobody loses it while they type.
  if (!hasFilter && data && data.broadcasts.length >= searchedFrom) setHasFilter(true)
  const things = reports?.pages.flatMap((page) => page.things) ?? []
  const reportsOf = (username: string) =>
    things.find((thing) => thing.kind === 'broadcast' && thing.username === username)?.count ?? 0
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.liveFailed)} onRetry={refetch} />
    )
  }
  const all = data.broadcasts
  const found = selectLive(all, { text, order }, reportsOf)
  return (
    <section className={styles.section} aria-label={texts.live}>
      <div className={own.head}>
        <h2>{texts.live}</h2>
        {all.length > 0 && (
          <p className={styles.facts}>
            <span>{texts.channelsLive(all.length)}</span>
            <span>{viewersText(all.reduce((sum, { viewers }) => sum + viewers, 0))}</span>
          </p>
        )}
        <Link href={`${operatePath({ section: 'health' })}#${figuresId}`} className={own.overTime}>
          {siteHealthTexts.overTime}
        </Link>
        {hasFilter && (
          <search className={own.filter}>
            <SearchField
              label={texts.searchLive}
              placeholder={texts.searchLiveHint}
              maxLength={soughtMaxLength}
              value={text}
              onChange={setText}
            />
            <SelectChoice
              label={texts.liveOrder}
              icon={<ArrowDownWideNarrow size={20} aria-hidden="true" />}
              value={order}
              options={liveOrders.map((one) => [one, texts.liveOrders[one]] as const)}
              onChange={setOrder}
            />
          </search>
        )}
      </div>
      <p role="status" className={own.found}>
        {isSearched && texts.foundLive(found.length, all.length)}
      </p>
      {found.length === 0 && <p className={styles.hint}>{isSearched ? texts.noneLive : texts.nobodyLive}</p>}
      <ul className={cards.cards}>
        {found.map((broadcast) => {
          const { streamId, username } = broadcast
          const count = reportsOf(username)
          return (
            <li key={streamId}>
              <BroadcastRow broadcast={broadcast} reports={count}>
                <Button
                  kind={count > 0 ? 'secondary' : 'quiet'}
                  size="small"
                  aria-label={texts.actOn(username)}
                  onClick={() => setActing(username)}
                >
                  <Gavel size={18} aria-hidden="true" />
                  {isPhone ? texts.actBrief : texts.act}
                </Button>
              </BroadcastRow>
            </li>
          )
        })}
      </ul>
      {acting !== undefined && (
        <ActDialog
          username={acting}
          isLive
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setActing(undefined)}
        />
      )}
    </section>
  )
}
