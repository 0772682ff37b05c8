type Part = string | readonly string[]

/** Questions by their ids, in the page's language. */
export type AnswerTexts = Readonly<
  Record<string, { question: string; answer: readonly Part[]; link?: string | undefined }>
>

export interface Question {
  /** The fragment of its address: `/faq#what-is-hive`. A published id never changes. */
  id: string
  question: string
  /** Paragraphs. An array in it is a sequence of steps. */
  answer: readonly Part[]
  link?: { label: string; href: string }
}

/** `links` has an address for each question whose text contains a link. */
export function questionsOf(texts: AnswerTexts, links: Readonly<Record<string, string>> = {}): Question[] {
  return Object.entries(texts).map(([id, { question, answer, link: label }]) => {
    const href = links[id]
    return { id, question, answer, ...(label !== undefined && href !== undefined && { link: { label, href } }) }
  })
}
