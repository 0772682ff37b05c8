import { embedCode } from '@waggle/contract/embed/embed-code'
import { replayEmbedPath, replayPath } from '@waggle/contract/pages/page-addresses'
import type { Replay } from '@waggle/contract/replays/endpoints'
import { Share2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { clockText } from '../../lib/format/clock-text.ts'
import { useSiteName } from '../../lib/site.ts'
import { shareTexts } from '../../texts/share.ts'
import { replayTexts as texts } from '../../texts/viewer/replay.ts'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import styles from './replay.module.css'

const embedSize = { width: 640, height: 360 }

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
  const address = location.origin + replayPath(streamId, isFromTime ? (openedAtSeconds ?? 0) : 0)
  const code = embedCode({
    address: location.origin + replayEmbedPath(streamId),
    title: texts.embedTitle(title, siteName),
    ...embedSize,
  })
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
          <div className={styles.share}>
            {'share' in navigator && (
              <Button
                kind="primary"
                onClick={() => void navigator.share({ title, url: address }).catch(() => undefined)}
              >
                <Share2 size={18} aria-hidden="true" />
                {shareTexts.shareWith}
              </Button>
            )}
            <CopyField label={shareTexts.link} value={address} copiedText={shareTexts.linkCopied} />
            <label className="check">
              <input type="checkbox" checked={isFromTime} onChange={({ target }) => setFromTime(target.checked)} />
              {texts.fromTime(clockText(openedAtSeconds * 1000))}
            </label>
            <CopyField
              label={shareTexts.embed}
              value={code}
              copiedText={shareTexts.embedCopied}
              hint={shareTexts.embedHint}
              isLong
            />
          </div>
        </Popover>
      )}
    </>
  )
}
