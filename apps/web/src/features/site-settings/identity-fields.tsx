import { type SiteIdentity, type SiteLanguage, settingLimits, siteLanguages } from '@waggle/contract/site/settings'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { isWrong, ProblemList } from './problem-list.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import { partId } from './settings-parts.tsx'
import styles from './site-settings.module.css'

/** What the site is called. `children`: its picture. */
export function NameFields({ draft, problems, edit, children }: SettingsDraft & { children: React.ReactNode }) {
  return (
    <Panel id={partId('identity')} title={texts.identity}>
      <div className={styles.stack}>
        <Field label={texts.name} aside={`${[...draft.name].length} / ${settingLimits.siteNameMaxLength}`}>
          {(control) => (
            <input
              {...control}
              value={draft.name}
              aria-invalid={isWrong(problems, 'name')}
              onChange={({ target }) => edit({ name: target.value })}
            />
          )}
        </Field>
        <ProblemList problems={problems} field="name" />
        <Field
          label={texts.tagline}
          hint={texts.taglineHint}
          aside={`${[...draft.tagline].length} / ${settingLimits.taglineMaxLength}`}
        >
          {(control) => (
            <input
              {...control}
              value={draft.tagline}
              aria-invalid={isWrong(problems, 'tagline')}
              onChange={({ target }) => edit({ tagline: target.value })}
            />
          )}
        </Field>
        <ProblemList problems={problems} field="tagline" />
        {children}
      </div>
    </Panel>
  )
}

/** Languages, categories, the featured channel and the advertisement. */
export function OfferFields({ draft, problems, edit }: SettingsDraft) {
  const { advertisement, categories, featuredChannel, languages } = draft
  const ad = advertisement === 'standard' || advertisement === 'off' ? advertisement : 'own'
  return (
    <Panel id={partId('offer')} title={texts.offer}>
      <div className={styles.stack}>
        <fieldset className={styles.choices}>
          <legend>{texts.languages}</legend>
          {Object.entries(siteLanguages).map(([code, name]) => (
            <label key={code} className={styles.check}>
              <input
                type="checkbox"
                aria-invalid={isWrong(problems, 'languages', true)}
                checked={languages.includes(code as SiteLanguage)}
                onChange={({ target }) => edit({ languages: toggled(languages, code as SiteLanguage, target.checked) })}
              />
              <span lang={code}>{name}</span>
            </label>
          ))}
          <p className={styles.hint}>{texts.languagesHint}</p>
        </fieldset>
        <ProblemList problems={problems} field="languages" within />
        <Field
          label={texts.categories}
          hint={texts.categoriesHint}
          aside={`${categories.length} / ${settingLimits.categoriesMax}`}
        >
          {(control) => (
            <textarea
              {...control}
              rows={6}
              aria-invalid={isWrong(problems, 'categories', true)}
              value={categories.join('\n')}
              onChange={({ target }) => edit({ categories: target.value === '' ? [] : target.value.split('\n') })}
              // An empty line while somebody types is no category.
              onBlur={() => edit({ categories: categories.map((name) => name.trim()).filter(Boolean) })}
            />
          )}
        </Field>
        <ProblemList problems={problems} field="categories" within />
        <Field label={texts.featured} hint={texts.featuredHint}>
          {(control) => (
            <input
              {...control}
              value={featuredChannel ?? ''}
              maxLength={64}
              aria-invalid={isWrong(problems, 'featuredChannel')}
              autoCapitalize="none"
              spellCheck={false}
              onChange={({ target }) => edit({ featuredChannel: target.value || null })}
            />
          )}
        </Field>
        <ProblemList problems={problems} field="featuredChannel" />
        <Field label={texts.advertisement}>
          {(control) => (
            <select
              {...control}
              value={ad}
              onChange={({ target }) =>
                edit({ advertisement: target.value === 'own' ? 'https://' : (target.value as 'off') })
              }
            >
              {(['standard', 'off', 'own'] as const).map((kind) => (
                <option key={kind} value={kind}>
                  {texts.ads[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {ad === 'own' && (
          <Field label={texts.adAddress} hint={texts.adHint}>
            {(control) => (
              <input
                {...control}
                type="url"
                aria-invalid={isWrong(problems, 'advertisement')}
                value={advertisement}
                onChange={({ target }) => edit({ advertisement: target.value as SiteIdentity['advertisement'] })}
              />
            )}
          </Field>
        )}
        <ProblemList problems={problems} field="advertisement" />
      </div>
    </Panel>
  )
}

function toggled(languages: readonly SiteLanguage[], code: SiteLanguage, isOffered: boolean): SiteLanguage[] {
  return isOffered ? [...languages, code] : languages.filter((other) => other !== code)
}
