import { useQueryClient } from '@tanstack/react-query'
import type { ReportedThing, ReportOutcome } from '@waggle/contract/operating/report-endpoints'
import { replayPath, watchPath } from '@waggle/contract/pages/page-addresses'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { suspensionTexts } from '../../texts/operating/suspension.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Tag } from '../../ui/identity/badge.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { AccountLink } from './account-link.tsx'
import { ActDialog } from './act-dialog.tsx'
import styles from './operating.module.css'

const refreshMs = 10_000

/** What viewers have reported: everything about one thing together (rule OPERATE-6). */
export function ReportedThings() {
  const queries = useQueryClient()
  const [acting, setActing] = useState<ReportedThing>()
  const refresh = () => void queries.invalidateQueries({ queryKey: ['operating'] })
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['operating', 'reports'],
    refetchInterval: refreshMs,
    request: (token, signal) => api('listReports', { token, signal }),
  })
  const closing = useSessionMutation({
    send: ({ token, input: { id, outcome } }: { token: string; input: { id: string; outcome: ReportOutcome } }) =>
      api('closeReport', { params: { reportId: id }, body: { outcome }, token }),
    failed: texts.closeFailed,
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.reportsFailed)} onRetry={refetch} />
    )
  }
  return (
    <section className={styles.section} aria-label={texts.tabs.reports}>
      {data.things.length === 0 && <p className={styles.hint}>{texts.noReports}</p>}
      <ul className={styles.list}>
        {data.things.map((thing) => (
          <li key={thing.id} className={styles.row}>
            <Evidence thing={thing} />
            <div className={styles.buttons}>
              <Button kind="danger" size="small" onClick={() => setActing(thing)}>
                {texts.act}
              </Button>
              <Button
                size="small"
                disabled={closing.isBusy}
                onClick={() => closing.run({ id: thing.id, outcome: 'unfounded' })}
              >
                {texts.unfounded}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {acting !== undefined && (
        <ActDialog
          username={acting.username}
          isLive={acting.kind === 'broadcast'}
          onDone={() => closing.run({ id: acting.id, outcome: 'acted' })}
          onClose={() => setActing(undefined)}
        />
      )}
    </section>
  )
}

function Evidence({ thing }: { thing: ReportedThing }) {
  const { kind, username, streamId, channel, title, messages, firstAt, reports } = thing
  return (
    <div className={styles.about}>
      <p className={styles.name}>
        {texts.reported[kind]} <AccountLink username={username} /> <Tag>{texts.reporters(reports.length)}</Tag>
      </p>
      <p className={styles.facts}>
        {title && <span>{title}</span>}
        {channel !== null && <span>{texts.inChatOf(channel)}</span>}
        <span>{texts.since(formatDateTime(firstAt))}</span>
        {kind === 'broadcast' && (
          <Link href={watchPath(username)} className={buttonClass('quiet', 'small')}>
            {texts.watch}
          </Link>
        )}
        {streamId !== null && (
          <Link href={replayPath(streamId)} className={buttonClass('quiet', 'small')}>
            {texts.recording}
          </Link>
        )}
      </p>
      {messages.length > 0 && (
        <ul className={styles.quotes} aria-label={texts.said}>
          {messages.map(({ at, message }) => (
            <li key={at}>{message}</li>
          ))}
        </ul>
      )}
      <ul className={styles.facts}>
        {reports.map(({ reporter, reason, note, reportedAt }) => (
          <li key={reporter + reportedAt}>
            @{reporter}: {suspensionTexts.reasons[reason]}
            {note && ` – ${note}`}
          </li>
        ))}
      </ul>
    </div>
  )
}
