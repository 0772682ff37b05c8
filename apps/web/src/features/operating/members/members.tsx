import { Invitations } from '../admission/invitations.tsx'
import styles from '../operating.module.css'
import { EntranceSettings } from './entrance-settings.tsx'
import { MemberList } from './member-list.tsx'

/** Who may enter the site: for operators whether it is private, the members, and invitations. */
export function Members({ isOperator }: { isOperator: boolean }) {
  return (
    <div className={styles.parts}>
      {isOperator && <EntranceSettings />}
      <MemberList />
      <Invitations list="members" />
    </div>
  )
}
