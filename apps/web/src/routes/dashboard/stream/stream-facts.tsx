import type { StreamInfo } from '@waggle/contract/endpoints'
import { Pencil } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '../../../lib/browser/lazy-page.tsx'
import { categoryText, languageName } from '../../../texts/contract/choices.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './stream-facts.module.css'

const SettingsPopover = lazyOverlay(
  async () => (await import('../../../features/channel-settings/settings-popover.tsx')).SettingsPopover,
)

/** What viewers read beside the title, and the way to all settings without leaving the picture and the chat (rule DASH-12). */
export function StreamFacts({ user, stream: { category, language, tags } }: { user: string; stream: StreamInfo }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const facts = [
    ...(category ? [categoryText(category)] : []),
    ...(language ? [languageName(language)] : []),
    ...tags.map((tag) => `#${tag}`),
  ]
  return (
    <div className={styles.line}>
      <p className={styles.facts}>{facts.join(' · ')}</p>
      <Button ref={button} size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Pencil size={16} aria-hidden="true" />
        {texts.editInfo}
      </Button>
      <Suspense>{isOpen && <SettingsPopover user={user} anchor={button} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
