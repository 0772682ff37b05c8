import { chatPath } from '@waggle/contract/pages/page-addresses'
import { ExternalLink, Users } from 'lucide-react'
import { useState } from 'react'
import { abbreviateCount } from '../../lib/format/count.ts'
import { chatTexts } from '../../texts/viewer/chat.ts'
import styles from './chat.module.css'
import { WhoIsHere } from './people/who-is-here.tsx'
import type { ChatView } from './use-chat.ts'

export function ChatHeader({ chat, level, hasPopOut }: { chat: ChatView; level: 1 | 2; hasPopOut: boolean }) {
  const [isListOpen, setListOpen] = useState(false)
  const { viewers, config } = chat.state
  const Heading = level === 1 ? 'h1' : 'h2'
  const modes = [
    config?.slowMode && chatTexts.slowMode(config.slowModeInterval),
    config?.followersOnly && chatTexts.followersOnly,
    config?.emoteOnly && chatTexts.emoteOnly,
  ].filter(Boolean)
  return (
    <header className={styles.header}>
      <Heading className={styles.heading}>{level === 1 ? chatTexts.chatOf(chat.channel) : chatTexts.chat}</Heading>
      {viewers !== null && (
        <button
          type="button"
          className={styles.presence}
          aria-label={chatTexts.viewersHere(viewers)}
          title={chatTexts.whoIsHere}
          onClick={() => setListOpen(true)}
        >
          <Users size={16} aria-hidden="true" />
          {abbreviateCount(viewers)}
        </button>
      )}
      {hasPopOut && (
        <a
          className={styles.popOut}
          href={chatPath(chat.channel)}
          target="_blank"
          rel="noopener"
          aria-label={chatTexts.popOut}
          title={chatTexts.popOut}
        >
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
      {modes.length > 0 && <p className={styles.modes}>{modes.join(' · ')}</p>}
      {isListOpen && <WhoIsHere channel={chat.channel} onClose={() => setListOpen(false)} />}
    </header>
  )
}
