import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { LoginPrompt } from '../../features/auth/login-prompt.tsx'
import { RenewalDialog } from '../../features/auth/renewal-dialog.tsx'
import { Chat, type ChatVariant } from '../../features/chat/chat.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { useWalletDetection, wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSite } from '../../lib/site.ts'
import { chatTexts } from '../../texts/viewer/chat.ts'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { ToastRegion } from '../../ui/surfaces/toast.tsx'
import styles from './chat-page.module.css'

/** The chat alone: a window of its own, a frame in another page, or with `?transparent=1` an overlay for OBS. */
export function ChatPage() {
  const { account = '' } = useParams<{ account: string }>()
  const [search] = useSearchParams()
  const channel = normaliseUsername(account)
  const variant: ChatVariant = search.get('transparent') === '1' ? 'overlay' : isFramedElsewhere() ? 'embedded' : 'page'
  useDocumentTitle(chatTexts.chatOf(channel))

  useEffect(() => {
    document.documentElement.classList.toggle('transparent-page', variant === 'overlay')
    return () => document.documentElement.classList.remove('transparent-page')
  }, [variant])

  if (!isUsername(channel)) {
    return (
      <main>
        <Notice title={chatTexts.noChannel}>{chatTexts.notAnAccount(account)}</Notice>
      </main>
    )
  }
  return (
    <main className={styles.page}>
      <Chat
        key={`${channel} ${variant}`}
        channel={channel}
        variant={variant}
        renderFollow={(username) => variant === 'page' && <FollowButton channel={username} />}
      />
      {variant === 'page' && <Logins />}
      <ToastRegion />
    </main>
  )
}

function Logins() {
  const site = useSite()
  useWalletDetection(site?.hive)
  return (
    <>
      <LoginPrompt wallet={wallet} walletChoice={walletChoice} site={site} />
      <RenewalDialog signer={wallet} />
    </>
  )
}

/** A page of this same site may frame it as it likes. */
function isFramedElsewhere(): boolean {
  if (window.parent === window) return false
  try {
    return window.top?.location.origin !== location.origin
  } catch {
    return true
  }
}
