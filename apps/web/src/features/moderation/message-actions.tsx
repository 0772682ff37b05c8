import type { ChatMessage } from '@waggle/contract/chat/entities'
import { Ban, Clock, Ellipsis, type LucideIcon, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { moderationTexts as texts } from '../../texts/streamer/moderation.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import styles from './moderation.module.css'

interface Action {
  name: string
  icon: LucideIcon
  isDestructive?: boolean
  run: () => void
}

/** What can be done about a message: beside its text, or on a phone in a sheet that has the text, `children`, too. */
export function MessageActions({
  message: { username },
  isSheet,
  onDelete,
  onTimeout,
  onBan,
  children,
}: {
  message: ChatMessage
  isSheet: boolean
  onDelete: () => void
  /** Absent, as `onBan` is, where the writer may not be restricted, or is already. */
  onTimeout: (() => void) | undefined
  onBan: (() => void) | undefined
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const actions: Action[] = [
    { name: texts.deleteOf(username), icon: Trash2, run: onDelete },
    ...(onTimeout ? [{ name: texts.timeoutOf(username), icon: Clock, run: onTimeout }] : []),
    ...(onBan ? [{ name: texts.banOf(username), icon: Ban, isDestructive: true, run: onBan }] : []),
  ]
  if (!isSheet) {
    return (
      <div className={styles.actions}>
        {actions.map(({ name, icon: Icon, isDestructive, run }) => (
          <IconButton key={name} label={name} data-destructive={isDestructive} onClick={run}>
            <Icon size={16} aria-hidden="true" />
          </IconButton>
        ))}
      </div>
    )
  }
  return (
    <>
      <IconButton label={texts.actOn(username)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Ellipsis size={18} aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Modal title={username} onClose={() => setOpen(false)}>
          <div className={styles.dialog}>
            <p className={styles.line}>{children}</p>
            {actions.map(({ name, icon: Icon, isDestructive, run }) => (
              <Button
                key={name}
                kind={isDestructive ? 'danger' : 'secondary'}
                onClick={() => {
                  setOpen(false)
                  run()
                }}
              >
                <Icon size={18} aria-hidden="true" />
                {name}
              </Button>
            ))}
          </div>
        </Modal>
      )}
    </>
  )
}
