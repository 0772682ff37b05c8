import { useQueryClient } from '@tanstack/react-query'
import { ShieldX } from 'lucide-react'
import { useState } from 'react'
import { rightsTexts } from '../../texts/operating/rights.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ActDialog } from './act/act-dialog.tsx'

interface RemoveMessageProps {
  username: string
  /** Whose chat it is. */
  channel: string
  messageId: string
}

/** A button that removes a message, after a look at what that does. */
export function RemoveMessage({ username, channel, messageId }: RemoveMessageProps) {
  const queries = useQueryClient()
  const [isActing, setActing] = useState(false)
  return (
    <>
      <Button onClick={() => setActing(true)}>
        <ShieldX size={16} aria-hidden="true" />
        {rightsTexts.removeMessage}
      </Button>
      {isActing && (
        <ActDialog
          username={username}
          isLive={false}
          message={{ channel, messageId }}
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setActing(false)}
        />
      )}
    </>
  )
}
