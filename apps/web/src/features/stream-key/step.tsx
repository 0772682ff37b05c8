import { Fragment } from 'react'

/** A step of instructions. Every second part is a name in the software, shown in bold. */
export function Step({ parts }: { parts: readonly string[] }) {
  return (
    <li>
      {parts.map((part, index) =>
        index % 2 === 1 ? <strong key={part}>{part}</strong> : <Fragment key={part}>{part}</Fragment>,
      )}
    </li>
  )
}
