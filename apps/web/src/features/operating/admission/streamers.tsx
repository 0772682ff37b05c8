import styles from '../operating.module.css'
import { AdmissionRequests } from './admission-requests.tsx'
import { AdmittedAccounts } from './admitted-accounts.tsx'
import { BroadcasterSettings } from './broadcaster-settings.tsx'
import { Invitations } from './invitations.tsx'

/** Who may broadcast: for operators the rule, those who ask, and those who may. */
export function Streamers({ isOperator }: { isOperator: boolean }) {
  return (
    <div className={styles.parts}>
      {isOperator && <BroadcasterSettings />}
      <AdmissionRequests />
      <AdmittedAccounts />
      <Invitations list="streamers" />
    </div>
  )
}
