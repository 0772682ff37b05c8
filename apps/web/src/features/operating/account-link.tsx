import { operatePath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { avatarAddress, useSite } from '../../lib/site.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import styles from './operating.module.css'

/** From a name to what the site knows of the account. */
export function AccountLink({ username, hasPicture }: { username: string; hasPicture?: boolean }) {
  const site = useSite()
  const href = operatePath({ account: username })
  if (!hasPicture) return <Link href={href}>@{username}</Link>
  return (
    <Link href={href} className={styles.pictured}>
      <Avatar username={username} src={avatarAddress(site, username)} size={28} />
      <span className="one-line">@{username}</span>
    </Link>
  )
}
