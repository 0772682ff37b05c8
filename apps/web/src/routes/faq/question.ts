export interface Question {
  /** Its address: `/faq#what-is-hive`. A published one is never changed. */
  id: string
  question: string
  /** Paragraphs; a list is a sequence of steps. */
  answer: readonly (string | readonly string[])[]
  link?: { label: string; href: string }
}
