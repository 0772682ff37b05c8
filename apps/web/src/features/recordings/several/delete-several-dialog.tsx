import type { OwnReplay } from '@waggle/contract/replays/endpoints'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { errorSentence } from '../../../lib/api/error-sentence.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { clockText } from '../../../lib/format/clock-text.ts'
import { callInSession } from '../../../session/call-in-session.ts'
import { useSessionStore } from '../../../session/session.tsx'
import { severalRecordingsTexts as texts } from '../../../texts/streamer/recordings/recordings.ts'
import { replayTexts } from '../../../texts/viewer/replay/replay.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { useRefreshRecordings } from '../use-recordings.ts'
import { deleteSeveral } from './delete-several.ts'
import styles from './several.module.css'

type State = { kind: 'asking'; failure?: string } | { kind: 'deleting'; tried: number; isWaiting: boolean }

/** Asks once before several recordings are deleted, shows how far that is, and which could not be deleted. */
export function DeleteSeveralDialog({
  user,
  chosen,
  onClose,
}: {
  user: string
  chosen: readonly OwnReplay[]
  onClose: () => void
}) {
  const session = useSessionStore()
  const refresh = useRefreshRecordings(user)
  const [recordings, setRecordings] = useState(chosen)
  const [state, setState] = useState<State>({ kind: 'asking' })
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const isDeleting = state.kind === 'deleting'

  async function start(): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    setState({ kind: 'deleting', tried: 0, isWaiting: false })
    const { deleted, left, error } = await deleteSeveral(recordings, {
      signal,
      remove: ({ streamId }) => callInSession(session, (token) => api('deleteReplay', { params: { streamId }, token })),
      onProgress: (tried, isWaiting) => setState({ kind: 'deleting', tried, isWaiting }),
      wait: (seconds) => pause(seconds * 1000, signal),
    })
    refresh()
    if (error === undefined) {
      toast(left.length === 0 ? texts.done(deleted.length) : texts.stopped(deleted.length, recordings.length))
      onClose()
      return
    }
    setRecordings(left)
    const reason = errorSentence(error, texts.noReason)
    setState({ kind: 'asking', failure: texts.failed(left.length, recordings.length, reason) })
  }

  const bytes = recordings.reduce((sum, recording) => sum + recording.bytes, 0)
  const seconds = recordings.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const pinned = recordings.filter(({ isPinned }) => isPinned).length
  return (
    <Modal title={texts.title(recordings.length)} canClose={!isDeleting} onClose={onClose}>
      <div className={styles.dialog}>
        {state.kind === 'deleting' ? (
          <>
            <progress
              className={styles.progress}
              aria-label={texts.progress(state.tried, recordings.length)}
              max={recordings.length}
              value={state.tried}
            />
            <p role="status">
              {texts.progress(state.tried, recordings.length)} {state.isWaiting && texts.waiting}
            </p>
          </>
        ) : (
          <>
            {state.failure !== undefined && <ErrorMessage>{state.failure}</ErrorMessage>}
            <p>{texts.question(recordings.length, clockText(seconds * 1000), formatBytes(bytes))}</p>
            {pinned > 0 && <p>{texts.pinned(pinned)}</p>}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
            <ul className={styles.titles} aria-label={texts.list} tabIndex={0}>
              {recordings.map(({ streamId, title }) => (
                <li key={streamId}>{title || replayTexts.untitled(user)}</li>
              ))}
            </ul>
          </>
        )}
        <div className={styles.buttons}>
          {isDeleting ? (
            <Button onClick={() => stop.current?.abort()}>{texts.stop}</Button>
          ) : (
            <>
              <Button kind="danger" onClick={() => void start()}>
                {texts.remove(recordings.length)}
              </Button>
              <Button onClick={onClose}>{texts.cancel}</Button>
            </>
          )}
        </div>
      </div>
    </Modal>
  )
}

function pause(forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, forMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
