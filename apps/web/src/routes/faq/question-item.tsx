import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { ChevronDown, Link2 } from 'lucide-react'
import { Link } from 'wouter'
import { ObsWindow } from '../../features/stream-key/obs-window.tsx'
import { faqTexts as texts } from '../../texts/faq/faq.ts'
import styles from './faq.module.css'
import type { Question } from './question.ts'

/** A question that expands to its answer. The browser's own search also finds text in collapsed answers. */
export function QuestionItem({ question, isOpen }: { question: Question; isOpen: boolean }) {
  const { id, answer, link } = question
  return (
    <details id={id} className={styles.question} open={isOpen}>
      <summary className={styles.summary}>
        <h3>{question.question}</h3>
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      <div className={styles.answer}>
        {answer.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>{part}</p>
          ) : (
            <ol key={part[0]}>
              {part.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          ),
        )}
        {id === 'start-streaming' && <ObsWindow steps={[2, 3, 3]} />}
        <p className={styles.links}>
          {link && <AnswerLink {...link} />}
          <a className={styles.permalink} href={`${pagePaths.faq}#${id}`} aria-label={texts.linkTo(question.question)}>
            <Link2 size={16} aria-hidden="true" />
            {texts.linkToAnswer}
          </a>
        </p>
      </div>
    </details>
  )
}

function AnswerLink({ label, href }: { label: string; href: string }) {
  // The API documentation is a page of the server, not of the app.
  const isPage = Object.values<string>(pagePaths).includes(href)
  if (isPage) return <Link href={href}>{label}</Link>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}
