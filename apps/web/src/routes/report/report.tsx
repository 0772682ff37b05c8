import { noticeSecretPattern } from '@waggle/contract/names'
import { loginPath, pagePaths } from '@waggle/contract/pages/page-addresses'
import { Flag } from 'lucide-react'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { findThing } from '../../features/reports/find-thing.ts'
import { NoticeForm } from '../../features/reports/notice-form.tsx'
import { NoticeOutcome } from '../../features/reports/notice-outcome.tsx'
import { ReportForm } from '../../features/reports/report-form.tsx'
import { queryOf, type Reportable, thingInQuery } from '../../features/reports/reportable.ts'
import { errorSentence } from '../../lib/api/error-sentence.ts'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useSession } from '../../session/session.tsx'
import { reportTexts as texts } from '../../texts/operating/report.ts'
import { siteTexts } from '../../texts/site.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { CopyField } from '../../ui/forms/copy-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TaskCard } from '../../ui/surfaces/task-card.tsx'
import styles from './report.module.css'

/** Where everybody reports something, also without an account, and where the sender of a notice sees what became of it (rule OPERATE-7). */
export function Report() {
  const hash = useSyncExternalStore(onHashChange, () => location.hash.slice(1))
  const [search] = useSearchParams()
  const { isAuthenticated, loading } = useSession()
  const [secret, setSecret] = useState<string>()
  const isNotice = noticeSecretPattern.test(hash)
  const heading = isNotice ? texts.notice : texts.page
  const thing = thingInQuery(search)
  useDocumentTitle(heading)
  if (loading) return <PageSpinner label={siteTexts.checkingLogin} />
  return (
    <div data-streamless>
      <TaskCard Sign={Flag} title={heading} hasSteps>
        {isNotice ? (
          <NoticeOutcome secret={hash} />
        ) : secret !== undefined ? (
          <Sent secret={secret} />
        ) : thing ? (
          <ReportOf key={queryOf(thing)} thing={thing} isAuthenticated={isAuthenticated} onSent={setSecret} />
        ) : (
          <ChooseThing />
        )}
      </TaskCard>
    </div>
  )
}

function ReportOf({
  thing,
  isAuthenticated,
  onSent,
}: {
  thing: Reportable
  isAuthenticated: boolean
  onSent: (secret: string) => void
}) {
  const [, navigate] = useLocation()
  return (
    <div className={styles.choose}>
      <h2 className={styles.thing}>{texts.titles[thing.kind](thing.username)}</h2>
      {isAuthenticated ? (
        <ReportForm thing={thing} onDone={() => navigate(pagePaths.sessions)} />
      ) : (
        <NoticeForm thing={thing} onSent={onSent} />
      )}
      <p className={styles.links}>
        {!isAuthenticated && (
          <Link href={loginPath(`${pagePaths.report}?${queryOf(thing)}`)}>{texts.loginInstead}</Link>
        )}
        <Link href={pagePaths.report}>{texts.another}</Link>
      </p>
    </div>
  )
}

/** The secret is in the part of the address that browsers send to nobody. */
function Sent({ secret }: { secret: string }) {
  const address = `${location.origin}${pagePaths.report}#${secret}`
  return (
    <div className={styles.choose}>
      <p role="status">{texts.noticeSent}</p>
      <p>{texts.keepAddress}</p>
      <CopyField label={texts.address} value={address} copiedText={texts.copied} kind="primary" />
      <p>
        <a href={address}>{texts.openAddress}</a>
      </p>
    </div>
  )
}

function ChooseThing() {
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      const thing = await findThing(typed)
      if (thing) navigate(`${pagePaths.report}?${queryOf(thing)}`)
      setFailure(thing ? undefined : texts.nothingThere)
    } catch (error) {
      setFailure(errorSentence(error, texts.failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.choose} onSubmit={(event) => void submit(event)}>
      <p className={styles.lead}>{texts.lead}</p>
      <Field label={texts.whichThing} hint={texts.whichHint}>
        {(control) => (
          <input
            {...control}
            value={typed}
            maxLength={500}
            required
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
      <Button kind="primary" type="submit" disabled={isBusy || typed.trim() === ''}>
        {texts.next}
      </Button>
    </form>
  )
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
