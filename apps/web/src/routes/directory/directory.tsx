import type { ActiveStream } from '@waggle/contract/endpoints'
import { RotateCcw, SearchX } from 'lucide-react'
import { AdFrame } from '../../features/ads/ad-frame.tsx'
import { FollowButton } from '../../features/follow/follow-button.tsx'
import { StreamGrid, StreamGridSkeleton } from '../../features/streams/stream-grid.tsx'
import { useStreams } from '../../features/streams/use-streams.ts'
import { useDocumentTitle } from '../../lib/document-title.ts'
import { sampleLabel, sampleStreams } from '../../lib/sample-data.ts'
import { SampleBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './directory.module.css'
import { DirectoryFilters } from './directory-filters.tsx'
import { categoriesOf, categoryOf, selectStreams } from './directory-query.ts'
import { useDirectoryQuery } from './use-directory-query.ts'

export function Directory() {
  useDocumentTitle('Stream Directory')
  const { streams, error } = useStreams()
  const { query, typed, setTyped, setQuery } = useDirectoryQuery()
  const isSample = error !== undefined
  const all = isSample ? sampleStreams : streams
  const found = all && selectStreams(all, { ...query, search: typed })
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>Stream Directory</h1>
        <AdFrame />
      </header>
      <DirectoryFilters
        query={query}
        typed={typed}
        categories={categoriesOf(all ?? [], query.category)}
        onType={setTyped}
        onChange={setQuery}
      />
      {isSample && (
        <div className={styles.error} role="alert">
          <div>
            <h2 className={styles.errorTitle}>Error Loading Streams</h2>
            <p>{error}</p>
          </div>
          <Button kind="primary" onClick={() => location.reload()}>
            <RotateCcw size={18} aria-hidden="true" />
            Try Again
          </Button>
        </div>
      )}
      <div className={styles.found}>
        <p role="status">{found && `${found.length} ${found.length === 1 ? 'stream' : 'streams'} found`}</p>
        {isSample && <SampleBadge>{sampleLabel}</SampleBadge>}
      </div>
      {!found ? (
        <StreamGridSkeleton />
      ) : found.length === 0 ? (
        <Notice level={2} title="No streams found" icon={<SearchX size={34} />}>
          Try adjusting your search criteria or check back later.
        </Notice>
      ) : (
        <section aria-label="Streams">
          <h2 className="visually-hidden">Streams</h2>
          <StreamGrid
            streams={found.map(withCategory)}
            hasDescriptions
            actionOf={({ username }) => !isSample && <FollowButton channel={username} isCompact />}
          />
        </section>
      )}
    </>
  )
}

function withCategory(stream: ActiveStream): ActiveStream {
  return { ...stream, category: categoryOf(stream) }
}
