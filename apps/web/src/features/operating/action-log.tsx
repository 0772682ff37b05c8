import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { loadAcrossRenewals } from '../../session/call-in-session.ts'
import { useSessionStore } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { ActionRow } from './action-row.tsx'
import styles from './operating.module.css'

const queryKey = ['operating', 'log']

/** Everything that the people who run the site have done, the latest first (rule OPERATE-4). */
export function ActionLog() {
  const session = useSessionStore()
  const queries = useQueryClient()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      loadAcrossRenewals(session, (token) =>
        api('listSiteActions', { query: pageParam === '' ? {} : { before: pageParam }, token, signal }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ actions, hasMore }) => (hasMore ? actions.at(-1)?.id : undefined),
  })
  const exporting = useSessionMutation({
    send: ({ token }) => api('exportSiteActions', { token }),
    failed: texts.exportFailed,
    onDone: (csv) => saveFile('waggle-actions.csv', csv, 'text/csv'),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  const actions = data?.pages.flatMap((page) => page.actions)
  if (!actions) {
    return (
      <Awaiting
        label={texts.loading}
        failure={error && errorSentence(error, texts.logFailed)}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <section className={styles.section} aria-label={texts.tabs.log}>
      <div className={styles.head}>
        <p className={styles.hint}>{texts.logHint}</p>
        <Button disabled={exporting.isBusy} onClick={() => exporting.run()}>
          <Download size={18} aria-hidden="true" />
          {texts.export}
        </Button>
      </div>
      {actions.length === 0 && <p className={styles.hint}>{texts.noActions}</p>}
      <ol className={styles.list}>
        {actions.map((action) => (
          <li key={action.id}>
            <ActionRow action={action} onUndone={() => void queries.invalidateQueries({ queryKey: ['operating'] })} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </div>
      )}
    </section>
  )
}
