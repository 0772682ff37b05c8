import { isLanguage, language, languages, switchLanguage } from '../texts/language.ts'
import { siteTexts as texts } from '../texts/site.ts'
import styles from './footer.module.css'

/** What a visitor without a login can choose; the others have it in their menu too. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <label className={styles.choice}>
        {texts.language}
        <select value={language} onChange={({ target }) => isLanguage(target.value) && switchLanguage(target.value)}>
          {Object.entries(languages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </footer>
  )
}
