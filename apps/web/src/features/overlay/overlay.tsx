import { useQuery } from '@tanstack/react-query'
import type { OverlayTheme } from '@waggle/contract/overlay/themes'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { openRoom } from '../../lib/chat-room/open-room.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { overlayTexts as texts } from '../../texts/streamer/overlay.ts'
import { createAlerts } from './alerts.ts'
import styles from './overlay.module.css'
import { OverlayView } from './overlay-view.tsx'
import { useWindowSize } from './use-window-size.ts'

const refreshMs = 60_000
const retryMs = 5000

/** The overlay at a secret address. It reconnects by itself, and ends when the streamer renews the address. */
export function Overlay({
  secret,
  theme,
  renderChat,
}: {
  secret: string
  theme: OverlayTheme | undefined
  renderChat: (channel: string) => ReactNode
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['overlay', secret],
    queryFn: ({ signal }) => api('readOverlay', { body: { secret }, signal }),
    retry: (_count, error) => !isGone(error),
    retryDelay: retryMs,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : refreshMs),
    refetchIntervalInBackground: true,
  })
  const [alerts] = useState(createAlerts)
  const { current } = useStore(alerts)
  const size = useWindowSize()
  const channel = data?.channel
  const settings = data?.settings
  const showsTips = settings?.tips ?? false
  const showsFollowers = settings?.followers ?? false

  useEffect(() => {
    if (channel === undefined) return
    const refresh = () => void refetch()
    const room = openRoom(channel, null, {
      joined: refresh,
      overlayChanged: refresh,
      tipped({ sender, amount, message }) {
        refresh()
        if (showsTips) alerts.add({ kind: 'tip', username: sender, amount, message })
      },
      followed({ username }) {
        refresh()
        if (showsFollowers) alerts.add({ kind: 'follower', username })
      },
    })
    return () => room.close()
  }, [channel, refetch, alerts, showsTips, showsFollowers])
  useEffect(() => () => alerts.stop(), [alerts])

  if (isGone(error)) return <p className={styles.gone}>{texts.gone}</p>
  if (!data) return null
  return (
    <OverlayView
      settings={data.settings}
      theme={theme}
      size={size}
      goalCount={data.goalCount}
      alert={current}
      chat={renderChat(data.channel)}
    />
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'overlay_not_found' || error.code === 'invalid_request')
}
