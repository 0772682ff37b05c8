import type { Clip } from '@waggle/contract/clips/endpoints'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './clips.module.css'
import { useRefreshClips } from './use-clips.ts'

/** Deletes a clip, after a question. */
export function DeleteClip({ clip: { clipId, title } }: { clip: Pick<Clip, 'clipId' | 'title'> }) {
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefreshClips()
  const { run, isBusy } = useSessionMutation({
    send: ({ token }) => api('deleteClip', { params: { clipId }, token }),
    failed: texts.removeFailed,
    onDone: () => toast(texts.removed),
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  return (
    <>
      <Button disabled={isBusy} onClick={() => setAsking(true)}>
        {texts.remove}
        <span className="visually-hidden"> {title}</span>
      </Button>
      {isAsking && (
        <Modal title={texts.removeTitle} onClose={() => setAsking(false)}>
          <div className={styles.dialog}>
            <p>{texts.removeQuestion(title)}</p>
            <div className={styles.buttons}>
              <Button
                kind="danger"
                onClick={() => {
                  setAsking(false)
                  run()
                }}
              >
                {texts.remove}
              </Button>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  )
}
