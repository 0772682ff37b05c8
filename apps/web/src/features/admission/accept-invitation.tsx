import { useQueryClient } from '@tanstack/react-query'
import { invitationInHash } from '@waggle/contract/pages/page-addresses'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { myAdmissionTexts as texts } from '../../texts/admission/my-admission.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './admission.module.css'

import { myAdmissionKey } from './use-my-admission.ts'

/** For who has opened an invitation: it is used only when they say so, because it works once (rule ADMIT-7). */
export function AcceptInvitation({ user, kind }: { user: string; kind: 'primary' | 'secondary' }) {
  const queries = useQueryClient()
  const [secret, setSecret] = useState(() => invitationInHash(location.hash))
  const { run, isBusy, failure } = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('acceptInvitation', { body: { secret: input }, token }),
    failed: texts.acceptFailed,
    onDone() {
      toast(texts.accepted)
      // The secret is used: it need not stay in the address.
      history.replaceState(history.state, '', location.pathname + location.search)
      setSecret(undefined)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: myAdmissionKey(user) }),
  })
  if (secret === undefined) return null
  return (
    <Panel title={texts.invited}>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.form}>
        <div>
          <Button kind={kind} disabled={isBusy} onClick={() => run(secret)}>
            {texts.accept}
          </Button>
        </div>
      </div>
    </Panel>
  )
}
