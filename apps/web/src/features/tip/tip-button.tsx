import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import type { AskedWallet } from '../../session/use-wallet-mutation.ts'
import { tipTexts } from '../../texts/viewer/tip.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import type { TipWallet } from './send-tip.ts'
import styles from './tip.module.css'
import { TipForm } from './tip-form.tsx'

/** Opens the form in which a viewer sends HIVE or HBD to the streamer. */
export function TipButton({
  channel,
  streamId,
  wallet,
}: {
  channel: string
  streamId: string
  wallet: TipWallet & AskedWallet
}) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)

  function open(): void {
    if (user) setOpen(true)
    else toast(tipTexts.loginRequired, 'error')
  }

  return (
    <>
      <Button onClick={open}>
        <HandCoins className={styles.icon} size={18} aria-hidden="true" />
        {tipTexts.tip}
      </Button>
      {isOpen && user && (
        <Modal title={tipTexts.title(channel)} onClose={() => setOpen(false)}>
          <TipForm user={user} channel={channel} streamId={streamId} wallet={wallet} onSent={() => setOpen(false)} />
        </Modal>
      )}
    </>
  )
}
