import { memo } from 'react'
import { emoteOf } from '../emotes/emotes.ts'
import styles from './message.module.css'
import { splitMessage } from './message-parts.ts'

/**
 * Renders a message as elements, never as markup. Usernames and links stay left-to-right in right-to-left text. What renders a list of
 * them may do so every second.
 */
export const MessageText = memo(function MessageText({ message, me }: { message: string; me: string | null }) {
  return splitMessage(message).map((part, index) => {
    const key = `${index}`
    if (part.kind === 'link') {
      return (
        <a key={key} dir="ltr" href={part.address} target="_blank" rel="noopener noreferrer nofollow ugc">
          {part.text}
        </a>
      )
    }
    if (part.kind === 'mention') {
      return (
        <span key={key} dir="ltr" className={part.username === me ? styles.mentionOfMe : styles.mention}>
          {part.text}
        </span>
      )
    }
    if (part.kind === 'emote') {
      return (
        <span key={key} className={styles.emote} role="img" aria-label={part.name} title={part.text}>
          {emoteOf(part.name)}
        </span>
      )
    }
    return part.text
  })
})
