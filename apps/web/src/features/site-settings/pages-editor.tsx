import { sitePagePath } from '@waggle/contract/pages/page-addresses'
import { isKnownPage, knownPages, type SitePage, settingLimits } from '@waggle/contract/site/settings'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { siteSettingTexts as texts } from '../../texts/operating/site-settings.ts'
import { sitePageTitle } from '../../texts/site-pages.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Panel } from '../../ui/surfaces/panel.tsx'
import { ProblemList } from './problem-list.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import styles from './site-settings.module.css'

/** The pages of the site in Markdown, with what they will look like (rule SITE-7). */
export function PagesEditor({ draft: { pages }, problems, edit }: SettingsDraft) {
  // Those with a name in every language can always be chosen: writing a text is what adds them.
  const all = [
    ...pages,
    ...knownPages.filter((known) => pages.every(({ address }) => address !== known)).map(emptyPage),
  ]
  const [place, setPlace] = useState(0)
  const page = all[place] ?? emptyPage('about')
  const isKnown = isKnownPage(page.address) && pages.findIndex(({ address }) => address === page.address) === place

  function change(changed: Partial<SitePage>): void {
    const next = all.map((other, index) => (index === place ? { ...other, ...changed } : other))
    // Empty ones that nobody has written are no pages yet. They follow the others, so that no place changes.
    edit({ pages: next.filter((other, index) => index < pages.length || index === place || other.text !== '') })
    if (place >= pages.length) setPlace(pages.length)
  }

  function add(): void {
    const used = new Set(pages.map(({ address }) => address))
    let address: string = texts.newPage
    for (let number = 2; used.has(address); number += 1) address = `${texts.newPage}-${number}`
    edit({ pages: [...pages, { address, title: texts.page, text: '' }] })
    setPlace(pages.length)
  }

  const field = (name: string) => `pages.${place}.${name}`
  return (
    <Panel title={texts.pages}>
      <div className={styles.stack}>
        <p className={styles.hint}>{texts.pagesHint}</p>
        <div className={styles.pick}>
          <Field label={texts.page}>
            {(control) => (
              <select {...control} value={place} onChange={({ target }) => setPlace(Number(target.value))}>
                {all.map((one, index) => (
                  <option key={one.address} value={index}>
                    {sitePageTitle(one)}
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
        <div className={styles.pair}>
          {!isKnown && !isKnownPage(page.address) && (
            <div className={styles.stack}>
              <Field label={texts.address} hint={texts.addressHint(sitePagePath(page.address))}>
                {(control) => (
                  <input
                    {...control}
                    value={page.address}
                    autoCapitalize="none"
                    spellCheck={false}
                    onChange={({ target }) => change({ address: target.value })}
                  />
                )}
              </Field>
              <ProblemList problems={problems} field={field('address')} />
            </div>
          )}
          <div className={styles.stack}>
            <Field label={texts.title} hint={isKnownPage(page.address) ? texts.titleHint : undefined}>
              {(control) => (
                <input
                  {...control}
                  value={page.title}
                  placeholder={isKnownPage(page.address) ? sitePageTitle(page) : undefined}
                  onChange={({ target }) => change({ title: target.value })}
                />
              )}
            </Field>
            <ProblemList problems={problems} field={field('title')} />
          </div>
        </div>
        <div className={styles.write}>
          <div className={styles.stack}>
            <Field label={texts.text} aside={`${[...page.text].length} / ${settingLimits.pageMaxLength}`}>
              {(control) => (
                <textarea
                  {...control}
                  rows={16}
                  value={page.text}
                  onChange={({ target }) => change({ text: target.value })}
                />
              )}
            </Field>
            <ProblemList problems={problems} field={field('text')} />
          </div>
          <section className={styles.preview} aria-label={texts.preview}>
            <h3 className={styles.previewTitle}>{texts.preview}</h3>
            {page.text === '' ? <p className={styles.hint}>{texts.emptyPreview}</p> : <Markdown text={page.text} />}
          </section>
        </div>
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

function emptyPage(address: string): SitePage {
  return { address, title: '', text: '' }
}
