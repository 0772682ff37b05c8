import { Beside } from '../../../ui/surfaces/beside.tsx'
import { Invitations } from '../admission/invitations.tsx'
import styles from '../operating.module.css'
import { EntranceSettings } from './entrance-settings.tsx'
import { MemberList } from './member-list.tsx'

/** Who may enter the site: the members, invitations, and for operators whether it is private. */
export function Members({ isOperator }: { isOperator: boolean }) {
  const lists = (
    <>
      <MemberList />
      <Invitations list="members" />
    </>
  )
  if (!isOperator) return <div className={styles.parts}>{lists}</div>
  return <Beside aside={<EntranceSettings />}>{lists}</Beside>
}
