import styles from './admission.module.css'
import { AdmissionRequests } from './admission-requests.tsx'
import { AdmittedAccounts } from './admitted-accounts.tsx'
import { BroadcasterSettings } from './broadcaster-settings.tsx'
import { Invitations } from './invitations.tsx'

/** Who may broadcast: those who ask, those who may, and for operators the settings. */
export function Streamers({ isOperator }: { isOperator: boolean }) {
  return (
    <div className={styles.parts}>
      <AdmissionRequests />
      <AdmittedAccounts />
      <Invitations list="streamers" />
      {isOperator && <BroadcasterSettings />}
    </div>
  )
}
