import { ExternalLink, Users } from 'lucide-react'
import { useState } from 'react'
import { abbreviateCount } from '../../lib/count.ts'
import { chatPath } from '../../paths.ts'
import styles from './chat.module.css'
import type { ChatView } from './use-chat.ts'
import { WhoIsHere } from './who-is-here.tsx'

export function ChatHeader({ chat, level, hasPopOut }: { chat: ChatView; level: 1 | 2; hasPopOut: boolean }) {
  const [isListing, setListing] = useState(false)
  const { viewers, config } = chat.state
  const Heading = level === 1 ? 'h1' : 'h2'
  const modes = [
    config?.slowMode && `Slow mode: ${config.slowModeInterval} s`,
    config?.followersOnly && 'Followers only',
    config?.emoteOnly && 'Emotes only',
  ].filter(Boolean)
  return (
    <header className={styles.header}>
      <Heading className={styles.heading}>{level === 1 ? `Chat of ${chat.channel}` : 'Chat'}</Heading>
      {viewers !== null && (
        <button
          type="button"
          className={styles.presence}
          aria-label={`${viewers} in the room: who is here`}
          title="Who is here"
          onClick={() => setListing(true)}
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
          aria-label="Open the chat in a window of its own"
          title="Open in a window of its own"
        >
          <ExternalLink size={16} aria-hidden="true" />
        </a>
      )}
      {modes.length > 0 && <p className={styles.modes}>{modes.join(' · ')}</p>}
      {isListing && <WhoIsHere channel={chat.channel} onClose={() => setListing(false)} />}
    </header>
  )
}
