import type { LoggedKind } from '@waggle/contract/operating/actions'
import {
  BadgeCheck,
  BadgeMinus,
  BadgeX,
  Ban,
  CircleCheck,
  CircleStop,
  CircleX,
  Eraser,
  EyeOff,
  Film,
  Flag,
  FlagOff,
  Hand,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessageSquareOff,
  MessageSquareX,
  Network,
  ReceiptText,
  Scale,
  Scissors,
  Settings,
  Shield,
  ShieldOff,
  Ticket,
  TicketX,
  Undo2,
  UserMinus,
  UserPlus,
  VideoOff,
  VolumeX,
} from 'lucide-react'
import styles from './kind-sign.module.css'

/** Once and over; for a time or until it is undone; or the gravest: for good, or shuts the account out of everything. */
type Weight = 'once' | 'lasts' | 'gravest'

const signs: Record<LoggedKind, readonly [LucideIcon, Weight]> = {
  'remove-message': [MessageSquareX, 'gravest'],
  'remove-replay': [Film, 'gravest'],
  'remove-clip': [Scissors, 'gravest'],
  'revoke-stream-key': [KeyRound, 'once'],
  'end-broadcast': [CircleStop, 'once'],
  'suspend-broadcasting': [VideoOff, 'lasts'],
  'forbid-address': [Network, 'lasts'],
  'suspend-chat': [MessageSquareOff, 'lasts'],
  silence: [VolumeX, 'lasts'],
  'end-sessions': [LogOut, 'once'],
  'hide-channel': [EyeOff, 'lasts'],
  'clear-profile': [Eraser, 'gravest'],
  'suspend-account': [Ban, 'gravest'],
  'appoint-moderator': [Shield, 'once'],
  'dismiss-moderator': [ShieldOff, 'once'],
  'admit-streamer': [BadgeCheck, 'once'],
  'withdraw-streamer': [BadgeMinus, 'once'],
  'decline-streamer': [BadgeX, 'once'],
  'create-invitation': [Ticket, 'once'],
  'revoke-invitation': [TicketX, 'once'],
  'admit-member': [UserPlus, 'once'],
  'withdraw-member': [UserMinus, 'once'],
  'change-setting': [Settings, 'once'],
  'raise-budget': [ReceiptText, 'once'],
  'take-report': [Hand, 'once'],
  'give-back-report': [Undo2, 'once'],
  'act-on-report': [Flag, 'once'],
  'dismiss-report': [FlagOff, 'once'],
  appeal: [Scale, 'once'],
  'uphold-appeal': [CircleX, 'once'],
  'revert-appeal': [CircleCheck, 'once'],
  'uphold-appeal-alone': [CircleX, 'once'],
  'revert-appeal-alone': [CircleCheck, 'once'],
}

/** What can be done, or was, as a sign whose colour says how grave it is. The words beside it say the same. */
export function KindSign({ kind }: { kind: LoggedKind }) {
  const [Sign, weight] = signs[kind]
  return (
    <span className={styles.sign} data-weight={weight} aria-hidden="true">
      <Sign size={18} />
    </span>
  )
}
