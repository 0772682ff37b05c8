import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { operatingTexts as texts } from '../../texts/operating/console.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ActDialog } from './act/act-dialog.tsx'
import { BroadcastRow } from './broadcast-row.tsx'
import styles from './operating.module.css'
import { useLiveBroadcasts } from './use-live-broadcasts.ts'

export function LiveBroadcasts() {
  const queries = useQueryClient()
  const [acting, setActing] = useState<string>()
  const { data, error, refetch } = useLiveBroadcasts()
  if (!data) {
    return (
      <Awaiting label={texts.loading} failure={error && errorSentence(error, texts.liveFailed)} onRetry={refetch} />
    )
  }
  return (
    <section className={styles.section} aria-label={texts.live}>
      {data.broadcasts.length === 0 && <p className={styles.hint}>{texts.nobodyLive}</p>}
      <ul className={styles.grid}>
        {data.broadcasts.map((broadcast) => (
          <li key={broadcast.streamId}>
            <BroadcastRow broadcast={broadcast}>
              <Button
                size="small"
                aria-label={texts.actOn(broadcast.username)}
                onClick={() => setActing(broadcast.username)}
              >
                {texts.act}
              </Button>
            </BroadcastRow>
          </li>
        ))}
      </ul>
      {acting !== undefined && (
        <ActDialog
          username={acting}
          isLive
          onDone={() => void queries.invalidateQueries({ queryKey: ['operating'] })}
          onClose={() => setActing(undefined)}
        />
      )}
    </section>
  )
}
