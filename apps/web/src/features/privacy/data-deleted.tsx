import type { StoredGroup } from '@waggle/contract/privacy/groups'
import { CircleCheck } from 'lucide-react'
import { privacyTexts as texts } from '../../texts/privacy.ts'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { GroupList } from './group-list.tsx'
import styles from './privacy.module.css'

/** What somebody reads who has deleted their data. */
export function DataDeleted({ stays }: { stays: readonly StoredGroup[] }) {
  return (
    <Notice title={texts.done} icon={<CircleCheck size={34} />}>
      <div className={styles.after}>
        <p>{texts.doneText}</p>
        {stays.length > 0 && (
          <GroupList heading={texts.stays} groups={stays.map((group) => ({ group }))} sentences={texts.kept} />
        )}
      </div>
    </Notice>
  )
}
