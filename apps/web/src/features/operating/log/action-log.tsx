import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { operatingLimits } from '@waggle/contract/operating/limits'
import { Download } from 'lucide-react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useChoiceInAddress } from '../../../lib/in-address/use-choice-in-address.ts'
import { useTypedInAddress } from '../../../lib/in-address/use-typed-in-address.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { loadAcrossRenewals } from '../../../session/call-in-session.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from '../operating.module.css'
import { ActionList } from './action-list.tsx'
import own from './log.module.css'
import { LogFilter, soughtKinds } from './log-filter.tsx'

/** Everything that the people who run the site have done, the latest first (rule OPERATE-4). The address has what is sought, as `q` and `kind`. */
export function ActionLog() {
  const session = useSessionStore()
  const queries = useQueryClient()
  const [typed, setTyped] = useTypedInAddress('q', operatingLimits.soughtMaxLength)
  const [kind, setKind] = useChoiceInAddress('kind', soughtKinds, '')
  const words = useSettled(typed.trim())
  const sought = { ...(words && { words }), ...(kind && { kind }) }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey: ['operating', 'log', words, kind],
    queryFn: ({ pageParam, signal }) =>
      loadAcrossRenewals(session, (token) =>
        api('listSiteActions', {
          query: { ...(pageParam && { before: pageParam }), ...sought },
          token,
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
  const exporting = useSessionMutation({
    send: ({ token }) => api('exportSiteActions', { query: sought, token }),
    failed: texts.exportFailed,
    onDone: (csv) => saveFile('waggle-actions.csv', csv, 'text/csv'),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  const actions = data?.pages.flatMap((page) => page.actions)
  const isSearched = words !== '' || kind !== ''
  const none = !isSearched ? texts.noActions : hasNextPage ? texts.noneFoundYet : texts.noneFound
  return (
    <Panel
      isMain
      title={texts.tabs.log}
      aside={
        <Button disabled={exporting.isBusy} onClick={() => exporting.run()}>
          <Download size={18} aria-hidden="true" />
          {isSearched ? texts.exportFound : texts.export}
        </Button>
      }
    >
      <p className={styles.hint}>{texts.logHint}</p>
      <LogFilter words={typed} onType={setTyped} kind={kind} onChoose={setKind} />
      {!actions && (
        <Awaiting
          label={texts.loading}
          failure={error && errorSentence(error, texts.logFailed)}
          onRetry={() => void refetch()}
        />
      )}
      <p role="status" className={own.none}>
        {actions?.length === 0 && !isPlaceholderData && none}
      </p>
      {actions && actions.length > 0 && (
        <ActionList actions={actions} onUndone={() => void queries.invalidateQueries({ queryKey: ['operating'] })} />
      )}
      {hasNextPage && (
        <div>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {actions?.length === 0 ? texts.lookFurther : texts.more}
          </Button>
        </div>
      )}
    </Panel>
  )
}
