import { settingLimits } from '@waggle/contract/site/settings'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { isWrong, ProblemList } from './problem-list.tsx'
import { fromLocalTime, type SettingsDraft, toLocalTime } from './settings-draft.ts'
import { partId } from './settings-parts.tsx'
import styles from './site-settings.module.css'

/** The message for everybody (rule SITE-10). */
export function BannerFields({ draft: { banner }, problems, edit }: SettingsDraft) {
  return (
    <Panel id={partId('message')} title={texts.message}>
      <div className={styles.stack}>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={banner !== null}
            onChange={({ target }) => edit({ banner: target.checked ? { text: '', from: null, until: null } : null })}
          />
          {texts.hasMessage}
        </label>
        {banner && (
          <>
            <Field label={texts.messageText} aside={`${[...banner.text].length} / ${settingLimits.bannerMaxLength}`}>
              {(control) => (
                <input
                  {...control}
                  value={banner.text}
                  aria-invalid={isWrong(problems, 'banner.text')}
                  onChange={({ target }) => edit({ banner: { ...banner, text: target.value } })}
                />
              )}
            </Field>
            <ProblemList problems={problems} field="banner.text" />
            <div className={styles.pair}>
              {(['from', 'until'] as const).map((end) => (
                <Field key={end} label={texts[end]}>
                  {(control) => (
                    <input
                      {...control}
                      type="datetime-local"
                      aria-invalid={isWrong(problems, `banner.${end}`)}
                      value={toLocalTime(banner[end])}
                      onChange={({ target }) => edit({ banner: { ...banner, [end]: fromLocalTime(target.value) } })}
                    />
                  )}
                </Field>
              ))}
            </div>
            <ProblemList problems={problems} field="banner.from" />
            <ProblemList problems={problems} field="banner.until" />
            <p className={styles.hint}>{texts.timesHint}</p>
          </>
        )}
      </div>
    </Panel>
  )
}
