import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { type SiteLanguage, type SitePage, siteLanguages } from '@waggle/contract/site/settings'
import { problemText } from '../../../texts/operating/site-settings.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import styles from '../site-settings.module.css'

interface HiddenProblemsProps {
  problems: readonly SettingProblem[]
  pages: readonly SitePage[]
  /** The fields that are on the screen and say themselves what is wrong: 'pages.2.title'. */
  shown: readonly string[]
  nameOf: (page: SitePage) => string
  onShow: (place: number, language: SiteLanguage | undefined) => void
}

/** What keeps the settings from being saved and is on another page, or in another language of this one. */
export function HiddenProblems({ problems, pages, shown, nameOf, onShow }: HiddenProblemsProps) {
  return problems.flatMap((problem) => {
    const { field } = problem
    const [, place, translated] = /^pages\.(\d+)(?:\.translations\.(\w+))?/.exec(field) ?? []
    const page = pages[Number(place)]
    if (page === undefined || shown.includes(field)) return []
    const language = (translated as SiteLanguage | undefined) ?? page.language
    const name = language === undefined ? '' : ` (${siteLanguages[language] ?? language})`
    return [
      <ErrorMessage key={`${field} ${problem.code}`}>
        <button
          type="button"
          className={styles.leads}
          data-leads-to-problem
          onClick={() => onShow(Number(place), language)}
        >
          {`${nameOf(page)}${name}: ${problemText(problem)}`}
        </button>
      </ErrorMessage>,
    ]
  })
}
