import { watchPath } from '@waggle/contract/pages/page-addresses'
import { ArrowDownLeft, ArrowDownRight, Pause, Play, Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useStore } from '../../../lib/store/use-store.ts'
import { hasRoomForSmallPlayer, watchedChannel } from '../../../paths.ts'
import { playerTexts } from '../../../texts/viewer/player/player.ts'
import { smallPlayerTexts as texts } from '../../../texts/viewer/player/small-player.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { IconButton } from '../../../ui/forms/button.tsx'
import { StreamPlaceholder } from '../../../ui/identity/stream-placeholder.tsx'
import { useIsAudioOnly } from '../audio-only/use-is-audio-only.ts'
import { usePlaybackReports } from '../statistics/use-playback-reports.ts'
import { smallPlayerSide, useDragToSide } from './side.ts'
import { dropSmallPlayback, type SmallPlayback, smallPlayback } from './small-playback.ts'
import styles from './small-player.module.css'

/** On a phone the player is a bar as wide as the page (rule SHELL-11). */
const canMove = () => matchMedia('(width > 768px)').matches

/** Plays a broadcast on in a corner of the page, until the viewer returns to it or closes it (rule PLAYER-22). */
export function SmallPlayer({ kept }: { kept: SmallPlayback }) {
  const { username, title } = kept
  const { video, media, playback } = kept.started
  const picture = useRef<HTMLDivElement>(null)
  const { isMuted, isPaused, isWaiting } = useStore(media)
  const { status } = useStore(playback)
  const isAudioOnly = useIsAudioOnly(video)
  const { isLeft } = useStore(smallPlayerSide)
  const drag = useDragToSide(canMove)
  const [pathname] = useLocation()
  const search = useSearch()
  usePlaybackReports(media, playback)

  useLayoutEffect(() => {
    picture.current?.append(video)
    video.style.display = ''
    return () => {
      // Unless its own page has taken it, it ends with the page that it lies on.
      if (smallPlayback.getState().current === kept) dropSmallPlayback()
    }
  }, [kept, video])

  const isBack = watchedChannel({ pathname, search }) === username
  const isOver = status === 'error' || status === 'ended' || !(isBack || hasRoomForSmallPlayer(pathname))
  useEffect(() => {
    if (isOver) dropSmallPlayback()
  }, [isOver])

  return (
    <aside className={styles.player} data-left={isLeft || undefined} aria-label={texts.region} {...drag}>
      <Link className={styles.link} href={watchPath(username)} draggable={false}>
        <span className="visually-hidden">{texts.back}</span>
        <div ref={picture} className={styles.picture}>
          {isAudioOnly && <StreamPlaceholder username={username} />}
          {isWaiting && (
            <span className={styles.waiting}>
              <Spinner size={28} />
            </span>
          )}
        </div>
        <span className={styles.text}>
          <span className={styles.name}>{username}</span>
          <span className={styles.title}>{title}</span>
        </span>
      </Link>
      <div className={styles.buttons}>
        <div className={styles.over} data-shown={isPaused || undefined}>
          <span className={styles.play}>
            <IconButton label={isPaused ? playerTexts.play : playerTexts.pause} onClick={media.togglePlay}>
              {isPaused ? (
                <Play size={20} fill="currentColor" aria-hidden="true" />
              ) : (
                <Pause size={20} fill="currentColor" aria-hidden="true" />
              )}
            </IconButton>
          </span>
          <span className={styles.move}>
            <IconButton
              label={isLeft ? texts.moveRight : texts.moveLeft}
              onClick={() => smallPlayerSide.setState({ isLeft: !isLeft })}
            >
              {isLeft ? (
                <ArrowDownRight size={20} aria-hidden="true" />
              ) : (
                <ArrowDownLeft size={20} aria-hidden="true" />
              )}
            </IconButton>
          </span>
        </div>
        <IconButton label={isMuted ? playerTexts.unmute : playerTexts.mute} onClick={media.toggleMute}>
          {isMuted ? <VolumeX size={18} aria-hidden="true" /> : <Volume2 size={18} aria-hidden="true" />}
        </IconButton>
        <IconButton label={texts.close} onClick={dropSmallPlayback}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </aside>
  )
}
