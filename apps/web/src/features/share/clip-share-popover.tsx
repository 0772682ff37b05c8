import { clipEmbedPath, clipPath } from '@waggle/contract/pages/page-addresses'
import type { RefObject } from 'react'
import { useSiteName } from '../../lib/site.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { Popover } from '../../ui/popover/popover.tsx'
import { ShareFields } from './share-fields.tsx'

/** The link of a clip and the HTML of its player, beside what opened them. */
export function ClipSharePopover({
  clipId,
  title,
  anchor,
  onClose,
}: {
  clipId: string
  title: string
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const siteName = useSiteName()
  return (
    <Popover title={texts.shareTitle} anchor={anchor} onClose={onClose}>
      <ShareFields
        title={title}
        path={clipPath(clipId)}
        player={{ path: clipEmbedPath(clipId), title: replayTexts.embedTitle(title, siteName) }}
      />
    </Popover>
  )
}
