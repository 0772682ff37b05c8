import { useQueryClient } from '@tanstack/react-query'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import styles from './overlay.module.css'
import { OverlayAddress } from './overlay-address.tsx'
import { OverlayForm } from './overlay-form.tsx'

/** The overlay's address for the broadcasting software, and the settings of what it shows. */
export function OverlaySettings({ user }: { user: string }) {
  const queries = useQueryClient()
  const queryKey = ['my-overlay', user]
  const [secret, setSecret] = useState<string>()
  // It is in the address alone, which the server does not know.
  const [theme, setTheme] = useState<OverlayTheme>()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getMyOverlay', { token, signal }),
  })
  return (
    <Panel title={texts.heading}>
      <p className={styles.text}>{texts.about}</p>
      {!data && <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />}
      {data && (
        <>
          <OverlayAddress
            hasAddress={data.hasAddress}
            secret={secret}
            theme={theme}
            onTheme={setTheme}
            onRenewed={(renewed) => {
              setSecret(renewed)
              queries.setQueryData(queryKey, { ...data, hasAddress: true })
            }}
          />
          <OverlayForm overlay={data} theme={theme} onSaved={(saved) => queries.setQueryData(queryKey, saved)} />
        </>
      )}
    </Panel>
  )
}
