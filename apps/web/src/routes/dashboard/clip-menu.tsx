import type { Clip } from '@waggle/contract/clips/endpoints'
import { Download, Ellipsis, Share2, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useDeleteClip } from '../../features/clips/delete-clip.tsx'
import { useDownload } from '../../features/replays/download-button.tsx'
import { ClipSharePopover } from '../../features/share/clip-share-popover.tsx'
import { recordingTexts } from '../../texts/streamer/recordings/recordings.ts'
import { clipTexts as texts } from '../../texts/viewer/clips/clip.ts'
import { replayTexts } from '../../texts/viewer/replay/replay.ts'
import { iconButtonClass } from '../../ui/forms/button.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'

const icon = { size: 18, 'aria-hidden': true } as const

/** What can be done with a clip. Those of other channels are downloaded on their pages, where their channel lets viewers. */
export function ClipMenu({ clip, isOfChannel }: { clip: Clip; isOfChannel: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSharing, setSharing] = useState(false)
  // One at a time.
  const onOpenChange = useCallback((isOpen: boolean) => {
    if (isOpen) setSharing(false)
  }, [])
  const { download } = useDownload()
  const { ask, question } = useDeleteClip(clip)
  return (
    <div ref={place}>
      <Menu
        label={recordingTexts.moreOf(clip.title)}
        buttonClassName={iconButtonClass}
        onOpenChange={onOpenChange}
        items={[
          ...(isOfChannel
            ? [
                {
                  key: 'download',
                  label: replayTexts.download,
                  icon: <Download {...icon} />,
                  onSelect: () => download(clip.clipId),
                },
              ]
            : []),
          { key: 'share', label: texts.share, icon: <Share2 {...icon} />, onSelect: () => setSharing(true) },
          { key: 'delete', label: texts.remove, icon: <Trash2 {...icon} />, isSeparated: true, onSelect: ask },
        ]}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </Menu>
      {isSharing && (
        <ClipSharePopover clipId={clip.clipId} title={clip.title} anchor={place} onClose={() => setSharing(false)} />
      )}
      {question}
    </div>
  )
}
