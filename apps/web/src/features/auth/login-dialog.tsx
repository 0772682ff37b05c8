import type { Site } from '@waggle/contract/endpoints'
import type { Signer } from '../../session/account-proof.ts'
import { authTexts } from '../../texts/auth.ts'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { LoginForm } from './login-form.tsx'
import { useSignIn } from './use-sign-in.ts'

export function LoginDialog({
  signer,
  site,
  onClose,
}: {
  signer: Signer
  site: Site | undefined
  onClose: () => void
}) {
  const form = useSignIn(signer, onClose)
  return (
    <Modal
      title={authTexts.loginTitle}
      canClose={form.canClose}
      onClose={() => {
        form.clearError()
        onClose()
      }}
    >
      <LoginForm form={form} site={site} />
    </Modal>
  )
}
