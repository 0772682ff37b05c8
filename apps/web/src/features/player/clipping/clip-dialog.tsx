import { limits } from '@waggle/contract/limits'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, type FormEvent, useEffect, useRef, useState } from 'react'
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
import { ShareWithApp } from '../../../ui/forms/share-with-app.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from './clipping.module.css'
import { TrimBar } from './trim-bar.tsx'
import { type ExactTrim, useClipEditor } from './use-clip-editor.ts'

interface ClipDialogProps {
  streamId: string
  /** When the picture was taken that the viewer saw, milliseconds since 1970. */
  shownMs: number
  /** Of the broadcast: the first proposal for the clip. */
  title?: string | undefined
  onClose: () => void
}

/** Makes a clip of what was just shown: the viewer trims and names it, and receives its address. */
export function ClipDialog({ streamId, shownMs, title, onClose }: ClipDialogProps) {
  const [madeId, setMadeId] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  return (
    // A clip that is being made cannot be called back, and only this dialog will have its address.
    <Modal title={madeId === undefined ? texts.title : texts.done} canClose={!isSaving} onClose={onClose}>
      {madeId === undefined ? (
        <Editor {...{ streamId, shownMs, title, isSaving, onClose }} onSaving={setSaving} onMade={setMadeId} />
      ) : (
        <div className={styles.dialog}>
          <ShareWithApp title={title ?? texts.done} address={location.origin + clipPath(madeId)} />
          <CopyField
            label={texts.link}
            value={location.origin + clipPath(madeId)}
            copiedText={texts.linkCopied}
            kind={'share' in navigator ? 'secondary' : 'primary'}
          />
          <Link href={clipPath(madeId)} className={buttonClass('secondary')}>
            {texts.open}
          </Link>
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

function Editor({ streamId, shownMs, title: titleOfBroadcast = '', isSaving, onSaving, onMade, onClose }: EditorProps) {
  const video = useRef<HTMLVideoElement>(null)
  // Not cut within a letter of two units, which no text may end with.
  const proposal = titleOfBroadcast.slice(0, limits.clipTitleMaxLength).replace(/[\uD800-\uDBFF]$/, '')
  const [title, setTitle] = useState(proposal)
  const [aspect, setAspect] = useState(16 / 9)
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
    const read = () => {
      setPaused(element.paused)
      if (element.videoHeight > 0) setAspect(element.videoWidth / element.videoHeight)
    }
    const events = ['play', 'pause', 'resize']
    for (const type of events) element.addEventListener(type, read)
    return () => {
      for (const type of events) element.removeEventListener(type, read)
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
      <div className={styles.preview} style={{ '--aspect': aspect } as CSSProperties}>
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
      <Field label={texts.name} aside={`${[...title].length} / ${limits.clipTitleMaxLength}`}>
        {(control) => (
          <input
            {...control}
            required
            maxLength={limits.clipTitleMaxLength}
            placeholder={texts.nameHint}
            value={title}
            // On a phone its keyboard would cover the picture.
            data-autofocus={matchMedia('(pointer: fine)').matches || undefined}
            onFocus={({ target }) => title === proposal && target.select()}
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
