import { loginPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { Heart, LogIn, RotateCcw, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { useFollowing } from '../../features/follow/use-follow.ts'
import { FollowedReplays } from '../../features/replays/followed-replays.tsx'
import { StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSession } from '../../session/session.tsx'
import { siteTexts } from '../../texts/site.ts'
import { followingTexts as texts } from '../../texts/viewer/following.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import styles from './following.module.css'
import { FollowingLists } from './following-lists.tsx'
import { RecommendedChannels } from './recommended-channels.tsx'

export function Following() {
  useDocumentTitle(texts.following)
  const { user, loading } = useSession()
  if (user !== null) return <FollowedChannels user={user} />
  if (loading) return <Loading />
  return (
    <div className={styles.recommended}>
      <Notice
        title={texts.loginRequired}
        icon={<Heart size={34} />}
        action={
          <Link href={loginPath(pagePaths.following)} className={buttonClass('primary')}>
            <LogIn size={18} aria-hidden="true" />
            {siteTexts.loginWithHive}
          </Link>
        }
      >
        {texts.loginToSee}
      </Notice>
      <RecommendedChannels />
    </div>
  )
}

function FollowedChannels({ user }: { user: string }) {
  const { entries, error, refresh } = useFollowing()
  const { streams, error: streamsError } = useStreams()

  if (error !== undefined) {
    return (
      <Notice
        title={texts.errorFollowing}
        tone="error"
        icon={<TriangleAlert size={34} />}
        action={
          <Button kind="primary" onClick={refresh}>
            <RotateCcw size={18} aria-hidden="true" />
            {streamTexts.tryAgain}
          </Button>
        }
      >
        {error}
      </Notice>
    )
  }
  if (!entries || (!streams && streamsError === undefined)) return <Loading />
  if (entries.length === 0) {
    return (
      <div className={styles.recommended}>
        <Notice
          title={texts.followingNobody}
          icon={<Heart size={34} />}
          action={
            <Link href={pagePaths.directory} className={buttonClass('primary')}>
              {texts.browseDirectory}
            </Link>
          }
        >
          {texts.pressTheHeart}
        </Notice>
        <RecommendedChannels />
      </div>
    )
  }
  return (
    <>
      <FollowingLists user={user} entries={entries} streams={streams} />
      <FollowedReplays user={user} />
      <RecommendedChannels />
    </>
  )
}

function Loading() {
  return (
    <>
      <h1 className={styles.title}>{texts.following}</h1>
      <div className={`skeleton ${styles.summaryPlace}`} aria-hidden="true" />
      <div className={`skeleton ${styles.headingPlace}`} aria-hidden="true" />
      <StreamGridSkeleton text={texts.loadingFollowing} hasRows />
    </>
  )
}
