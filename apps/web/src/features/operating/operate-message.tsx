import { useQueryClient } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { useHasRights } from '../../session/operating-rights.ts'
import { useSession } from '../../session/session.tsx'
import { rightsTexts } from '../../texts/operating/rights.ts'
import { Button } from '../../ui/forms/button.tsx'
import { OperateLink } from './operate-link.tsx'

// Only whoever runs the site needs it.
const ActDialog = lazyComponent(async () => (await import('./act-dialog.tsx')).ActDialog)

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
  const queries = useQueryClient()
  const [isActing, setActing] = useState(false)
  if (!useHasRights(user)) return null
  return (
    <>
      {messageId !== undefined && username !== user && (
        <Button onClick={() => setActing(true)}>
          <ShieldX size={16} aria-hidden="true" />
          {rightsTexts.removeMessage}
        </Button>
      )}
      <OperateLink account={username} />
      {isActing && messageId !== undefined && (
        <Suspense>
          <ActDialog
            username={username}
            isLive={false}
            message={{ channel, messageId }}
            onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
            onClose={() => setActing(false)}
          />
        </Suspense>
      )}
    </>
  )
}
