import { Beside } from '../../../ui/surfaces/beside.tsx'
import styles from '../operating.module.css'
import { AdmissionRequests } from './admission-requests.tsx'
import { AdmittedAccounts } from './admitted-accounts.tsx'
import { BroadcasterSettings } from './broadcaster-settings.tsx'
import { Invitations } from './invitations.tsx'

/** Who may broadcast: those who ask, those who may, and for operators the rule, which is changed once a year. */
export function Streamers({ isOperator }: { isOperator: boolean }) {
  const lists = (
    <>
      <AdmissionRequests />
      <AdmittedAccounts />
      <Invitations list="streamers" />
    </>
  )
  if (!isOperator) return <div className={styles.parts}>{lists}</div>
  return <Beside aside={<BroadcasterSettings />}>{lists}</Beside>
}
