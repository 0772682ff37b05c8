import { watchPath } from '@waggle/contract/pages/page-addresses'
import {
  Antenna,
  Blocks,
  Cpu,
  Heart,
  type LucideIcon,
  MessageCircle,
  Rocket,
  SearchX,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useDocumentTitle } from '../../lib/browser/document-title.ts'
import { useCurrentSection } from '../../lib/browser/use-current-section.ts'
import { useSite } from '../../lib/site.ts'
import { faqTexts as texts } from '../../texts/faq/faq.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import styles from './faq.module.css'
import { QuestionItem } from './question-item.tsx'
import { type SectionId, searchQuestions } from './questions.ts'
import { useHashTarget } from './use-hash-target.ts'

const sectionIcons: Record<SectionId, LucideIcon> = {
  'getting-started': Rocket,
  streaming: Antenna,
  'watching-following': Heart,
  technical: Cpu,
  'hive-blockchain': Blocks,
  'community-safety': ShieldCheck,
}

export function Faq() {
  useDocumentTitle(texts.title)
  const [typed, setTyped] = useState('')
  const target = useHashTarget()
  const [seenTarget, setSeenTarget] = useState(target)
  if (target !== seenTarget) {
    // A search must not hide the question that the address points to.
    setSeenTarget(target)
    setTyped('')
  }
  const found = searchQuestions(typed)
  const isSearching = typed.trim() !== ''
  const current = useCurrentSection(found.map(({ id }) => id))
  const count = found.reduce((sum, section) => sum + section.questions.length, 0)
  return (
    <div className={styles.page} data-streamless>
      <h1 className={styles.title}>{texts.title}</h1>
      <p className={styles.lead}>{texts.lead}</p>
      <search className={styles.search}>
        <SearchField
          label={texts.searchLabel}
          placeholder={texts.searchPlaceholder}
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
      </search>
      <p className={isSearching ? styles.found : 'visually-hidden'} role="status">
        {isSearching && texts.found(count)}
      </p>
      {found.length === 0 ? (
        <Notice
          level={2}
          title={texts.noneFound}
          icon={<SearchX size={34} />}
          action={<Button onClick={() => setTyped('')}>{texts.showAll}</Button>}
        >
          {texts.tryOtherWords}
        </Notice>
      ) : (
        <div className={styles.columns}>
          <nav className={styles.topics} aria-label={texts.topics}>
            {found.map(({ id, title }) => (
              <a key={id} href={`#${id}`} className="chip" aria-current={id === current || undefined}>
                <SectionIcon id={id} size={16} />
                {title}
              </a>
            ))}
          </nav>
          <div className={styles.sections}>
            {found.map((section) => (
              <section
                key={section.id}
                id={section.id}
                className={styles.section}
                aria-labelledby={`${section.id}-title`}
              >
                <h2 id={`${section.id}-title`} className={styles.sectionTitle}>
                  <span className={styles.sectionMark}>
                    <SectionIcon id={section.id} size={20} />
                  </span>
                  {section.title}
                </h2>
                {section.questions.map((question) => (
                  // The key remounts the question, so that one found by a search or an address starts open.
                  <QuestionItem
                    key={`${question.id} ${isSearching} ${question.id === target}`}
                    question={question}
                    isOpen={isSearching || question.id === target}
                  />
                ))}
              </section>
            ))}
          </div>
        </div>
      )}
      <Footer />
    </div>
  )
}

function SectionIcon({ id, size }: { id: SectionId; size: number }) {
  const Icon = sectionIcons[id]
  return <Icon size={size} aria-hidden="true" />
}

/** Links to the chat and the Hive profile of the site's own account (rule FAQ-3). */
function Footer() {
  const account = useSite()?.posterAccount
  return (
    <footer className={styles.footer}>
      <h2 className={styles.footerTitle}>{texts.moreHeading}</h2>
      {account && (
        <ul className={styles.footerLinks}>
          <li>
            <Link href={watchPath(account)}>
              <MessageCircle size={18} aria-hidden="true" />
              {texts.communityChat(account)}
            </Link>
          </li>
          <li>
            <a href={`https://hive.blog/@${account}`} target="_blank" rel="noopener noreferrer">
              <UserRound size={18} aria-hidden="true" />
              {texts.hiveProfile(account)}
            </a>
          </li>
        </ul>
      )}
    </footer>
  )
}
