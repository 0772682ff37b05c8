import { pagePaths } from '@waggle/contract/pages/page-addresses'
import { faqTexts } from '../../texts/faq/faq.ts'
import { communityAnswers } from '../../texts/faq/faq-community.ts'
import { hiveAnswers } from '../../texts/faq/faq-hive.ts'
import { startAnswers } from '../../texts/faq/faq-start.ts'
import { streamingAnswers } from '../../texts/faq/faq-streaming.ts'
import { technicalAnswers } from '../../texts/faq/faq-technical.ts'
import { watchingAnswers } from '../../texts/faq/faq-watching.ts'
import { type Question, questionsOf } from './question.ts'

export type SectionId = keyof typeof faqTexts.sections

interface QuestionSection {
  id: SectionId
  title: string
  questions: readonly Question[]
}

/** The six sections of the FAQ (rule FAQ-1). */
export const sections: readonly QuestionSection[] = [
  section(
    'getting-started',
    questionsOf(startAnswers, {
      'get-account': 'https://signup.hive.io/',
      'log-in': 'https://hive-keychain.com/',
      'find-streams': pagePaths.directory,
    }),
  ),
  section(
    'streaming',
    questionsOf(streamingAnswers, { 'start-streaming': pagePaths.streamKey, 'key-leaked': pagePaths.streamKey }),
  ),
  section('watching-following', questionsOf(watchingAnswers, { 'find-followed': pagePaths.following })),
  section('technical', questionsOf(technicalAnswers, { 'other-players': '/api/docs' })),
  section(
    'hive-blockchain',
    questionsOf(hiveAnswers, { 'what-is-hive': 'https://hive.io/', revoke: 'https://wallet.hive.blog/' }),
  ),
  section('community-safety', questionsOf(communityAnswers)),
]

/** The questions that contain every word of the search, in any case, in the question or its answer. */
export function searchQuestions(typed: string): readonly QuestionSection[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return sections
  return sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter((question) => {
        const text = plain([section.title, question.question, ...question.answer.flat()].join(' '))
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter((section) => section.questions.length > 0)
}

function section(id: SectionId, questions: readonly Question[]): QuestionSection {
  return { id, title: faqTexts.sections[id], questions }
}

/** Drops case and accents, which many users do not type. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
