import type { Clip } from '@waggle/contract/clips/endpoints'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './clips.module.css'
import { useRefreshClips } from './use-clips.ts'

type Deletable = Pick<Clip, 'clipId' | 'title'>

/** Deletes a clip after a question, which is rendered beside what asks it. */
export function useDeleteClip({ clipId, title }: Deletable): { ask: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefreshClips()
  const { run } = useSessionMutation({
    send: ({ token }) => api('deleteClip', { params: { clipId }, token }),
    failed: texts.removeFailed,
    onDone: () => toast(texts.removed),
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  return {
    ask: () => setAsking(true),
    question: isAsking && (
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
    ),
  }
}
