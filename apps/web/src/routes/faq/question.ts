type Part = string | readonly string[]

/** Questions by their ids, in the page's language. */
export type AnswerTexts = Readonly<
  Record<string, { question: string; answer: readonly Part[]; link?: string | undefined }>
>

export interface Question {
  /** Its address: `/faq#what-is-hive`. A published one is never changed. */
  id: string
  question: string
  /** Paragraphs; a list is a sequence of steps. */
  answer: readonly Part[]
  link?: { label: string; href: string }
}

/** `links` has the address for every question whose text has a link. */
export function questionsOf(texts: AnswerTexts, links: Readonly<Record<string, string>> = {}): Question[] {
  return Object.entries(texts).map(([id, { question, answer, link: label }]) => {
    const href = links[id]
    return { id, question, answer, ...(label !== undefined && href !== undefined && { link: { label, href } }) }
  })
}
