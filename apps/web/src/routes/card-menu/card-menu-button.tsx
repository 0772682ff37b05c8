import type { ActiveStream } from '@waggle/contract/endpoints'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, Suspense, startTransition, useState } from 'react'
import { lazyOverlay } from '../../lib/browser/lazy-page.tsx'
import { streamTexts as texts } from '../../texts/viewer/streams.ts'
import styles from './card-menu.module.css'

const CardMenu = lazyOverlay(async () => (await import('./card-menu.tsx')).CardMenu)

/** The menu of a stream's card (rule HOME-10). A stable function, as cards want it. */
export function cardMenu(stream: ActiveStream): ReactNode {
  return <CardMenuButton stream={stream} />
}

/** What it opens, and the button in its place from then on, is loaded with the first press. */
function CardMenuButton({ stream }: { stream: ActiveStream }) {
  /** Where the button was pressed: the menu opens to where there is room. */
  const [bottom, setBottom] = useState<number>()
  const icon = <Ellipsis size={20} aria-hidden="true" />
  const button = (
    <button
      type="button"
      className={styles.button}
      aria-label={texts.more(stream.username)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ currentTarget }) => {
        const { bottom } = currentTarget.getBoundingClientRect()
        // The button stays, and with it the focus, until the menu is there.
        startTransition(() => setBottom(bottom))
      }}
    >
      {icon}
    </button>
  )
  return (
    <Suspense>
      {bottom === undefined ? (
        button
      ) : (
        <CardMenu stream={stream} look={styles.button} bottom={bottom} onClose={() => setBottom(undefined)}>
          {icon}
        </CardMenu>
      )}
    </Suspense>
  )
}
