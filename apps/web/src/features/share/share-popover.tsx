import { embedPath, watchPath } from '@waggle/contract/pages/page-addresses'
import type { RefObject } from 'react'
import { useSiteName } from '../../lib/site.ts'
import { shareTexts } from '../../texts/share.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import { ShareFields } from './share-fields.tsx'

/** The channel's link and the HTML of its player, beside the button that opened them. */
export function SharePopover({
  username,
  title,
  anchor,
  onClose,
}: {
  username: string
  title: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const siteName = useSiteName()
  const player = { path: embedPath(username), title: shareTexts.playerOf(username, siteName) }
  return (
    <Popover title={shareTexts.shareChannel(username)} anchor={anchor} onClose={onClose}>
      <ShareFields title={title} path={watchPath(username)} player={player} />
    </Popover>
  )
}
