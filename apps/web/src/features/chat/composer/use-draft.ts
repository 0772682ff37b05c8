import { type RefObject, useCallback, useRef, useState } from 'react'

/** The text being typed. It is kept while a notice, such as that of a timeout, replaces the composer. */
export interface Draft {
  text: string
  setText: (text: string) => void
  input: RefObject<HTMLTextAreaElement | null>
  /** Inserts text at the caret and moves the caret behind it. */
  insert: (inserted: string) => void
  replace: (from: number, to: number, inserted: string) => void
}

export function useDraft(): Draft {
  const [text, setText] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)

  const replace = useCallback((from: number, to: number, inserted: string) => {
    setText((before) => before.slice(0, from) + inserted + before.slice(to))
    const caret = from + inserted.length
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret))
  }, [])

  const insert = useCallback(
    (inserted: string) => {
      const { selectionStart = 0, selectionEnd = 0 } = input.current ?? {}
      replace(selectionStart, selectionEnd, inserted)
    },
    [replace],
  )

  return { text, setText, input, insert, replace }
}
