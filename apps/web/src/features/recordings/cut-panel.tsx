import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { clockText } from '../../lib/format/clock-text.ts'
import { formatOneDecimal } from '../../lib/format/format.ts'
import { pictureTime } from '../../lib/picture-time.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { cutTexts as texts } from '../../texts/streamer/recordings/recordings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Modal } from '../../ui/surfaces/modal.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './recordings.module.css'
import { useRefreshRecordings } from './use-recordings.ts'

interface Props {
  user: string
  /** When the recording begins and ends. */
  replay: { streamId: string; startedAt: number; endedAt: number }
  /** The recording is another one now. */
  onCut: () => void
}

/** Cuts a stretch out of a replay of the own channel: its ends are pictures that the player shows, or those of the replay. */
export function CutPanel({ user, replay: { streamId, startedAt, endedAt }, onCut }: Props) {
  const [from, setFrom] = useState<number>()
  const [until, setUntil] = useState<number>()
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefreshRecordings(user)
  const { run, isBusy } = useSessionMutation<{ from: number; until: number }>({
    send: ({ token, input }) => api('cutReplay', { params: { streamId }, body: input, token }),
    failed: texts.failed,
    onDone() {
      toast(texts.done)
      setFrom(undefined)
      setUntil(undefined)
      onCut()
    },
    onFailure: (sentence) => toast(sentence, 'error'),
    onSettled: refresh,
  })
  const shown = () => Math.round(pictureTime.shownMs() ?? startedAt)
  const timeOf = (at: number | undefined) => (at === undefined ? texts.notChosen : clockText(at - startedAt))
  return (
    <Panel title={texts.title}>
      <p className={styles.note}>{texts.hint}</p>
      <div className={styles.buttons}>
        <Button onClick={() => setFrom(shown())}>{texts.fromHere}</Button>
        <Button onClick={() => setFrom(startedAt)}>{texts.fromBeginning}</Button>
        <output>{timeOf(from)}</output>
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => setUntil(shown())}>{texts.untilHere}</Button>
        <Button onClick={() => setUntil(endedAt)}>{texts.untilEnd}</Button>
        <output>{timeOf(until)}</output>
      </div>
      <div className={styles.buttons}>
        <Button
          kind="danger"
          disabled={isBusy || from === undefined || until === undefined || until <= from}
          onClick={() => setAsking(true)}
        >
          {texts.cut}
        </Button>
      </div>
      {isAsking && from !== undefined && until !== undefined && (
        <Modal title={texts.title} onClose={() => setAsking(false)}>
          <div className={styles.dialog}>
            <p>{texts.question(formatOneDecimal((until - from) / 1000))}</p>
            <div className={styles.buttons}>
              <Button
                kind="danger"
                onClick={() => {
                  setAsking(false)
                  run({ from, until })
                }}
              >
                {texts.cut}
              </Button>
              <Button onClick={() => setAsking(false)}>{texts.cancel}</Button>
            </div>
          </div>
        </Modal>
      )}
    </Panel>
  )
}
