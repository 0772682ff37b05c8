import { splitLinks } from './links.ts'

/** A text of a user, with its links. They lead to other sites, in a tab of their own. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
      <a key={index} dir="ltr" href={part.address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {part.text}
      </a>
    ),
  )
}
