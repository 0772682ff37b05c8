import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { useSession } from '../../session/session.tsx'
import { overlayTexts as texts } from '../../texts/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './overlay.module.css'
import { OverlayAddress } from './overlay-address.tsx'
import { OverlayForm } from './overlay-form.tsx'

/** The address of the overlay for the streamer's software, and what it shows. */
export function OverlaySettings({ user }: { user: string }) {
  const { token } = useSession()
  const queries = useQueryClient()
  const queryKey = ['my-overlay', user]
  const [secret, setSecret] = useState<string>()
  const { data, error, refetch } = useQuery({
    queryKey,
    enabled: token !== null,
    retry: 1,
    queryFn: ({ signal }) => api('getMyOverlay', { token: token ?? '', signal }),
  })
  return (
    <Panel title={texts.heading}>
      <p className={styles.text}>{texts.about}</p>
      {!data && !error && <Spinner label={texts.loading} />}
      {!data && error && (
        <>
          <ErrorMessage>{texts.failed}</ErrorMessage>
          <div>
            <Button onClick={() => void refetch()}>{texts.retry}</Button>
          </div>
        </>
      )}
      {data && (
        <>
          <OverlayAddress
            hasAddress={data.hasAddress}
            secret={secret}
            onRenewed={(renewed) => {
              setSecret(renewed)
              queries.setQueryData(queryKey, { ...data, hasAddress: true })
            }}
          />
          <OverlayForm overlay={data} onSaved={(saved) => queries.setQueryData(queryKey, saved)} />
        </>
      )}
    </Panel>
  )
}
