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
import { Tag } from '../../ui/identity/badge.tsx'
import { RecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { EditDialog } from './edit-dialog.tsx'
import styles from './recordings.module.css'
import { useRefreshRecordings } from './use-recordings.ts'

const icon = { size: 18, 'aria-hidden': true } as const

/** A phrase stays on one line. */
const noBreak = '\u00a0'

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
  /** False where there is no other. */
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
  const [size, end] = [formatBytes(bytes), texts.expiresOn(formatDate(keptUntil))]
  const lines = isPhone
    ? [[formatDate(startedAt), seen], [size], [end]]
    : [
        [formatDateTime(startedAt), seen],
        [size, end],
      ]
  const PublishIcon = isPublic ? EyeOff : Eye
  const publishing = isPublic ? texts.unpublish : texts.publishNow
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
        <span className={styles.seenBy}>{isPublic ? texts.published : texts.unpublished}</span>
        <span className={styles.length}>{clockText(durationSeconds * 1000)}</span>
      </div>
      <div className={styles.about}>
        <div className={styles.titleLine}>
          <h3 className={styles.title}>
            <Link href={replayPath(streamId)}>{title}</Link>
          </h3>
          {isPinned && <Tag>{texts.pinned}</Tag>}
        </div>
        <div className={styles.note}>
          {lines.map((phrases) => (
            <p key={phrases[0]}>{phrases.map((phrase) => phrase.replaceAll(' ', noBreak)).join(`${noBreak}· `)}</p>
          ))}
        </div>
      </div>
      <div className={styles.buttons}>
        {!isPhone && (
          <>
            <Button size="small" disabled={change.isBusy} onClick={changePublic}>
              {publishing}
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
                  { key: 'download', label: replayTexts.download, icon: <Download {...icon} />, onSelect: onDownload },
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
