import { Ellipsis } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { abbreviateCount } from '../../lib/format/count.ts'
import type { BarEntry } from './bar-entry.ts'
import styles from './bottom-bar.module.css'

const RestSheet = lazyOverlay(async () => (await import('./rest-sheet.tsx')).RestSheet)

/**
 * The parts of a page that has many, where a window has no room for their row: at its bottom, and at the left of a low one, in the
 * place of the site's own links (rules DASH-8, OPERATE-16). They keep their places. 'More' opens a sheet with the `rest`, and is marked
 * while one of them is shown.
 */
export function BottomBar<Key extends string>({
  label,
  entries,
  rest,
  restLabel,
  selected,
  onSelect,
}: {
  /** The accessible name. */
  label: string
  entries: readonly BarEntry<Key>[]
  rest: readonly BarEntry<Key>[]
  restLabel: string
  selected: Key
  onSelect: (key: Key) => void
}) {
  const [isSheetOpen, setSheetOpen] = useState(false)
  const more = useRef<HTMLButtonElement>(null)
  const waitingInSheet = rest.reduce((sum, { count = 0 }) => sum + count, 0)
  return (
    <nav className={styles.bar} aria-label={label} data-bottom-bar>
      {entries.map((entry) => (
        <button
          key={entry.key}
          type="button"
          aria-current={entry.key === selected ? 'true' : undefined}
          onClick={() => onSelect(entry.key)}
        >
          <Content {...entry} />
        </button>
      ))}
      <button
        type="button"
        ref={more}
        aria-current={rest.some(({ key }) => key === selected) ? 'true' : undefined}
        aria-expanded={isSheetOpen}
        onClick={() => setSheetOpen(!isSheetOpen)}
      >
        <Content label={restLabel} Icon={Ellipsis} count={waitingInSheet} />
      </button>
      <Suspense>
        {isSheetOpen && (
          <RestSheet
            title={restLabel}
            anchor={more}
            entries={rest}
            selected={selected}
            onSelect={(key) => onSelect(key as Key)}
            onClose={() => setSheetOpen(false)}
          />
        )}
      </Suspense>
    </nav>
  )
}

function Content({ label, Icon, count = 0, countLabel }: Omit<BarEntry<string>, 'key'>) {
  return (
    <>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
      {count > 0 && (
        <>
          <span className={styles.count} aria-hidden="true">
            {abbreviateCount(count)}
          </span>
          {countLabel && <span className="visually-hidden">{countLabel}</span>}
        </>
      )}
    </>
  )
}
