import { Crown, Shield } from 'lucide-react'
import { chatTexts } from '../../texts/chat/chat.ts'
import styles from './badge.module.css'

/** Before the name of the channel's owner, or of one of its moderators. */
export function RoleBadge({ isOwner, isModerator }: { isOwner: boolean; isModerator: boolean }) {
  if (!isOwner && !isModerator) return null
  const name = isOwner ? chatTexts.owner : chatTexts.moderator
  const Icon = isOwner ? Crown : Shield
  return (
    <span className={styles.role} role="img" aria-label={name} data-tooltip={name} data-owner={isOwner || undefined}>
      <Icon size="0.9em" fill="currentColor" aria-hidden="true" />
    </span>
  )
}
