import { Suspense } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useHasRights } from '../../session/operating-rights.ts'
import { useSession } from '../../session/session.tsx'
import { OperateLink } from './operate-link.tsx'

// Only whoever runs the site needs it.
const RemoveMessage = lazyComponent(async () => (await import('./remove-message.tsx')).RemoveMessage)

interface OperateMessageProps {
  username: string
  /** Whose chat it is. */
  channel: string
  /** Undefined for a writer who was opened otherwise than from a message. */
  messageId: string | undefined
}

/** From a message to its removal and to the account behind it, for the people who run the site (rule OPERATE-12). */
export function OperateMessage({ username, channel, messageId }: OperateMessageProps) {
  const { user } = useSession()
  if (!useHasRights(user)) return null
  return (
    <>
      {messageId !== undefined && username !== user && (
        <Suspense>
          <RemoveMessage username={username} channel={channel} messageId={messageId} />
        </Suspense>
      )}
      <OperateLink account={username} />
    </>
  )
}
