import type { Session } from '@waggle/contract/endpoints'
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { useSiteTime } from '../../lib/clock/use-site-time.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { lastSeenText } from '../../lib/format/last-seen.ts'
import { useSessionStore } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { sessionTexts as texts } from '../../texts/account/sessions.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Tag } from '../../ui/identity/badge.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './sessions.module.css'

const refreshMs = 60_000
const phoneSystems: readonly (string | null)[] = ['Android', 'iOS']

/** One session: what it runs on, when it was used, and the button that ends it. The present one is logged out instead. */
export function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { logout } = useSessionStore()
  const nowMs = useSiteTime(refreshMs)
  const { browser, system, createdAt, lastUsedAt, expiresAt, isCurrent } = session
  const ending = useSessionMutation({
    send: ({ token }) => api('endSession', { params: { sessionId: session.id }, token }),
    failed: texts.endFailed,
    onDone: () => toast(texts.ended),
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: onEnded,
  })
  const name = browser && system ? texts.on(browser, system) : (browser ?? system ?? texts.unknownBrowser)
  const since = formatDateTime(createdAt)
  const Icon = phoneSystems.includes(system) ? Smartphone : browser || system ? Monitor : SquareTerminal

  return (
    <div className={styles.session}>
      <Icon size={22} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.name}>
          {name} {isCurrent && <Tag>{texts.current}</Tag>}
        </p>
        <p className={styles.times}>
          <span>{texts.lastUsed(lastSeenText(lastUsedAt, nowMs))}</span>
          <span>{texts.since(since)}</span>
          <span>{texts.until(formatDateTime(expiresAt))}</span>
        </p>
      </div>
      {isCurrent ? (
        <Button size="small" onClick={logout}>
          {texts.logout}
        </Button>
      ) : (
        <Button
          size="small"
          disabled={ending.isBusy}
          aria-label={texts.endNamed(name, since)}
          onClick={() => ending.run()}
        >
          {texts.end}
        </Button>
      )}
    </div>
  )
}
