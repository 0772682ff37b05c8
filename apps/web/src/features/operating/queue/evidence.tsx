import type { ReportEvidence } from '@waggle/contract/operating/review-endpoints'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatDateTime, formatTime } from '../../../lib/format/format.ts'
import { useSessionQuery } from '../../../session/use-session-query.ts'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { Awaiting } from '../../../ui/feedback/awaiting.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import styles from '../operating.module.css'
import own from './queue.module.css'
import type { RenderMedia } from './render-media.ts'

/** A picture that is not there yet comes within seconds. */
const refreshMs = 5000

/** What was to be seen when something was reported (rule OPERATE-9). Picture and media are shown when they are asked for: they may be hard to bear. */
export function Evidence({
  reportId,
  username,
  renderMedia,
}: {
  reportId: string
  username: string
  renderMedia: RenderMedia
}) {
  const [isPictureShown, setPictureShown] = useState(false)
  const [isMediaShown, setMediaShown] = useState(false)
  const { data, error, refetch } = useSessionQuery<ReportEvidence>({
    queryKey: ['operating', 'evidence', reportId],
    refetchInterval: ({ state }) => (state.data?.picture === null && state.data.media ? refreshMs : false),
    request: (token, signal) => api('getReportEvidence', { params: { reportId }, token, signal }),
  })
  if (!data) {
    const failure = error && errorSentence(error, texts.evidenceFailed)
    return <Awaiting label={texts.loading} failure={failure} onRetry={refetch} />
  }
  const { messages, picture, media, deletedAt } = data
  const pictureAddress = `data:image/jpeg;base64,${picture}`
  const isEmpty = messages.length === 0 && picture === null && media === null
  return (
    <div className={own.evidence}>
      {isEmpty && <p className={styles.hint}>{texts.noEvidence}</p>}
      {picture !== null && (
        <figure className={own.figure}>
          <figcaption className={styles.hint}>{texts.picture}</figcaption>
          <div className={own.frame}>
            {isPictureShown ? (
              <img src={pictureAddress} alt={texts.picture} />
            ) : (
              <Button size="small" onClick={() => setPictureShown(true)}>
                {texts.showPicture}
              </Button>
            )}
          </div>
        </figure>
      )}
      {media && (
        <figure className={own.figure}>
          <figcaption className={styles.hint}>{texts.media}</figcaption>
          <div className={own.frame}>
            {isMediaShown ? (
              renderMedia(media, username)
            ) : (
              <button type="button" className={own.play} onClick={() => setMediaShown(true)}>
                {isPictureShown && picture !== null && <img src={pictureAddress} alt="" />}
                <span className={own.playSign}>
                  <Play size={28} fill="currentColor" aria-hidden="true" />
                </span>
                <span className="visually-hidden">{texts.playMedia}</span>
              </button>
            )}
          </div>
        </figure>
      )}
      {messages.length > 0 && (
        <figure className={`${own.figure} ${own.said}`}>
          <figcaption className={styles.hint}>{texts.said}</figcaption>
          <ul className={own.quotes}>
            {messages.map(({ at, username: writer, message, isReported }) => (
              <li key={`${at} ${writer} ${message}`} className={isReported ? own.reported : undefined}>
                <span className={own.when}>{formatTime(at)}</span> <strong>@{writer}</strong> {message}
              </li>
            ))}
          </ul>
        </figure>
      )}
      {deletedAt !== null && <p className={styles.hint}>{texts.deletedOn(formatDateTime(deletedAt))}</p>}
    </div>
  )
}
