import { limits } from '@waggle/contract/limits'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { Pause, Play } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { api } from '../../../lib/api/api.ts'
import { clockText } from '../../../lib/format/clock-text.ts'
import { formatOneDecimal } from '../../../lib/format/format.ts'
import { useLoginRequests, useSession } from '../../../session/session.tsx'
import { useSessionMutation } from '../../../session/use-session-mutation.ts'
import { clipDialogTexts as texts } from '../../../texts/viewer/clips/clip-dialog.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from './clipping.module.css'
import { TrimBar } from './trim-bar.tsx'
import { type ExactTrim, useClipEditor } from './use-clip-editor.ts'

interface ClipDialogProps {
  streamId: string
  /** When the picture was taken that the viewer saw, milliseconds since 1970. */
  shownMs: number
  onClose: () => void
}

/** Makes a clip of what was just shown: the viewer trims and names it, and receives its address. */
export function ClipDialog({ streamId, shownMs, onClose }: ClipDialogProps) {
  const [madeId, setMadeId] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  return (
    // A clip that is being made cannot be called back, and only this dialog will have its address.
    <Modal title={madeId === undefined ? texts.title : texts.done} canClose={!isSaving} onClose={onClose}>
      {madeId === undefined ? (
        <Editor {...{ streamId, shownMs, isSaving, onClose }} onSaving={setSaving} onMade={setMadeId} />
      ) : (
        <div className={styles.dialog}>
          <CopyField
            label={texts.link}
            value={location.origin + clipPath(madeId)}
            copiedText={texts.linkCopied}
            kind="primary"
          />
          <div className={styles.buttons}>
            <Link href={clipPath(madeId)} className={buttonClass('secondary')}>
              {texts.open}
            </Link>
            <Button onClick={onClose}>{texts.close}</Button>
          </div>
        </div>
      )}
    </Modal>
  )
}

interface EditorProps extends ClipDialogProps {
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
  onMade: (id: string) => void
}

function Editor({ streamId, shownMs, isSaving, onSaving, onMade, onClose }: EditorProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [title, setTitle] = useState('')
  const [isPaused, setPaused] = useState(true)
  const { isAuthenticated } = useSession()
  const loginRequests = useLoginRequests()
  const editor = useClipEditor(video, streamId, shownMs)
  const { state, window, trim, pictures } = editor
  const { run, failure } = useSessionMutation<ExactTrim, { clipId: string }>({
    send: ({ token, input }) => api('createClip', { token, body: { streamId, title, ...input } }),
    failed: texts.failed,
    onDone: ({ clipId }) => onMade(clipId),
    onSettled: () => onSaving(false),
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    const read = () => setPaused(element.paused)
    for (const type of ['play', 'pause']) element.addEventListener(type, read)
    return () => {
      for (const type of ['play', 'pause']) element.removeEventListener(type, read)
    }
  }, [])

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (!isAuthenticated) {
      loginRequests.ask({ reason: texts.logIn })
      return
    }
    onSaving(true)
    run(await editor.exact())
  }

  const isReady = state === 'ready'
  const seconds = formatOneDecimal((trim.endMs - trim.startMs) / 1000)
  return (
    <form className={styles.dialog} onSubmit={(event) => void save(event)}>
      <div className={styles.preview}>
        <video ref={video} className={styles.video} aria-label={texts.preview} muted playsInline />
        {state === 'preparing' && (
          <div className={styles.message}>
            <Spinner label={texts.preparing} size={36} />
          </div>
        )}
        {state === 'unavailable' && (
          <p className={styles.message} role="alert">
            {texts.unavailable}
          </p>
        )}
      </div>
      {isReady && (
        <>
          <TrimBar window={window} trim={trim} pictures={pictures} onChange={editor.change} />
          <div className={styles.buttons}>
            <Button onClick={editor.togglePlay}>
              {isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
              {isPaused ? texts.play : texts.pause}
            </Button>
            <output className="figure">{texts.length(seconds)}</output>
            <span className={`figure ${styles.span}`}>
              {clockText(trim.startMs - window.fromMs)} – {clockText(trim.endMs - window.fromMs)}
            </span>
          </div>
        </>
      )}
      <Field label={texts.name} hint={texts.nameHint} aside={`${[...title].length} / ${limits.clipTitleMaxLength}`}>
        {(control) => (
          <input
            {...control}
            required
            maxLength={limits.clipTitleMaxLength}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <div className={styles.buttons}>
        <Button kind="primary" type="submit" disabled={!isReady || isSaving}>
          {!isAuthenticated ? texts.logIn : isSaving ? texts.saving : texts.save}
        </Button>
        <Button disabled={isSaving} onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
