import { ChevronDown } from 'lucide-react'
import { admissionTexts as texts } from '../../../texts/admission/broadcasters.ts'
import { Beside } from '../../../ui/surfaces/beside.tsx'
import styles from '../operating.module.css'
import own from './admission.module.css'
import { AdmissionRequests } from './admission-requests.tsx'
import { AdmittedAccounts } from './admitted-accounts.tsx'
import { BroadcasterSettings, broadcasterSettingsId } from './broadcaster-settings.tsx'
import { Invitations } from './invitations.tsx'
import { useAdmissionSettings } from './use-admission-settings.ts'

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
  return (
    <div className={styles.parts}>
      <ToSettings />
      <Beside aside={<BroadcasterSettings />}>{lists}</Beside>
    </div>
  )
}

/** Who may broadcast, and the way there: in a narrow window it stands below the lists. */
function ToSettings() {
  const { data } = useAdmissionSettings()
  return (
    <a className={own.toSettings} href={`#${broadcasterSettingsId}`}>
      <span>{texts.settings}</span>
      <strong>{data && texts.who[data.broadcasters.value.who]}</strong>
      <ChevronDown size={18} aria-hidden="true" />
    </a>
  )
}
