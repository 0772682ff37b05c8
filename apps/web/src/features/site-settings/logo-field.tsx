import type { SiteSettings } from '@waggle/contract/operating/setting-endpoints'
import { settingLimits } from '@waggle/contract/site/settings'
import { type ChangeEvent, useId, useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { ShownError } from '../../lib/api/shown-error.ts'
import { atServer } from '../../lib/server-addresses.ts'
import { useSessionMutation } from '../../session/use-session-mutation.ts'
import { problemText, siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button, buttonClass } from '../../ui/forms/button.tsx'
import { LogoMark } from '../../ui/identity/logo.tsx'
import { toast } from '../../ui/surfaces/toast.tsx'
import { readFile, toBase64 } from './read-file.ts'
import styles from './site-settings.module.css'

/** The picture of the site, which is saved as soon as it is chosen (rule SITE-6). */
export function LogoField({
  logo,
  revision,
  onSaved,
}: {
  logo: SiteSettings['logo']
  revision: string | null
  onSaved: (saved: SiteSettings) => void
}) {
  const inputId = useId()
  const [problem, setProblem] = useState<string>()
  const saving = useSessionMutation({
    async send({ token, input }: { token: string; input: File | null }) {
      setProblem(undefined)
      const picture = input && toBase64(await readFile(input))
      try {
        return await api('saveSiteLogo', { body: { picture, revision }, token })
      } catch (error) {
        const [found] = error instanceof ApiError ? error.problems : []
        throw found ? new ShownError(problemText(found), { cause: error }) : error
      }
    },
    failed: texts.logoFailed,
    onFailure: setProblem,
    onDone(saved) {
      onSaved(saved)
      toast(texts.logoSaved)
    },
  })

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    // The same file can be chosen again after it was mended.
    target.value = ''
    if (!file) return
    if (file.size > settingLimits.logoMaxBytes) {
      const values = { kilobytes: Math.ceil(file.size / 1024), max: settingLimits.logoMaxBytes / 1024 }
      setProblem(problemText({ field: 'logo', code: 'picture_bytes', values }))
    } else saving.run(file)
  }

  return (
    <div className={styles.logo}>
      <span className={styles.logoPicture}>{logo ? <img src={atServer(logo.address)} alt="" /> : <LogoMark />}</span>
      <div className={styles.stack}>
        <span className={styles.label}>{texts.logo}</span>
        <span className={styles.hint}>{logo ? texts.logoOf(logo.width, logo.height) : texts.noLogo}</span>
        <span className={styles.buttons}>
          <input
            id={inputId}
            className="visually-hidden"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            disabled={saving.isBusy}
            onChange={choose}
          />
          <label htmlFor={inputId} className={`${buttonClass('secondary')} ${styles.fileButton}`}>
            {texts.chooseLogo}
          </label>
          {logo && (
            <Button kind="quiet" disabled={saving.isBusy} onClick={() => saving.run(null)}>
              {texts.removeLogo}
            </Button>
          )}
        </span>
        <span className={styles.hint}>{texts.logoHint}</span>
        {problem !== undefined && <ErrorMessage>{problem}</ErrorMessage>}
      </div>
    </div>
  )
}
