import type { RefObject } from 'react'
import { channelSettingsTexts as texts } from '../../texts/streamer/channel-settings.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { LoadedSettings } from './channel-settings.tsx'

/** The settings over the dashboard, which stays usable. What was typed stays when it is closed otherwise than with 'Cancel'. */
export function SettingsPopover({
  user,
  anchor,
  onClose,
}: {
  user: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  return (
    <Popover title={texts.heading} anchor={anchor} isWide onClose={onClose}>
      <LoadedSettings
        user={user}
        onCancel={onClose}
        onSaved={() => {
          onClose()
          toast(texts.saved)
        }}
      />
    </Popover>
  )
}
