import { Suspense } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import type { Signer } from '../../session/account-proof.ts'
import { useSession } from '../../session/session.tsx'

// Most visits do without it.
const RenewalDialog = lazyComponent(async () => (await import('./renewal-dialog.tsx')).RenewalDialog)

/**
 * Asks for a signature over the page as it is, while the session has expired and the user has not put the signature off. Overlays and
 * pages in frames of other sites do not have it: they show nothing that needs a session.
 */
export function RenewalPrompt({ signer }: { signer: Signer }) {
  const { user, isExpired, isRenewalPutOff } = useSession()
  if (!isExpired || isRenewalPutOff || user === null) return null
  return (
    <Suspense>
      <RenewalDialog key={user} user={user} signer={signer} />
    </Suspense>
  )
}
