import { operatePath } from '@waggle/contract/pages/page-addresses'
import { useId } from 'react'
import { Link } from 'wouter'
import { avatarAddress, useSite } from '../../../lib/site.ts'
import { operatingTexts as texts } from '../../../texts/operating/console.ts'
import { Avatar } from '../../../ui/identity/avatar.tsx'
import { useLiveBroadcasts } from '../live/use-live-broadcasts.ts'
import own from './accounts.module.css'
import { useActedOn } from './use-acted-on.ts'

const most = 12

/** The accounts that are live, and those that were acted on last: most of those that are looked for. */
export function KnownAccounts() {
  const live = useLiveBroadcasts().data?.broadcasts ?? []
  const actedOn = useActedOn()
  return (
    <>
      <Accounts title={texts.live} usernames={live.map(({ username }) => username)} />
      <Accounts title={texts.actedOn} usernames={actedOn.slice(0, most)} />
    </>
  )
}

function Accounts({ title, usernames }: { title: string; usernames: readonly string[] }) {
  const site = useSite()
  const headingId = useId()
  if (usernames.length === 0) return null
  return (
    <div className={own.known}>
      <h3 id={headingId}>{title}</h3>
      <ul className={own.accounts} aria-labelledby={headingId}>
        {usernames.map((username) => (
          <li key={username}>
            <Link href={operatePath({ account: username })} className={own.account}>
              <Avatar username={username} src={avatarAddress(site, username)} size={28} />@{username}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
