import { operatePath } from '@waggle/contract/pages/page-addresses'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { useHasRights } from '../../session/operating-rights.ts'
import { useSession } from '../../session/session.tsx'
import { rightsTexts } from '../../texts/operating/rights.ts'
import { buttonClass } from '../../ui/forms/button.tsx'

/** From what an account has made to the account, for the people who run the site, while they have their rights. */
export function OperateLink({ account }: { account: string }) {
  const { user } = useSession()
  if (!useHasRights(user)) return null
  return (
    <Link href={operatePath({ account })} className={buttonClass('secondary')}>
      <ShieldCheck size={16} aria-hidden="true" />
      {rightsTexts.account(account)}
    </Link>
  )
}
