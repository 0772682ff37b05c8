import { isUsername, normaliseUsername } from '@waggle/contract/names'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { LoginPrompt } from '../../features/auth/login-prompt.tsx'
import { RenewalPrompt } from '../../features/auth/renewal-prompt.tsx'
import { Chat } from '../../features/chat/chat.tsx'
import type { ChatVariant } from '../../features/chat/chat-variant.ts'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { useFollow } from '../../features/follow/use-follow.ts'
import { OperateMessage } from '../../features/operating/operate-message.tsx'
import { ReportButton } from '../../features/reports/report-button.tsx'
import { writerOf } from '../../features/reports/reportable.ts'
import { useWalletDetection, wallet, walletChoice } from '../../features/wallet/wallet.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useVisibleHeight } from '../../lib/browser/visible-height.ts'
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
    <main ref={page} className={styles.page}>
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
      <Chat
        channel={channel}
        variant="page"
        follow={follow}
        renderActions={(writer, messageId) => (
          <>
            <FollowButton channel={writer} kind="secondary" />
            <ReportButton thing={writerOf(writer, channel, messageId)} />
            <OperateMessage username={writer} channel={channel} messageId={messageId} />
          </>
        )}
      />
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
