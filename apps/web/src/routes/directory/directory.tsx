import { RotateCcw, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { followButton } from '../../features/follow/follow-button.tsx'
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
import { cardMenu } from '../card-menu/card-menu-button.tsx'
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

/** From so many streams on there are no others below them. */
const roomForOthers = 6
const maxOthers = 8

export function Directory() {
  const { streams, error } = useStreams()
  const { user } = useSession()
  const { query, typed, setTyped, setQuery, addressWith } = useDirectoryQuery()
  const place = placeOf(query)
  useDocumentTitle(place || texts.directory)
  const isSample = error !== undefined
  const all = isSample ? sampleStreams : streams
  const isNarrowed = [typed.trim(), query.category, query.language, query.tag].some((each) => each !== '')
  const found = all && selectStreams(all, { ...query, search: typed })
  // Where little was found, the rest of the page has others to watch.
  const others =
    isNarrowed && found && found.length < roomForOthers && !isSample
      ? all.filter((stream) => !found.includes(stream)).slice(0, maxOthers)
      : []
  return (
    <>
      <div className={styles.header}>
        <h1 className={styles.title}>{texts.directory}</h1>
        <p className={styles.found} role="status">
          {found ? texts.found(found.length) : streamTexts.loadingStreams}
        </p>
        {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
      </div>
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
      <DirectoryFilters
        query={query}
        typed={typed}
        categories={categoriesOf(all ?? [], query.category)}
        languages={languagesOf(all ?? [], query.language)}
        onType={setTyped}
        onChange={setQuery}
      />
      {all ? (
        <>
          <CategoryPlaces streams={all} chosen={query.category} addressOf={(category) => addressWith({ category })} />
          <TagChips tags={tagsOf(all, { ...query, search: typed })} chosen={query} addressWith={addressWith} />
        </>
      ) : (
        <PlacesSkeleton />
      )}
      <div className={styles.streams}>
        <h2 className="visually-hidden">{place || texts.streams}</h2>
        {!found ? (
          <StreamGridSkeleton text="" hasDescription />
        ) : found.length === 0 ? (
          <Notice
            level={2}
            title={texts.noneFound}
            icon={<SearchX size={34} />}
            action={
              isNarrowed && (
                <Button
                  onClick={() => {
                    setTyped('')
                    setQuery({ search: '', category: '', language: '', tag: '' })
                  }}
                >
                  <RotateCcw size={18} aria-hidden="true" />
                  {texts.showAll}
                </Button>
              )
            }
          >
            {texts.adjustSearch}
          </Notice>
        ) : (
          <section aria-label={texts.streams}>
            <StreamGrid
              streams={found}
              hasDescription
              {...(isSample ? { hrefOf: nowhere } : { actionOf: followButton, menuOf: cardMenu })}
            />
          </section>
        )}
      </div>
      {others.length > 0 && (
        <section className={styles.others} aria-labelledby="also-live">
          <h2 id="also-live">{texts.alsoLive}</h2>
          <StreamGrid streams={others} hasRows actionOf={followButton} menuOf={cardMenu} />
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

/** The outline of the categories and the tags. */
function PlacesSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.placeSkeletons}>
        {[1, 2, 3, 4, 5].map((place) => (
          <div key={place} className="skeleton" />
        ))}
      </div>
      <div className={`skeleton ${styles.tagsSkeleton}`} />
    </div>
  )
}

/** What the streams have in common, as the heading of a page that may be shared: 'Music · #Piano'. */
function placeOf({ category, tag }: Pick<DirectoryQuery, 'category' | 'tag'>): string {
  return [category && categoryText(category), tag && `#${tag}`].filter(Boolean).join(' · ')
}

/** Sample streams are nobody's channel. */
function nowhere(): undefined {
  return undefined
}
