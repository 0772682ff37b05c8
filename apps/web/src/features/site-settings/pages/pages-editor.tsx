import { sitePagePath } from '@waggle/contract/pages/page-addresses'
import { type PageTexts, pageIn, pageWithTexts, textsOfPage } from '@waggle/contract/site/page-texts'
import {
  isKnownPage,
  knownPages,
  type PageText,
  type SiteLanguage,
  type SitePage,
  settingLimits,
  siteLanguages,
} from '@waggle/contract/site/settings'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { language as ownLanguage } from '../../../texts/language/language.ts'
import { siteSettingTexts as texts } from '../../../texts/operating/site-settings.ts'
import { sitePageTitle } from '../../../texts/site-pages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Panel } from '../../../ui/surfaces/panel.tsx'
import { isWrong, ProblemList } from '../problem-list.tsx'
import type { SettingsDraft } from '../settings-draft.ts'
import { partId } from '../settings-parts.tsx'
import styles from '../site-settings.module.css'
import { HiddenProblems } from './hidden-problems.tsx'
import { PageTextFields } from './page-text-fields.tsx'

/** The pages of the site in Markdown, in each language, with what they will look like (rule SITE-7). */
export function PagesEditor({ draft: { pages, languages }, problems, edit }: SettingsDraft) {
  // Those with a name in every language can always be chosen: writing a text is what adds them.
  const all = [
    ...pages,
    ...knownPages.filter((known) => pages.every(({ address }) => address !== known)).map(emptyPage),
  ]
  const [place, setPlace] = useState(0)
  const [chosen, setChosen] = useState<SiteLanguage>()
  const page = all[place] ?? emptyPage('about')
  const isKnown = isKnownPage(page.address)
  const written = textsOfPage(page, languages)
  const shownLanguages = languagesOf(written, languages)
  const language = shownLanguages.find((one) => one === chosen) ?? shownLanguages[0] ?? 'en'
  const isOwn = language === (page.language ?? languages[0])
  const field = `pages.${place}`
  const textField = isOwn ? field : `${field}.translations.${language}`

  function change(changed: SitePage): void {
    const next = all.map((other, index) => (index === place ? changed : other))
    // Empty ones that nobody has written are no pages yet. They follow the others, so that no place changes.
    edit({ pages: next.filter((other, index) => index < pages.length || index === place || other.text !== '') })
    if (place >= pages.length) setPlace(pages.length)
  }

  function write(changed: Partial<PageText>): void {
    const text = { title: '', text: '', ...written[language], ...changed }
    change(pageWithTexts(page.address, { ...written, [language]: text }, languages))
  }

  function add(): void {
    const used = new Set(pages.map(({ address }) => address))
    let address: string = texts.newPage
    for (let number = 2; used.has(address); number += 1) address = `${texts.newPage}-${number}`
    edit({ pages: [...pages, { address, title: texts.page, text: '' }] })
    setPlace(pages.length)
  }

  return (
    <Panel id={partId('pages')} title={texts.pages}>
      <div className={styles.stack}>
        <p className={styles.hint}>{texts.pagesHint}</p>
        <div className={styles.pick}>
          <Field label={texts.page}>
            {(control) => (
              <select {...control} value={place} onChange={({ target }) => setPlace(Number(target.value))}>
                {all.map((one, index) => (
                  <option key={one.address} value={index}>
                    {nameOf(one)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Button disabled={pages.length >= settingLimits.sitePagesMax} onClick={add}>
            <Plus size={18} aria-hidden="true" />
            {texts.addPage}
          </Button>
        </div>
        <ProblemList problems={problems} field="pages" />
        <HiddenProblems
          problems={problems}
          pages={all}
          shown={[`${field}.address`, `${textField}.title`, `${textField}.text`]}
          nameOf={nameOf}
          onShow={(index, inLanguage) => {
            setPlace(index)
            setChosen(inLanguage)
          }}
        />
        {!isKnown && (
          <div className={styles.stack}>
            <Field label={texts.address} hint={texts.addressHint(sitePagePath(page.address))}>
              {(control) => (
                <input
                  {...control}
                  value={page.address}
                  aria-invalid={isWrong(problems, `${field}.address`)}
                  autoCapitalize="none"
                  spellCheck={false}
                  onChange={({ target }) => change({ ...page, address: target.value })}
                />
              )}
            </Field>
            <ProblemList problems={problems} field={`${field}.address`} />
          </div>
        )}
        {shownLanguages.length > 1 && (
          <fieldset className={styles.languages}>
            <legend>{texts.pageLanguage}</legend>
            <div className="chip-row">
              {shownLanguages.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="chip"
                  lang={one}
                  aria-pressed={one === language}
                  onClick={() => setChosen(one)}
                >
                  {siteLanguages[one]}
                </button>
              ))}
            </div>
            {!written[language]?.text && page.text !== '' && (
              <p className={styles.hint}>{texts.fallback(siteLanguages[page.language ?? languages[0] ?? 'en'])}</p>
            )}
          </fieldset>
        )}
        <PageTextFields
          key={`${place} ${language}`}
          language={language}
          text={written[language] ?? { title: '', text: '' }}
          usualTitle={isKnown ? nameOf(emptyPage(page.address)) : undefined}
          problems={problems}
          field={textField}
          onChange={write}
        />
        {place < pages.length && (
          <div>
            <Button
              kind="danger"
              size="small"
              onClick={() => {
                edit({ pages: pages.filter((_, index) => index !== place) })
                setPlace(0)
              }}
            >
              <Trash2 size={16} aria-hidden="true" />
              {texts.removePage}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

/** Those that the site offers, and those that the page was written in before. */
function languagesOf(written: PageTexts, offered: readonly SiteLanguage[]): SiteLanguage[] {
  const others = (Object.keys(written) as SiteLanguage[]).filter((one) => written[one]?.text)
  return [...new Set([...offered, ...others])]
}

function nameOf(page: SitePage): string {
  return sitePageTitle({ address: page.address, title: pageIn(page, ownLanguage).title || page.title })
}

function emptyPage(address: string): SitePage {
  return { address, title: '', text: '' }
}
