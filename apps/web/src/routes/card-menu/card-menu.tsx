import type { ActiveStream } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Flag, Heart, Link2, Share2 } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useFollow } from '../../features/follow/use-follow.ts'
import { useReport } from '../../features/reports/use-report.tsx'
import { copyText } from '../../lib/browser/copy-text.ts'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useSession } from '../../session/session.tsx'
import { shareTexts } from '../../texts/share.ts'
import { cardMenuTexts as texts } from '../../texts/viewer/channel/card-menu.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { Menu } from '../../ui/surfaces/menu.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import styles from './card-menu.module.css'

const SharePopover = lazyOverlay(async () => (await import('../../features/share/share-popover.tsx')).SharePopover)

/** Follows the channel of a stream, copies its link, shares or reports it. It opens as it comes. */
export function CardMenu({
  stream,
  look,
  bottom,
  children,
}: {
  stream: ActiveStream
  /** The class of its button. */
  look: string | undefined
  /** The lower edge of the button that was pressed, in the window. */
  bottom: number
  /** Called where its code does not arrive. */
  onClose: () => void
  children: ReactNode
}) {
  const { id, username, title } = stream
  const isSheet = useIsPhone()
  const { user } = useSession()
  const { isFollowing, error, toggle } = useFollow(username)
  const { report, dialog } = useReport()
  const [isSharing, setSharing] = useState(false)
  const [placement, setPlacement] = useState(() => roomier(bottom))
  const place = useRef<HTMLDivElement>(null)
  const isOwn = user === username
  const turnToRoom = () => setPlacement(roomier(place.current?.getBoundingClientRect().bottom ?? bottom))
  useEffect(() => {
    if (error !== undefined) toast(error, 'error')
  }, [error])

  async function copyLink(): Promise<void> {
    if (await copyText(location.origin + watchPath(username), null)) toast(shareTexts.linkCopied)
    // Without a clipboard, as over plain http, the address can be selected there.
    else setSharing(true)
  }

  const icon = { size: 18, 'aria-hidden': true } as const
  return (
    <div ref={place} onClickCapture={turnToRoom} onKeyDownCapture={turnToRoom}>
      <Menu
        isOpenAtFirst
        label={streamTexts.more(username)}
        buttonClassName={look}
        placement={placement}
        // A sheet at the bottom of the window does not show which card it belongs to.
        header={isSheet && <StreamLine stream={stream} />}
        items={[
          ...(isOwn
            ? []
            : [
                {
                  key: 'follow',
                  label: isFollowing ? texts.unfollow : streamTexts.follow,
                  icon: <Heart {...icon} fill={isFollowing ? 'currentColor' : 'none'} />,
                  onSelect: toggle,
                },
              ]),
          { key: 'copy', label: texts.copyLink, icon: <Link2 {...icon} />, onSelect: () => void copyLink() },
          { key: 'share', label: texts.share, icon: <Share2 {...icon} />, onSelect: () => setSharing(true) },
          ...(isOwn
            ? []
            : [
                {
                  key: 'report',
                  label: texts.report,
                  icon: <Flag {...icon} />,
                  isSeparated: true,
                  onSelect: () => report({ kind: 'broadcast', username, streamId: id }),
                },
              ]),
        ]}
      >
        {children}
      </Menu>
      {isSharing && (
        <Suspense>
          <SharePopover username={username} title={title} anchor={place} onClose={() => setSharing(false)} />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

function StreamLine({ stream: { username, avatar, title } }: { stream: ActiveStream }) {
  return (
    <div className={styles.stream}>
      <Avatar username={username} src={avatar} size={34} />
      <span className={styles.about}>
        <strong className="one-line">{title}</strong>
        <span className="note one-line">{username}</span>
      </span>
    </div>
  )
}

/** Four commands, with the space around them. */
const heightPx = 220

/** Where the menu has room. On a phone it is a sheet. */
function roomier(bottom: number): 'above' | 'below' {
  return innerHeight - bottom < heightPx ? 'above' : 'below'
}
