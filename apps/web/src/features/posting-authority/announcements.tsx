import { useQueryClient } from '@tanstack/react-query'
import type { Announcements as AnnouncementsAnswer } from '@waggle/contract/hive/endpoints'
import type { WalletProvider } from '@waggle/hive/keychain'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSession, useSessionStore } from '../../session/session.tsx'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { announcementProblems } from '../../texts/contract/announcement-problems.ts'
import { fill } from '../../texts/contract/sentences.ts'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import styles from './posting-authority.module.css'

const refreshMs = 5000

/** Whether and how broadcasts are announced, and what became of the latest announcement. */
export function Announcements({
  wallet,
  isWalletFound,
}: {
  wallet: Pick<WalletProvider, 'post'>
  isWalletFound: boolean
}) {
  const session = useSessionStore()
  const { user, token } = useSession()
  const queryClient = useQueryClient()
  const queryKey = ['announcements', user]
  const { data, error } = useSessionQuery({
    queryKey,
    refetchIntervalMs: refreshMs,
    ask: (token, signal) => api('getAnnouncements', { token, signal }),
  })
  const [isPosting, setPosting] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function save(settings: AnnouncementsAnswer['settings']): Promise<string | undefined> {
    try {
      queryClient.setQueryData(queryKey, await api('updateAnnouncements', { token: token ?? '', body: settings }))
      toast(texts.saved)
      return undefined
    } catch (error) {
      session.endIfRefused(error)
      return error instanceof Error ? error.message : texts.saveFailed
    }
  }

  async function postMyself(): Promise<void> {
    setPosting(true)
    setFailure(undefined)
    try {
      const draft = await api('draftAnnouncement', { token: token ?? '' })
      const answer = await wallet.post({ ...draft, username: user ?? '' })
      if (answer.ok) toast(texts.posted)
      else {
        setFailure(answer.message ?? texts.postFailed)
        // Refused in the wallet is certain; after silence or a broken connection the post may stand on the chain all the same.
        if (answer.reason === 'cancelled')
          queryClient.setQueryData(queryKey, await api('withdrawAnnouncementDraft', { token: token ?? '' }))
      }
    } catch (error) {
      if (!session.endIfRefused(error)) setFailure(error instanceof Error ? error.message : String(error))
    }
    setPosting(false)
  }

  return (
    <section className={styles.card} aria-labelledby="announcements-heading">
      <h2 id="announcements-heading" className={styles.cardTitle}>
        {texts.announcements}
      </h2>
      <p className={styles.text}>{texts.aboutAnnouncements}</p>
      {!data && <Awaiting label={texts.loading} failure={error?.message ?? null} />}
      {data && (
        <>
          <AnnouncementForm settings={data.settings} posterAccount={data.posterAccount} onSave={save} />
          {data.latest && <Latest latest={data.latest} posterAccount={data.posterAccount} />}
        </>
      )}
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <div className={styles.actions}>
        <Button disabled={isPosting || !isWalletFound} onClick={() => void postMyself()}>
          {isPosting ? <Spinner size={18} /> : <Megaphone size={18} aria-hidden="true" />}
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
