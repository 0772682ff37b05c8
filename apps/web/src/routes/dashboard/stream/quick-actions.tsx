import type { StreamInfo } from '@waggle/contract/endpoints'
import { watchPath } from '@waggle/contract/pages/page-addresses'
import {
  BookmarkPlus,
  Copy,
  Eraser,
  Eye,
  type LucideIcon,
  Pencil,
  Scissors,
  Share2,
  SlidersHorizontal,
} from 'lucide-react'
import { type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { LiveCutDialog } from '../../../features/recordings/live-cut-dialog.tsx'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { lazyOverlay } from '../../../lib/browser/lazy-page.tsx'
import { siteClock } from '../../../lib/clock/site-clock.ts'
import { useSite } from '../../../lib/site.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { shareTexts } from '../../../texts/share.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { toast } from '../../../ui/surfaces/toast.tsx'
import { type QuickActionName, quickActionChoice } from './quick-action-choice.ts'
import styles from './quick-actions.module.css'

const ClipDialog = lazyOverlay(
  async () => (await import('../../../features/player/clipping/clip-dialog.tsx')).ClipDialog,
)
const SettingsPopover = lazyOverlay(
  async () => (await import('../../../features/channel-settings/settings-popover.tsx')).SettingsPopover,
)

const SharePopover = lazyOverlay(async () => (await import('../../../features/share/share-popover.tsx')).SharePopover)

const QuickActionEditor = lazyOverlay(async () => (await import('./quick-action-editor.tsx')).QuickActionEditor)

const BeginChapterDialog = lazyOverlay(
  async () => (await import('../../../features/recordings/chapters/begin-chapter-dialog.tsx')).BeginChapterDialog,
)

type Opened = { kind: 'clip' | 'chapter'; atMs: number } | { kind: 'info' | 'cut' | 'share' | 'edit' }

const icons: Record<QuickActionName, LucideIcon> = {
  clip: Scissors,
  chapter: BookmarkPlus,
  cutOut: Eraser,
  copyLink: Copy,
  share: Share2,
  viewChannel: Eye,
}

/**
 * What a streamer does in the middle of a broadcast, one press away: the settings without leaving the picture and the chat (rule
 * DASH-12), and what the streamer chose (rules DASH-9, DASH-10).
 */
export function QuickActions({ user, stream }: { user: string; stream: StreamInfo }) {
  const [opened, setOpened] = useState<Opened>()
  const list = useRef<HTMLUListElement>(null)
  const infoButton = useRef<HTMLButtonElement>(null)
  const shareButton = useRef<HTMLButtonElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const { order, hidden } = useStore(quickActionChoice)
  const site = useSite()
  const { streamId, title } = stream
  const close = () => setOpened(undefined)
  const toggle = (kind: 'info' | 'share' | 'edit') => setOpened(opened?.kind === kind ? undefined : { kind })
  const recordedId = stream.isLive && stream.recordedSince !== null ? streamId : null

  /** The preview is behind the broadcast: what the streamer means has just happened. */
  function openAtPresent(kind: 'clip' | 'chapter'): void {
    setOpened({ kind, atMs: Math.round(siteClock.now()) })
  }

  async function copyLink(): Promise<void> {
    if (await copyText(location.origin + watchPath(user), null)) toast(shareTexts.linkCopied)
    // Without a clipboard, as over plain http, the address can be selected there.
    else setOpened({ kind: 'share' })
  }

  /** It keeps its place while nothing is recorded, unless the site never records. */
  function ofRecording(name: 'clip' | 'chapter' | 'cutOut', hint: string, onPress: () => void): ReactNode {
    if (site?.recordings === false) return null
    return <Action icon={icons[name]} label={texts[name]} hint={hint} isOff={recordedId === null} onPress={onPress} />
  }

  const actions: Record<QuickActionName, ReactNode> = {
    clip: ofRecording('clip', texts.clipHint, () => openAtPresent('clip')),
    chapter: ofRecording('chapter', texts.chapterHint, () => openAtPresent('chapter')),
    cutOut: ofRecording('cutOut', texts.cutOutHint, () => setOpened({ kind: 'cut' })),
    copyLink: (
      <Action icon={icons.copyLink} label={texts.copyLink} hint={texts.copyLinkHint} onPress={() => void copyLink()} />
    ),
    share: (
      <Action
        ref={shareButton}
        icon={icons.share}
        label={texts.share}
        hint={texts.shareHint}
        isOpen={opened?.kind === 'share'}
        onPress={() => toggle('share')}
      />
    ),
    viewChannel: (
      <a
        className={styles.action}
        href={watchPath(user)}
        target="_blank"
        rel="noopener"
        data-tooltip={texts.viewChannelHint}
      >
        <Eye size={18} aria-hidden="true" />
        <span className={styles.word}>{texts.viewChannel}</span>
      </a>
    ),
  }
  const shown = order.filter((name) => actions[name] && !hidden.includes(name))

  return (
    <>
      <ul ref={list} className={styles.actions} aria-label={texts.quickActions}>
        <li>
          <button
            ref={infoButton}
            type="button"
            className={styles.action}
            aria-label={texts.editInfo}
            data-tooltip={texts.editInfo}
            aria-expanded={opened?.kind === 'info'}
            onClick={() => toggle('info')}
          >
            <Pencil size={18} aria-hidden="true" />
            <span className={styles.word}>{texts.edit}</span>
          </button>
        </li>
        {shown.map((name) => (
          <li key={name} data-destroys={name === 'cutOut' || undefined}>
            {actions[name]}
          </li>
        ))}
        <li>
          <button
            ref={editButton}
            type="button"
            className={styles.action}
            aria-label={texts.editActions}
            data-tooltip={texts.editActions}
            aria-expanded={opened?.kind === 'edit'}
            onClick={() => toggle('edit')}
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            <span className={styles.word}>{texts.choose}</span>
          </button>
        </li>
      </ul>
      <Suspense>
        {opened?.kind === 'clip' && recordedId !== null && (
          <ClipDialog streamId={recordedId} shownMs={opened.atMs} onClose={close} />
        )}
        {opened?.kind === 'chapter' && recordedId !== null && (
          <BeginChapterDialog
            streamId={recordedId}
            at={opened.atMs}
            startedAt={stream.startTime ?? opened.atMs}
            onClose={close}
          />
        )}
        {opened?.kind === 'cut' && recordedId !== null && <LiveCutDialog streamId={recordedId} onClose={close} />}
        {opened?.kind === 'share' && (
          <SharePopover
            username={user}
            title={title}
            // Copying opens it too.
            anchor={shown.includes('share') ? shareButton : list}
            onClose={close}
          />
        )}
        {opened?.kind === 'info' && <SettingsPopover user={user} anchor={infoButton} onClose={close} />}
        {opened?.kind === 'edit' && <QuickActionEditor icons={icons} anchor={editButton} onClose={close} />}
      </Suspense>
    </>
  )
}

function Action({
  icon: Icon,
  label,
  hint,
  isOpen,
  isOff = false,
  onPress,
  ref,
}: {
  icon: LucideIcon
  label: string
  hint: string
  /** Of what opens something beside it. */
  isOpen?: boolean
  /** It needs a recording, and nothing is recorded now: a press says so. */
  isOff?: boolean
  onPress: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.action}
      data-tooltip={isOff ? texts.whileRecorded : hint}
      aria-expanded={isOpen}
      aria-disabled={isOff}
      onClick={isOff ? () => toast(texts.whileRecorded) : onPress}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={styles.word}>{label}</span>
    </button>
  )
}
