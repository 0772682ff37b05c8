import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldPlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { type AuthorityWallet, grantPostingAuthority, revokePostingAuthority } from './change-authority.ts'
import styles from './posting-authority.module.css'

/** Lets the site's poster account announce broadcasts in the user's name, and takes that back. */
export function PostingAuthority({
  user,
  posterAccount,
  wallet,
  isWalletFound,
}: {
  user: string
  posterAccount: string
  wallet: AuthorityWallet
  isWalletFound: boolean
}) {
  const queryClient = useQueryClient()
  const queryKey = ['posting-authority', user]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('getPostingAuthority', { params: { username: user }, signal }),
    retry: 1,
    staleTime: 30_000,
  })
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const attempt = useRef<AbortController>(null)
  useEffect(() => () => attempt.current?.abort(), [])

  async function change(isGranted: boolean): Promise<void> {
    const controller = new AbortController()
    attempt.current = controller
    setBusy(true)
    setFailure(undefined)
    const request = { api, wallet, user, signal: controller.signal }
    const result = isGranted
      ? await grantPostingAuthority(request)
      : await revokePostingAuthority({ ...request, account: posterAccount })
    if (controller.signal.aborted) return
    setBusy(false)
    if (!result.ok) return setFailure(result.message)
    toast(result.message)
    // The chain takes a block until it says so too.
    if (data) queryClient.setQueryData(queryKey, { ...data, isGranted, isListed: isGranted })
  }

  return (
    <section className={styles.card} aria-labelledby="authority-heading">
      <h2 id="authority-heading" className={styles.cardTitle}>
        {texts.title}
      </h2>
      <p className={styles.text}>{texts.about(posterAccount)}</p>
      {!data && !error && (
        <p className={styles.state} role="status">
          <Spinner size={16} /> {sentences.postingAuthority.checking}
        </p>
      )}
      {!data && error && (
        <>
          <ErrorMessage>{error.message}</ErrorMessage>
          <div>
            <Button onClick={() => void refetch()}>{texts.checkAgain}</Button>
          </div>
        </>
      )}
      {data?.isGranted && (
        <p className={styles.granted} role="status">
          <ShieldCheck size={20} aria-hidden="true" />
          <span>{texts.isGranted(posterAccount)}</span>
        </p>
      )}
      {data?.isListed && !data.isGranted && <p className={styles.text}>{texts.tooLittleWeight(posterAccount)}</p>}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      {data && (
        <div className={styles.actions}>
          {data.isListed ? (
            <Button disabled={isBusy || !isWalletFound} onClick={() => void change(false)}>
              {isBusy && <Spinner size={18} />}
              {texts.revoke}
            </Button>
          ) : (
            <Button kind="primary" disabled={isBusy || !isWalletFound} onClick={() => void change(true)}>
              {isBusy ? <Spinner size={18} /> : <ShieldPlus size={18} aria-hidden="true" />}
              {texts.grant}
            </Button>
          )}
          <p className={styles.hint}>{texts.activeKey}</p>
        </div>
      )}
    </section>
  )
}
