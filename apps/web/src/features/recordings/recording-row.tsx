import { replayPath } from '@waggle/contract/pages/page-addresses'
import type { OwnReplay } from '@waggle/contract/replays/endpoints'
import { Download, Ellipsis, Eye, EyeOff, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { formatBytes } from '../../lib/format/bytes.ts'
import { clockText } from '../../lib/format/clock-text.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { formatDate } from '../../lib/format/date-text.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { recordingTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { Button, buttonClass, iconButtonClass } from '../../ui/forms/button.tsx'
import { RecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { EditDialog } from './edit-dialog.tsx'
import styles from './recordings.module.css'
import { useRefreshRecordings } from './use-recordings.ts'

const icon = { size: 18, 'aria-hidden': true } as const

type Change = Partial<Pick<OwnReplay, 'title' | 'isPublic' | 'isPinned' | 'pictureAt'>>

/** One recording: what it is, who sees it, and what its channel can do with it. */
export function RecordingRow({
  user,
  recording,
  isChosen,
  onChoose,
  onDownload,
}: {
  user: string
  recording: OwnReplay
  /** To be deleted together with others. */
  isChosen: boolean
  /** False where it has no checkbox: there is no other, or nothing is selected on a phone. */
  onChoose: ((isChosen: boolean) => void) | false
  onDownload: () => void
}) {
  const isPhone = useIsPhone()
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const refresh = useRefreshRecordings(user)
  const { streamId, startedAt, durationSeconds, views, bytes, isPublic, isPinned, keptUntil, picturePath } = recording
  const title = recording.title || replayTexts.untitled(user)
  const params = { streamId }
  const common = { onFailure: (sentence: string) => toast(sentence, 'error'), onSettled: refresh }
  const change = useSessionMutation<Change>({
    ...common,
    send: ({ token, input }) => api('updateReplay', { params, body: input, token }),
    failed: texts.saveFailed,
    onDone: () => toast(texts.saved),
  })
  const removal = useSessionMutation({
    ...common,
    send: ({ token }) => api('deleteReplay', { params, token }),
    failed: texts.removeFailed,
    onDone: () => toast(texts.removed),
  })
  const seen = replayTexts.views(abbreviateCount(views))
  const lines = [
    [isPhone ? formatDate(startedAt) : formatDateTime(startedAt), seen],
    [formatBytes(bytes), texts.expiresOn(formatDate(keptUntil))],
  ]
  const PublishIcon = isPublic ? EyeOff : Eye
  const [publishing, otherPublishing] = isPublic
    ? [texts.unpublish, texts.publishNow]
    : [texts.publishNow, texts.unpublish]
  // While one selects on a phone, the menu leaves its room, because the checkbox takes some: the text stays as wide.
  const hasButtons = !(isPhone && onChoose)
  const changePublic = () => change.run({ isPublic: !isPublic })
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      {onChoose && (
        <label className={styles.choose}>
          <input
            type="checkbox"
            aria-label={texts.choose(title)}
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
        </label>
      )}
      <div className={styles.picture}>
        <RecordedPicture username={user} path={picturePath} />
        <span className={styles.labels}>
          <span className={styles.label}>{isPublic ? texts.published : texts.unpublished}</span>
          {isPinned && <span className={styles.label}>{texts.pinned}</span>}
        </span>
        <span className={styles.length}>{clockText(durationSeconds * 1000)}</span>
      </div>
      <div className={styles.body}>
        <div className={styles.about}>
          <h3 className={styles.title}>
            <Link href={replayPath(streamId)}>{title}</Link>
          </h3>
          <div className={styles.note}>
            {lines.map((facts) => (
              <p key={facts[0]} className={styles.facts}>
                {facts.map((fact) => (
                  <span key={fact}>{fact}</span>
                ))}
              </p>
            ))}
          </div>
        </div>
        {hasButtons && (
          <div className={styles.buttons}>
            {!isPhone && (
              <>
                <Button size="small" disabled={change.isBusy} onClick={changePublic}>
                  <span className={styles.publishing}>
                    <span>{publishing}</span>
                    <span aria-hidden="true">{otherPublishing}</span>
                  </span>
                </Button>
                <Button size="small" onClick={onDownload}>
                  <Download size={16} aria-hidden="true" />
                  {replayTexts.download}
                </Button>
              </>
            )}
            <Menu
              label={texts.moreOf(title)}
              buttonClassName={isPhone ? iconButtonClass : buttonClass('secondary', 'small')}
              items={[
                ...(isPhone
                  ? [
                      { key: 'public', label: publishing, icon: <PublishIcon {...icon} />, onSelect: changePublic },
                      {
                        key: 'download',
                        label: replayTexts.download,
                        icon: <Download {...icon} />,
                        onSelect: onDownload,
                      },
                    ]
                  : []),
                { key: 'edit', label: texts.edit, icon: <Pencil {...icon} />, onSelect: () => setOpen('edit') },
                {
                  key: 'pin',
                  label: isPinned ? texts.unpin : texts.pin,
                  icon: isPinned ? <PinOff {...icon} /> : <Pin {...icon} />,
                  onSelect: () => change.run({ isPinned: !isPinned }),
                },
                {
                  key: 'remove',
                  label: <span className={styles.destroys}>{texts.remove}</span>,
                  icon: <Trash2 {...icon} className={styles.destroys} />,
                  isSeparated: true,
                  onSelect: () => setOpen('remove'),
                },
              ]}
            >
              <Ellipsis {...icon} />
            </Menu>
          </div>
        )}
      </div>
      {open === 'edit' && (
        <EditDialog
          recording={recording}
          onSave={(edited) => {
            setOpen(undefined)
            change.run(edited)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'remove' && (
        <Modal title={texts.removeTitle} onClose={() => setOpen(undefined)}>
          <div className={styles.dialog}>
            <p>{texts.removeQuestion(title)}</p>
            <div className={styles.buttons}>
              <Button
                kind="danger"
                onClick={() => {
                  setOpen(undefined)
                  removal.run()
                }}
              >
                {texts.remove}
              </Button>
              <Button onClick={() => setOpen(undefined)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </li>
  )
}
