import { useQueryClient } from '@tanstack/react-query'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useSessionQuery } from '../../session/use-session-query.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { Awaiting } from '../../ui/feedback/awaiting.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { OverlayAddress } from './overlay-address.tsx'
import { OverlayForm } from './overlay-form.tsx'

/** The overlay's address for the broadcasting software, and the settings of what it shows. */
export function OverlaySettings({
  user,
  picture,
  chat,
}: {
  user: string
  /** The address of the latest picture of the broadcast, over which the preview lies; null while there is none. */
  picture: string | null
  /** The channel's chat as the overlay shows it, while it is live. */
  chat: ReactNode
}) {
  const queries = useQueryClient()
  const queryKey = ['my-overlay', user]
  const [secret, setSecret] = useState<string>()
  // It is in the address alone, which the server does not know.
  const [theme, setTheme] = useState<OverlayTheme>()
  const { data, error, refetch } = useSessionQuery({
    queryKey,
    request: (token, signal) => api('getMyOverlay', { token, signal }),
  })
  if (!data) {
    return (
      <Panel isMain title={texts.heading}>
        <Awaiting label={texts.loading} failure={error && texts.failed} onRetry={refetch} />
      </Panel>
    )
  }
  return (
    <OverlayForm
      overlay={data}
      picture={picture}
      chat={chat}
      theme={theme}
      onTheme={setTheme}
      onSaved={(saved) => queries.setQueryData(queryKey, saved)}
    >
      <OverlayAddress
        hasAddress={data.hasAddress}
        secret={secret}
        theme={theme}
        onRenewed={(renewed) => {
          setSecret(renewed)
          queries.setQueryData(queryKey, { ...data, hasAddress: true })
        }}
      />
    </OverlayForm>
  )
}
