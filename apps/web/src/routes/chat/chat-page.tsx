import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { LoginPrompt } from '../../features/auth/login-prompt.tsx'
import { RenewalPrompt } from '../../features/auth/renewal-prompt.tsx'
import { Chat } from '../../features/chat/chat.tsx'
import type { ChatVariant } from '../../features/chat/chat-variant.ts'
import { useFollow } from '../../features/follow/use-follow.ts'
import { useWalletDetection, wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useVisibleHeight } from '../../lib/browser/visible-height.ts'
import { useSite } from '../../lib/site.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { ToastRegion } from '../../ui/surfaces/toast.tsx'
import { ChannelChat } from './channel-chat.tsx'
import styles from './chat-page.module.css'

/** The chat alone: a window of its own, a frame in another page, or with `?transparent=1` an overlay for OBS. */
export function ChatPage() {
  const { account = '' } = useParams<{ account: string }>()
  const [search] = useSearchParams()
  const channel = normaliseUsername(account)
  const variant: ChatVariant = search.get('transparent') === '1' ? 'overlay' : isFramedElsewhere() ? 'embedded' : 'page'
  useDocumentTitle(chatTexts.chatOf(channel))
  const page = useRef<HTMLElement>(null)
  useVisibleHeight(page)

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
    <main ref={page} className={`${styles.page} ${variant === 'overlay' ? '' : styles.column}`}>
      {variant === 'page' ? (
        <WindowChat key={channel} channel={channel} />
      ) : (
        <Chat key={`${channel} ${variant}`} channel={channel} variant={variant} renderActions={() => null} />
      )}
      <ToastRegion />
    </main>
  )
}

/** In a window of its own the chat has everything that it has beside the player. */
function WindowChat({ channel }: { channel: string }) {
  const site = useSite()
  const follow = useFollow(channel)
  useWalletDetection(site?.hive)
  return (
    <>
      <ChannelChat channel={channel} variant="page" follow={follow} />
      <LoginPrompt wallet={wallet} walletChoice={walletChoice} site={site} />
      <RenewalPrompt signer={wallet} />
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
