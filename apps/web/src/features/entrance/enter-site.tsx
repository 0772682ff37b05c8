import { invitationInHash, pagePaths } from '@waggle/contract/pages/page-addresses'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { reloadOnce } from '../../lib/api/closed-site.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useSessionStore } from '../../session/session.tsx'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { entranceTexts as texts } from '../../texts/admission/entrance.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import styles from './enter-site.module.css'

/** For whoever has logged in at the entrance: members go in, and others are told that they are none, and whom to ask (rule MEMBER-4). */
export function EnterSite({ user }: { user: string }) {
  const session = useSessionStore()
  const [isRefused, setIsRefused] = useState(false)
  const { data, error, refetch } = useSessionQuery({
    queryKey: ['entrance', user],
    request: async (token, signal) => {
      const answer = await api('enterSite', { token, signal })
      if (answer.isMember) goIn()
      return answer
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const invitation = invitationInHash(location.hash)
  const accept = useSessionMutation({
    send: ({ token, input }: { token: string; input: string }) =>
      api('acceptInvitation', { body: { secret: input }, token }),
    failed: texts.acceptFailed,
    onDone: goIn,
  })

  /** The cookie has come with the answer; a browser that does not keep it would come back here for ever. */
  function goIn(): void {
    // The secret is used. An invitation to broadcast is the page's own business.
    if (location.hash !== '' && location.pathname !== pagePaths.streamKey) {
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    if (!reloadOnce('let-in')) setIsRefused(true)
  }

  if (isRefused) return <ErrorMessage>{texts.cookieRefused}</ErrorMessage>
  if (!data) {
    return <Awaiting label={texts.checking} failure={error && errorSentence(error, texts.failed)} onRetry={refetch} />
  }
  if (data.isMember) return <Awaiting label={texts.goingIn} failure={null} onRetry={refetch} />
  return (
    <div className={styles.parts}>
      <h1 className={styles.title}>{invitation ? texts.invited : texts.noMember}</h1>
      {invitation ? (
        <p className={styles.text}>{texts.invitedText(user)}</p>
      ) : (
        <>
          <p className={styles.text}>{texts.noMemberText(user)}</p>
          {data.hint !== '' && <p className={styles.hint}>{data.hint}</p>}
        </>
      )}
      {accept.failure !== undefined && <ErrorMessage>{accept.failure}</ErrorMessage>}
      <div className={styles.buttons}>
        {invitation ? (
          <Button kind="primary" disabled={accept.isBusy} onClick={() => accept.run(invitation)}>
            {texts.accept}
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>{texts.askAgain}</Button>
        )}
        <Button kind="quiet" onClick={() => session.logout()}>
          {texts.otherAccount}
        </Button>
      </div>
    </div>
  )
}
