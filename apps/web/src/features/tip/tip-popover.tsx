import type { RefObject } from 'react'
import type { AskedWallet } from '../../session/use-wallet-mutation.ts'
import { tipFormTexts } from '../../texts/viewer/tip-form.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import type { TipWallet } from './send-tip.ts'
import { TipForm } from './tip-form.tsx'

/** The form of a tip, beside the button that opened it. */
export function TipPopover({
  user,
  channel,
  streamId,
  wallet,
  anchor,
  onClose,
}: {
  user: string
  channel: string
  streamId: string
  wallet: TipWallet & AskedWallet
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  return (
    <Popover title={tipFormTexts.title(channel)} anchor={anchor} onClose={onClose}>
      <TipForm user={user} channel={channel} streamId={streamId} wallet={wallet} onSent={onClose} />
    </Popover>
  )
}
