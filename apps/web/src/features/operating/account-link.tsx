import { operatePath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'

/** From a name to what the site knows of the account. */
export function AccountLink({ username }: { username: string }) {
  return <Link href={operatePath({ account: username })}>@{username}</Link>
}
