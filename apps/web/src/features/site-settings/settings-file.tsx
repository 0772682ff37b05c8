import type { SiteSettings } from '@waggle/contract/operating/setting-endpoints'
import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { settingLimits } from '@waggle/contract/site/settings'
import { Download } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { problemText, siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { partId } from './settings-parts.tsx'
import styles from './site-settings.module.css'

/** All settings as one file (rule SITE-9). */
export function SettingsFile({ onImported }: { onImported: (saved: SiteSettings) => void }) {
  const inputId = useId()
  const [failure, setFailure] = useState<string>()
  const [problems, setProblems] = useState<readonly SettingProblem[]>([])
  const exporting = useSessionMutation({
    send: ({ token }) => api('exportSiteSettings', { token }),
    failed: texts.exportFailed,
    onDone: (file) =>
      saveFile('site.json', new TextEncoder().encode(JSON.stringify(file, null, 2)), 'application/json'),
    onFailure: (sentence) => toast(sentence, 'error'),
  })
  const importing = useSessionMutation({
    async send({ token, input }: { token: string; input: File }) {
      setProblems([])
      setFailure(undefined)
      try {
        return await api('importSiteSettings', { body: await readJson(input), token })
      } catch (error) {
        if (error instanceof ApiError) setProblems(error.problems)
        throw error
      }
    },
    failed: texts.importFailed,
    onFailure: setFailure,
    onDone(saved) {
      onImported(saved)
      toast(texts.imported)
    },
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    target.value = ''
    if (file) importing.run(file)
  }

  return (
    <Panel id={partId('file')} title={texts.file}>
      <div className={styles.stack}>
        <p className={styles.hint}>{texts.fileHint}</p>
        <span className={styles.buttons}>
          <Button disabled={exporting.isBusy} onClick={() => exporting.run()}>
            <Download size={18} aria-hidden="true" />
            {texts.export}
          </Button>
          <input
            id={inputId}
            className="visually-hidden"
            type="file"
            accept=".json,application/json"
            disabled={importing.isBusy}
            onChange={choose}
          />
          <label htmlFor={inputId} className={`${buttonClass('secondary')} ${styles.fileButton}`}>
            {texts.import}
          </label>
        </span>
        {problems.length === 0 && failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        {problems.map((problem) => (
          <ErrorMessage
            key={`${problem.field} ${problem.code}`}
          >{`${problem.field}: ${problemText(problem)}`}</ErrorMessage>
        ))}
      </div>
    </Panel>
  )
}

async function readJson(file: File): Promise<Record<string, unknown>> {
  if (file.size > settingLimits.settingsMaxBytes) throw new ShownError(texts.tooLarge)
  try {
    const content: unknown = JSON.parse(await file.text())
    // Anything else than an object is refused by the server, as a file of another kind.
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : {}
  } catch (cause) {
    throw new ShownError(texts.notJson, { cause })
  }
}
