import { useEffect, useState } from 'react'
import { moderationTexts as texts } from '../../../texts/streamer/moderation.ts'
import { Button } from '../../../ui/forms/button.tsx'
import type { Moderating } from '../moderating.ts'
import styles from '../moderation.module.css'
import { shortDuration } from './short-duration.ts'

/** Who is banned or timed out, with the time that is left, ticking. A timeout that is over leaves the list by itself. */
export function Restricted({ state, store, report }: Moderating) {
  const nowMs = useSecondsTick()
  const bans = state.bans.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowMs)
  if (bans.length === 0) return <p className={styles.empty}>{texts.noRestricted}</p>
  return (
    <ul className={styles.list} aria-label={texts.restricted}>
      {bans.map(({ username, kind, expiresAt, bannedBy, reason }) => (
        <li key={username} className={styles.row}>
          <div className={styles.about}>
            <strong className={styles.name}>{username}</strong>
            <p className={styles.detail}>
              {kind === 'ban' ? texts.banned : texts.timedOut} {texts.by(bannedBy)} ·{' '}
              {expiresAt === null ? texts.forGood : texts.timeLeft(shortDuration(expiresAt - nowMs))}
            </p>
            {reason && <p className={styles.detail}>{texts.reasonGiven(reason)}</p>}
          </div>
          <Button aria-label={texts.unbanOf(username)} onClick={() => void report(store.unban(username))}>
            {texts.unban}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function useSecondsTick(): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
