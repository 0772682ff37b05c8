import { expect, test } from 'vitest'
import { communityAnswers } from '../../texts/faq/faq-community.ts'
import { hiveAnswers } from '../../texts/faq/faq-hive.ts'
import { startAnswers } from '../../texts/faq/faq-start.ts'
import { streamingAnswers } from '../../texts/faq/faq-streaming.ts'
import { technicalAnswers } from '../../texts/faq/faq-technical.ts'
import { watchingAnswers } from '../../texts/faq/faq-watching.ts'
import type { AnswerTexts } from './question.ts'
import { searchQuestions, sections } from './questions.ts'

const questions = sections.flatMap((section) => section.questions)

test('[FAQ-1] there are six sections, each with answers', () => {
  expect(sections.map((section) => section.title)).toEqual([
    'Getting Started',
    'Streaming',
    'Watching & Following',
    'Technical',
    'Hive Blockchain',
    'Community & Safety',
  ])
  for (const section of sections) expect(section.questions.length, section.title).toBeGreaterThan(2)
})

test('every link in a text has an address', () => {
  const linked = [startAnswers, streamingAnswers, watchingAnswers, technicalAnswers, hiveAnswers, communityAnswers]
    .flatMap((texts) => Object.values<AnswerTexts[string]>(texts))
    .flatMap(({ link }) => link ?? [])
  expect(questions.flatMap(({ link }) => link?.label ?? [])).toEqual(linked)
})

test('every question has an address of its own', () => {
  const ids = [...sections, ...questions].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]+$/)
})

test('[FAQ-4] says that rewards pay out after 7 days and that 720p and 1080p are supported', () => {
  const answerTo = (id: string) => questions.find((question) => question.id === id)?.answer.join(' ')
  expect(answerTo('rewards')).toContain('After 7 days')
  expect(answerTo('resolutions')).toContain('720p and 1080p are supported')
})

test('the search finds questions that contain every word, in any case, in the question or its answer', () => {
  const found = (typed: string) => searchQuestions(typed).flatMap((section) => section.questions.map(({ id }) => id))
  expect(found('  REWARDS paid ')).toContain('rewards')
  expect(found('rewards')).not.toContain('log-in')
  expect(found('keyframe')).toEqual(['obs-settings', 'delay'])
  expect(found('xyzzy')).toEqual([])
  expect(found('')).toHaveLength(questions.length)
})
