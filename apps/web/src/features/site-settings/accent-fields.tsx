import { accentTokens, isColour, programAccent, readableAccent } from '@waggle/contract/site/accent'
import type { Accent } from '@waggle/contract/site/settings'
import type { CSSProperties } from 'react'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { isWrong, ProblemList } from './problem-list.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import { partId } from './settings-parts.tsx'
import styles from './site-settings.module.css'

const themes = ['light', 'dark'] as const

/** The colours of the site, each with what it looks like in its theme (rule SITE-5). */
export function AccentFields({ draft: { accent }, problems, edit }: SettingsDraft) {
  return (
    <Panel id={partId('colours')} title={texts.colours}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={accent !== null}
          onChange={({ target }) => edit({ accent: target.checked ? programAccent : null })}
        />
        {texts.ownColours}
      </label>
      {accent && (
        <>
          <p className={styles.hint}>{texts.coloursHint}</p>
          <div className={styles.pair}>
            {themes.map((theme) => (
              <AccentField
                key={theme}
                {...{ theme, accent, problems }}
                onChange={(colour) => edit({ accent: { ...accent, [theme]: colour } })}
              />
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

function AccentField({
  theme,
  accent,
  problems,
  onChange,
}: Pick<SettingsDraft, 'problems'> & { theme: keyof Accent; accent: Accent; onChange: (colour: string) => void }) {
  const colour = accent[theme]
  const other = accent[theme === 'light' ? 'dark' : 'light']
  const works = problems.find(({ field, code }) => field === `accent.${theme}` && code === 'low_contrast')?.values
    ?.works
  const derived = isColour(other) ? readableAccent(other, theme) : undefined
  return (
    <div className={styles.stack}>
      <Field label={texts[theme]}>
        {(control) => (
          <span className={styles.colour}>
            <input
              type="color"
              aria-label={texts.pick(texts[theme])}
              value={isColour(colour) ? colour : programAccent[theme]}
              onChange={({ target }) => onChange(target.value)}
            />
            <input
              {...control}
              value={colour}
              maxLength={7}
              aria-invalid={isWrong(problems, `accent.${theme}`)}
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => onChange(target.value.trim())}
            />
          </span>
        )}
      </Field>
      {isColour(colour) && <Sample theme={theme} colour={colour} />}
      <ProblemList problems={problems} field={`accent.${theme}`} />
      {typeof works === 'string' && (
        <div>
          <Button size="small" onClick={() => onChange(works)}>
            {texts.use(works)}
          </Button>
        </div>
      )}
      {works === undefined && theme === 'dark' && derived !== undefined && derived !== colour && (
        <div>
          <Button size="small" kind="quiet" onClick={() => onChange(derived)}>
            {texts.deriveDark}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What is active and what is filled, in one theme. */
function Sample({ theme, colour }: { theme: keyof Accent; colour: string }) {
  const tokens = accentTokens({ light: colour, dark: theme === 'dark' ? colour : readableAccent(colour, 'dark') })
  return (
    <span className={styles.sample} style={{ ...tokens, colorScheme: theme } as CSSProperties}>
      <span className={styles.sampleTab}>{texts.sampleLink}</span>
      <span className={styles.sampleButton}>{texts.sampleButton}</span>
    </span>
  )
}
