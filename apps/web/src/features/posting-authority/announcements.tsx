import type { Announcements as AnnouncementsAnswer } from '@waggle/contract/hive/endpoints'
import type { WalletProvider } from '@waggle/hive/keychain'
import { Megaphone } from 'lucide-react'
import { api } from '../../lib/api/api.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { useSession } from '../../session/session.tsx'
import { type AskedWallet, useWalletMutation } from '../../session/use-wallet-mutation.ts'
import { walletSentence } from '../../session/wallet-sentence.ts'
import { announcementProblems } from '../../texts/contract/announcement-problems.ts'
import { fill } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { WalletWait } from '../../ui/feedback/wallet-wait.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import styles from './posting-authority.module.css'
import { useAnnouncements } from './use-announcements.ts'

/** How the posts of the announcements look, and the state of the latest one. */
export function Announcements({
  wallet,
  isWalletFound,
}: {
  wallet: Pick<WalletProvider, 'post'> & AskedWallet
  isWalletFound: boolean
}) {
  const { user } = useSession()
  const { data, error, save, show } = useAnnouncements()
  const post = useWalletMutation(wallet, {
    failed: texts.postFailed,
    async send({ token, signal }) {
      const draft = await api('draftAnnouncement', { token })
      const answer = await wallet.post({ ...draft, username: user ?? '', signal })
      if (answer.ok) return
      // Only what the wallet cancelled is certain not to be on the chain. After silence, a lost connection or a request that only the
      // page gave up, the post may be there.
      if (answer.reason === 'cancelled' && !signal.aborted) show(await api('withdrawAnnouncementDraft', { token }))
      throw new ShownError(walletSentence(answer, user ?? '') ?? texts.postFailed)
    },
    onDone: () => toast(texts.posted),
  })

  return (
    <section className={styles.card} aria-labelledby="announcements-heading">
      <h2 id="announcements-heading" className={styles.cardTitle}>
        {texts.announcements}
      </h2>
      <p className={styles.text}>{texts.aboutAnnouncements}</p>
      {!data && <Awaiting label={texts.loading} failure={error && errorSentence(error)} />}
      {data && (
        <>
          <AnnouncementForm
            settings={data.settings}
            posterAccount={data.posterAccount}
            isBusy={save.isBusy}
            failure={save.failure}
            onSave={save.run}
          />
          {data.latest && <Latest latest={data.latest} posterAccount={data.posterAccount} />}
        </>
      )}
      {post.isSilent && <WalletWait onCancel={post.cancel} />}
      {post.failure !== undefined && <ErrorMessage>{post.failure}</ErrorMessage>}
      <div className={styles.actions}>
        <Button disabled={post.isBusy || !isWalletFound} onClick={() => post.run()}>
          {post.isBusy ? <Spinner size={18} /> : <Megaphone size={18} aria-hidden="true" />}
          {texts.postYourself}
        </Button>
        <p className={styles.hint}>{texts.postYourselfHint}</p>
      </div>
    </section>
  )
}

function Latest({
  latest,
  posterAccount: poster,
}: {
  latest: NonNullable<AnnouncementsAnswer['latest']>
  posterAccount: string
}) {
  const isPublished = latest.state === 'published' || latest.state === 'finished'
  const waiting = latest.isLeftToStreamer ? texts.leftToYou : texts.onItsWay
  const text = latest.problem
    ? fill(announcementProblems[latest.problem], { poster })
    : isPublished
      ? texts.announced
      : waiting
  return (
    <p className={isPublished ? styles.granted : styles.state} role="status">
      <Megaphone size={18} aria-hidden="true" />
      <span>
        {texts.latest} {text} {isPublished && <code>{latest.permlink}</code>}
      </span>
    </p>
  )
}
