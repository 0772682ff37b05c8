import { RotateCcw, SearchX } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { StreamGrid, StreamGridSkeleton } from '../../features/streams/cards/stream-grid.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { lazyComponent } from '../../lib/browser/lazy-page.tsx'
import { sampleLabel, sampleStreams } from '../../lib/sample-data.ts'
import { useSession } from '../../session/session.tsx'
import { categoryText } from '../../texts/contract/choices.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SampleBadge } from '../../ui/identity/badge.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { CategoryPlaces } from './category-places.tsx'
import styles from './directory.module.css'
import { DirectoryFilters } from './directory-filters.tsx'
import { categoriesOf, type DirectoryQuery, languagesOf, selectStreams, tagsOf } from './directory-query.ts'
import { TagChips } from './tag-chips.tsx'
import { useDirectoryQuery } from './use-directory-query.ts'

// Only for those who have signed in.
const FollowedReplays = lazyComponent(
  async () => (await import('../../features/replays/followed-replays.tsx')).FollowedReplays,
)

export function Directory() {
  const { streams, error } = useStreams()
  const { user } = useSession()
  const { query, typed, setTyped, setQuery, addressWith } = useDirectoryQuery()
  const place = placeOf(query)
  useDocumentTitle(place || texts.directory)
  const isSample = error !== undefined
  const all = isSample ? sampleStreams : streams
  const categories = categoriesOf(all ?? [], query.category)
  const found = all && selectStreams(all, { ...query, search: typed })
  return (
    <>
      <h1 className={styles.title}>{texts.directory}</h1>
      <DirectoryFilters
        query={query}
        typed={typed}
        categories={categories}
        languages={languagesOf(all ?? [], query.language)}
        onType={setTyped}
        onChange={setQuery}
      />
      <div className={styles.places}>
        {!all && [1, 2, 3].map((place) => <div key={place} className={`skeleton ${styles.placeSkeleton}`} />)}
        {categories.length > 0 && (
          <CategoryPlaces
            streams={all ?? []}
            categories={categories}
            chosen={query.category}
            addressOf={(category) => addressWith({ category })}
          />
        )}
      </div>
      <TagChips tags={tagsOf(all ?? [], query.tag)} chosen={query.tag} addressOf={(tag) => addressWith({ tag })} />
      {isSample && (
        <div className={styles.error} role="alert">
          <div>
            <h2 className={styles.errorTitle}>{streamTexts.errorStreams}</h2>
            <p>{error}</p>
          </div>
          <Button kind="primary" onClick={() => location.reload()}>
            <RotateCcw size={18} aria-hidden="true" />
            {streamTexts.tryAgain}
          </Button>
        </div>
      )}
      {place && <h2 className={styles.place}>{place}</h2>}
      {found && (
        <div className={styles.found}>
          <p role="status">{texts.found(found.length)}</p>
          {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
        </div>
      )}
      {!found ? (
        <StreamGridSkeleton />
      ) : found.length === 0 ? (
        <Notice level={2} title={texts.noneFound} icon={<SearchX size={34} />}>
          {texts.adjustSearch}
        </Notice>
      ) : (
        <section aria-label={texts.streams}>
          {!place && <h2 className="visually-hidden">{texts.streams}</h2>}
          <StreamGrid
            streams={found}
            hasDescription
            {...(isSample ? { hrefOf: nowhere } : { actionOf: followButton })}
          />
        </section>
      )}
      {user !== null && (
        <Suspense>
          <FollowedReplays user={user} />
        </Suspense>
      )}
      <div className={styles.ad}>
        <AdFrame />
      </div>
    </>
  )
}

/** What the streams have in common, as the heading of a page that may be shared: 'Music · #Piano'. */
function placeOf({ category, tag }: Pick<DirectoryQuery, 'category' | 'tag'>): string {
  return [category && categoryText(category), tag && `#${tag}`].filter(Boolean).join(' · ')
}

function followButton(username: string): ReactNode {
  return <FollowButton channel={username} isCompact />
}

/** Sample streams are nobody's channel. */
function nowhere(): undefined {
  return undefined
}
