import type { StreamInfo } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import { Copy, Eraser, Eye, type LucideIcon, Scissors, Share2 } from 'lucide-react'
import { type Ref, Suspense, useRef, useState } from 'react'
import { LiveCutDialog } from '../../../features/recordings/live-cut-dialog.tsx'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { lazyOverlay } from '../../../lib/browser/lazy-page.tsx'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { shareTexts } from '../../../texts/share.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard.ts'
import { toast } from '../../../ui/surfaces/toast.tsx'
import styles from './quick-actions.module.css'

const ClipDialog = lazyOverlay(
  async () => (await import('../../../features/player/clipping/clip-dialog.tsx')).ClipDialog,
)
const SharePopover = lazyOverlay(async () => (await import('../../../features/share/share-popover.tsx')).SharePopover)

type Opened = { kind: 'clip'; shownMs: number } | { kind: 'cut' } | { kind: 'share' }

/** What a streamer does in the middle of a broadcast, one press away (rule DASH-9). */
export function QuickActions({ user, stream }: { user: string; stream: StreamInfo }) {
  const [opened, setOpened] = useState<Opened>()
  const shareButton = useRef<HTMLButtonElement>(null)
  const { streamId, title } = stream
  const close = () => setOpened(undefined)
  const recordedId = stream.isLive && stream.recordedSince !== null ? streamId : null

  async function copyLink(): Promise<void> {
    if (await copyText(location.origin + watchPath(user), null)) toast(shareTexts.linkCopied)
    // Without a clipboard, as over plain http, the address can be selected there.
    else setOpened({ kind: 'share' })
  }

  return (
    <>
      <ul className={styles.actions} aria-label={texts.quickActions}>
        {recordedId !== null && (
          <>
            <Action
              icon={Scissors}
              label={texts.clip}
              hint={texts.clipHint}
              // The preview is behind the broadcast: what the streamer means has just happened.
              onPress={() => setOpened({ kind: 'clip', shownMs: Math.round(siteClock.now()) })}
            />
            <Action
              icon={Eraser}
              label={texts.cutOut}
              hint={texts.cutOutHint}
              onPress={() => setOpened({ kind: 'cut' })}
            />
          </>
        )}
        <Action icon={Copy} label={texts.copyLink} hint={texts.copyLinkHint} onPress={() => void copyLink()} />
        <Action
          ref={shareButton}
          icon={Share2}
          label={texts.share}
          hint={texts.shareHint}
          isOpen={opened?.kind === 'share'}
          onPress={() => setOpened(opened?.kind === 'share' ? undefined : { kind: 'share' })}
        />
        <li>
          <a
            className={styles.action}
            href={watchPath(user)}
            target="_blank"
            rel="noopener"
            data-tooltip={texts.viewChannelHint}
          >
            <Eye size={18} aria-hidden="true" />
            {texts.viewChannel}
          </a>
        </li>
      </ul>
      <Suspense>
        {opened?.kind === 'clip' && recordedId !== null && (
          <ClipDialog streamId={recordedId} shownMs={opened.shownMs} onClose={close} />
        )}
        {opened?.kind === 'cut' && recordedId !== null && <LiveCutDialog streamId={recordedId} onClose={close} />}
        {opened?.kind === 'share' && (
          <SharePopover username={user} title={title} anchor={shareButton} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function Action({
  icon: Icon,
  label,
  hint,
  isOpen,
  onPress,
  ref,
}: {
  icon: LucideIcon
  label: string
  hint: string
  /** Of what opens something beside it. */
  isOpen?: boolean
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={styles.action}
        data-tooltip={hint}
        aria-expanded={isOpen}
        onClick={onPress}
      >
        <Icon size={18} aria-hidden="true" />
        {label}
      </button>
    </li>
  )
}
