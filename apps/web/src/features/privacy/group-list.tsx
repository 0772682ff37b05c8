import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { formatNumber } from '../../lib/format/format.ts'
import { privacyTexts as texts } from '../../texts/privacy.ts'
import styles from './privacy.module.css'

/** What is deleted, or what stays, by subject. */
export function GroupList({
  heading,
  groups,
  sentences,
}: {
  heading: string
  groups: readonly { group: StoredGroup; rows?: number }[]
  sentences: Record<StoredGroup, string>
}) {
  return (
    <section>
      <h3 className={styles.heading}>{heading}</h3>
      <ul className={styles.list}>
        {groups.map(({ group, rows }) => (
          <li key={group}>
            {sentences[group]}
            {rows !== undefined && <span className={styles.count}> · {texts.records(formatNumber(rows), rows)}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
