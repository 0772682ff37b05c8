import type { Site } from '@waggle/contract/endpoints'
import { pagePaths, sitePagePath } from '@waggle/contract/pages/page-addresses'
import { Link } from 'wouter'
import { switchTheme, theme, themes } from '../lib/browser/theme.ts'
import { useStore } from '../lib/store/use-store.ts'
import { language, languages, switchLanguage } from '../texts/language/language.ts'
import { siteTexts as texts } from '../texts/site.ts'
import { sitePageTitle } from '../texts/site-pages.ts'
import styles from './footer.module.css'

/** The site's own pages, and for visitors without a login language and theme. Signed-in users find them in their menu as well. */
export function Footer({ pages }: { pages: Site['pages'] }) {
  const { theme: chosen } = useStore(theme)
  return (
    <footer className={styles.footer}>
      {pages.length > 0 && (
        <nav className={styles.pages} aria-label={texts.sitePages}>
          {pages.map((page) => (
            <Link key={page.address} href={sitePagePath(page.address)} className={styles.page}>
              {sitePageTitle({ address: page.address, title: page.titles[language] ?? page.title })}
            </Link>
          ))}
        </nav>
      )}
      <Link href={pagePaths.report} className={styles.page}>
        {texts.report}
      </Link>
      {Object.keys(languages).length > 1 && (
        <Choice name={texts.language} options={languages} chosen={language} choose={switchLanguage} />
      )}
      <Choice
        name={texts.theme}
        options={Object.fromEntries(themes.map((theme) => [theme, texts.themes[theme]]))}
        chosen={chosen}
        choose={switchTheme}
      />
    </footer>
  )
}

function Choice<Value extends string>({
  name,
  options,
  chosen,
  choose,
}: {
  name: string
  options: Readonly<Record<string, string>>
  chosen: Value
  choose: (value: Value) => void
}) {
  return (
    <label className={styles.choice}>
      {name}
      <select value={chosen} onChange={({ target }) => choose(target.value as Value)}>
        {Object.entries(options).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
