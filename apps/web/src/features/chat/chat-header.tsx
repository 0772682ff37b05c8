import { chatPath } from '@waggle/contract/pages/page-addresses'
import { ExternalLink, Settings2, Users } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { abbreviateCount } from '../../lib/format/count.ts'
import { chatTexts } from '../../texts/chat/chat.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import styles from './chat-header.module.css'
import { ChatModes } from './chat-modes.tsx'
import type { ChatVariant } from './chat-variant.ts'
import { WhoIsHere } from './people/who-is-here.tsx'
import { ChatSettings } from './preferences/chat-settings.tsx'
import type { ChatView } from './use-chat.ts'

/** The title, who is here, settings, and the modes of the chat. */
export function ChatHeader({
  chat,
  variant,
  onUser,
  children,
}: {
  chat: ChatView
  variant: ChatVariant
  /** Opens the card of a user beside an element. */
  onUser: ((username: string, at: Element) => void) | undefined
  /** More buttons. */
  children: ReactNode
}) {
  const [open, setOpen] = useState<'people' | 'settings'>()
  // What opens from the header stands within the chat, beside the picture.
  const bar = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setOpen(undefined), [])
  const { viewers } = chat.state
  const toggle = (which: 'people' | 'settings') => setOpen(open === which ? undefined : which)
  return (
    <header className={styles.header}>
      <div ref={bar} className={styles.bar}>
        {variant === 'panel' ? (
          <h2 className={styles.heading}>{chatTexts.chat}</h2>
        ) : (
          <h1 className={styles.heading}>{chatTexts.chatOf(chat.channel)}</h1>
        )}
        {viewers === null ? (
          <span className={styles.presence} />
        ) : (
          <button
            type="button"
            className={styles.presence}
            aria-label={chatTexts.viewersHere(viewers)}
            aria-expanded={open === 'people'}
            data-tooltip={chatTexts.whoIsHere}
            onClick={() => toggle('people')}
          >
            <Users size={16} aria-hidden="true" />
            {abbreviateCount(viewers)}
          </button>
        )}
        <span className={styles.settings}>
          <IconButton label={chatTexts.settings} aria-expanded={open === 'settings'} onClick={() => toggle('settings')}>
            <Settings2 size={18} aria-hidden="true" />
          </IconButton>
        </span>
        {variant === 'panel' && (
          <a
            className={styles.popOut}
            href={chatPath(chat.channel)}
            target="_blank"
            rel="noopener"
            aria-label={chatTexts.popOut}
            data-tooltip={chatTexts.popOut}
          >
            <ExternalLink size={16} aria-hidden="true" />
          </a>
        )}
        {children}
      </div>
      <ChatModes chat={chat} />
      {open === 'people' && (
        <WhoIsHere
          channel={chat.channel}
          anchor={bar}
          {...(onUser && {
            onUser: (username: string) => {
              close()
              if (bar.current) onUser(username, bar.current)
            },
          })}
          onClose={close}
        />
      )}
      {open === 'settings' && (
        <ChatSettings anchor={bar} onClose={close}>
          {viewers !== null && (
            <button type="button" className={styles.people} onClick={() => setOpen('people')}>
              <Users size={20} aria-hidden="true" />
              {chatTexts.whoIsHere} <span className="figure">{abbreviateCount(viewers)}</span>
            </button>
          )}
        </ChatSettings>
      )}
    </header>
  )
}
