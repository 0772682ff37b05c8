import { api } from '../../lib/api/api.ts'
import { shownAmount } from '../../lib/format/amount.ts'
import { useSession } from '../../session/session.tsx'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { voteTexts } from '../../texts/viewer/vote.ts'
import styles from './upvote.module.css'

const refreshMs = 15_000
/** Hive counts in thousandths, and what is less is lost. */
const unitsPerHbd = 1000

/** What the user's vote would add to the post, and the mana that is left for further votes (rule UPVOTE-10). */
export function VoteWorth({ weightPercent }: { weightPercent: number }) {
  const { user } = useSession()
  const { data, isError } = useSessionQuery({
    queryKey: ['vote-worth', user],
    refetchInterval: refreshMs,
    request: (token, signal) => api('getVoteWorth', { token, signal }),
    isSecondary: true,
  })
  if (!data) return isError ? null : <p className={styles.voteWorth} />
  const units = Math.floor((data.fullVoteHbd * unitsPerHbd * weightPercent) / 100)
  const hbd = `${Math.max(1, units) / unitsPerHbd} HBD`
  return (
    <p className={styles.voteWorth}>
      <span className={styles.amount}>
        {units < 1 ? voteTexts.worthLess(shownAmount(hbd)) : voteTexts.worth(shownAmount(hbd))}
      </span>
      <span>{voteTexts.mana(Math.floor(data.manaPercent))}</span>
    </p>
  )
}
