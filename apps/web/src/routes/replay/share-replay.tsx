import { replayEmbedPath, replayPath } from '@waggle/contract/pages/page-addresses'
import type { Replay } from '@waggle/contract/replays/endpoints'
import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { ShareFields } from '../../features/share/share-fields.tsx'
import { clockText } from '../../lib/format/clock-text.ts'
import { useSiteName } from '../../lib/site.ts'
import { replayTexts as texts } from '../../texts/viewer/replay/replay.ts'
import { IconButton } from '../../ui/forms/button.tsx'
import { Popover } from '../../ui/popover/popover.tsx'

/** Opens the link of a replay, from its beginning or from the picture that is shown, and the HTML of its player. */
export function ShareReplay({ replay, video }: { replay: Replay; video: HTMLVideoElement | null }) {
  /** The time of the picture when it was opened. */
  const [openedAtSeconds, setOpenedAt] = useState<number | null>(null)
  const [isFromTime, setFromTime] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const siteName = useSiteName()
  const close = useCallback(() => setOpenedAt(null), [])
  const { streamId, username } = replay
  const title = replay.title || texts.untitled(username)
  return (
    <>
      <IconButton
        ref={button}
        label={texts.share}
        aria-expanded={openedAtSeconds !== null}
        onClick={() => setOpenedAt(openedAtSeconds === null ? (video?.currentTime ?? 0) : null)}
      >
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {openedAtSeconds !== null && (
        <Popover title={texts.shareTitle} anchor={button} onClose={close}>
          <ShareFields
            title={title}
            path={replayPath(streamId, isFromTime ? openedAtSeconds : 0)}
            player={{ path: replayEmbedPath(streamId), title: texts.embedTitle(title, siteName) }}
          >
            <label className="check">
              <input type="checkbox" checked={isFromTime} onChange={({ target }) => setFromTime(target.checked)} />
              {texts.fromTime(clockText(openedAtSeconds * 1000))}
            </label>
          </ShareFields>
        </Popover>
      )}
    </>
  )
}
