import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { sessionTexts as texts } from '../../texts/account/sessions.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { SessionRow } from './session-row.tsx'
import styles from './sessions.module.css'

const refreshMs = 30_000

/** The sessions of the user, each with a button that ends it, and a button that ends all others. */
export function SessionList({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['sessions', user]
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    refetchInterval: refreshMs,
    request: (token, signal) => api('listSessions', { token, signal }),
  })
  const refresh = () => void queries.invalidateQueries({ queryKey })
  const others = useSessionMutation({
    send: ({ token }) => api('endOtherSessions', { token }),
    failed: texts.endFailed,
    onDone: ({ ended }) => toast(texts.othersEnded(ended)),
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  const summary = useRef<HTMLParagraphElement>(null)
  const count = data?.sessions.length ?? 0
  const lastCount = useRef(count)

  useEffect(() => {
    // The focus was on the row of the session that has ended, which is gone.
    const isFewer = count < lastCount.current
    lastCount.current = count
    if (isFewer && document.activeElement === document.body) summary.current?.focus({ preventScroll: true })
  }, [count])

  if (!data) return <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />
  return (
    <div className={styles.sessions}>
      <div className={styles.head}>
        <p ref={summary} className={styles.count} role="status" tabIndex={-1}>
          {texts.count(count)}
        </p>
        {data.sessions.some(({ isCurrent }) => !isCurrent) && (
          <Button disabled={others.isBusy} onClick={() => others.run()}>
            {texts.endOthers}
          </Button>
        )}
      </div>
      <ul className={styles.list}>
        {data.sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} onEnded={refresh} />
          </li>
        ))}
      </ul>
    </div>
  )
}
