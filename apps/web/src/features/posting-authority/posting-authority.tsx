import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldPlus } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { sentences } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { changeAnnouncements } from './change-announcements.ts'
import { type AuthorityWallet, grantPostingAuthority, revokePostingAuthority } from './change-authority.ts'
import styles from './posting-authority.module.css'
import { useAnnouncements } from './use-announcements.ts'

/**
 * Grants the site's poster account the authority to announce broadcasts in the user's name, and revokes it (rule POST-1). A grant
 * switches the announcements on, a revocation switches them off (rule POST-5).
 */
export function PostingAuthority({
  user,
  posterAccount,
  wallet,
  isWalletFound,
}: {
  user: string
  posterAccount: string
  wallet: AuthorityWallet & AskedWallet
  isWalletFound: boolean
}) {
  const queryClient = useQueryClient()
  const queryKey = ['posting-authority', user]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api('getPostingAuthority', { params: { username: user }, signal }),
    staleTime: 30_000,
  })
  const announcements = useAnnouncements()
  const isAnnouncing = announcements.data?.settings.isEnabled === true
  const {
    run: change,
    isBusy,
    failure,
    isSilent,
    cancel,
  } = useWalletMutation<{ isGranted: boolean }, string>(wallet, {
    failed: sentences.postingAuthority.unknown,
    async send({ token, input: { isGranted }, signal }) {
      const request = { api, wallet, user, signal }
      const result = isGranted
        ? await grantPostingAuthority(request)
        : await revokePostingAuthority({ ...request, account: posterAccount })
      if (!result.ok) throw new ShownError(result.message)
      await switchAnnouncements(token, isGranted)
      return result.message
    },
    onDone(message, { isGranted }) {
      toast(message)
      // The chain confirms the change with its next block.
      if (data) queryClient.setQueryData(queryKey, { ...data, isGranted, isListed: isGranted })
    },
  })

  /** The chain has the authority by now. If this fails, the switch shows what the server has, and the user can use it. */
  async function switchAnnouncements(token: string, isEnabled: boolean): Promise<void> {
    try {
      announcements.show(await changeAnnouncements({ api, token, change: { isEnabled } }))
    } catch (error) {
      toast(errorSentence(error, texts.saveFailed), 'error')
    }
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
          <ErrorMessage>{errorSentence(error)}</ErrorMessage>
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
      {announcements.data && (data?.isGranted || isAnnouncing) && (
        <Switch
          label={texts.announce}
          hint={texts.announceHint}
          isOn={isAnnouncing}
          disabled={announcements.save.isBusy || isBusy}
          onChange={(isEnabled) => announcements.save.run({ isEnabled })}
        />
      )}
      {announcements.save.failure !== undefined && <ErrorMessage>{announcements.save.failure}</ErrorMessage>}
      {isSilent && <WalletWait onCancel={cancel} />}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      {data && (
        <div className={styles.actions}>
          {data.isListed ? (
            <Button disabled={isBusy || !isWalletFound} onClick={() => change({ isGranted: false })}>
              {isBusy && <Spinner size={18} />}
              {texts.revoke}
            </Button>
          ) : (
            <Button disabled={isBusy || !isWalletFound} onClick={() => change({ isGranted: true })}>
              {isBusy ? <Spinner size={18} /> : <ShieldPlus size={18} aria-hidden="true" />}
              {texts.grant}
            </Button>
          )}
          <p className={styles.hint}>
            {texts.activeKey} {!data.isListed && texts.grantAnnounces}
          </p>
        </div>
      )}
    </section>
  )
}
