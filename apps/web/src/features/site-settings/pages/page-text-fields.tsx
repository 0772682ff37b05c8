import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { type PageText, type SiteLanguage, settingLimits } from '@waggle/contract/site/settings'
import { formatNumber } from '../../../lib/format/format.ts'
import { siteSettingTexts as texts } from '../../../texts/operating/site-settings.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { isWrong, ProblemList } from '../problem-list.tsx'
import styles from '../site-settings.module.css'

interface PageTextFieldsProps {
  language: SiteLanguage
  text: PageText
  /** Of a page that has a name in every language. */
  usualTitle: string | undefined
  problems: readonly SettingProblem[]
  /** Of the text, in the problems: 'pages.2.translations.es'. */
  field: string
  onChange: (changed: Partial<PageText>) => void
}

/** Title and text of a page in one language, beside what visitors will see. */
export function PageTextFields({ language, text: page, usualTitle, problems, field, onChange }: PageTextFieldsProps) {
  return (
    <>
      <div className={styles.stack}>
        <Field label={texts.title} hint={usualTitle !== undefined ? texts.titleHint : undefined}>
          {(control) => (
            <input
              {...control}
              lang={language}
              value={page.title}
              placeholder={usualTitle}
              aria-invalid={isWrong(problems, `${field}.title`)}
              onChange={({ target }) => onChange({ title: target.value })}
            />
          )}
        </Field>
        <ProblemList problems={problems} field={`${field}.title`} />
      </div>
      <div className={styles.writing}>
        <div className={styles.write}>
          <div className={styles.stack}>
            <Field
              label={texts.text}
              aside={`${formatNumber([...page.text].length)} / ${formatNumber(settingLimits.pageMaxLength)}`}
            >
              {(control) => (
                <textarea
                  {...control}
                  lang={language}
                  rows={16}
                  aria-invalid={isWrong(problems, `${field}.text`)}
                  value={page.text}
                  onChange={({ target }) => onChange({ text: target.value })}
                />
              )}
            </Field>
            <ProblemList problems={problems} field={`${field}.text`} />
          </div>
          <section className={styles.shown} aria-label={texts.preview}>
            <h3 className={styles.previewTitle}>{texts.preview}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
            <div className={styles.preview} lang={language} tabIndex={0}>
              {page.text === '' ? <p className={styles.hint}>{texts.emptyPreview}</p> : <Markdown text={page.text} />}
            </div>
          </section>
        </div>
      </div>
    </>
  )
}
