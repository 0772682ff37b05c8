import { type RefObject, useCallback, useRef, useState } from 'react'

/** What is being typed. It outlives the form, which gives way to a notice while its writer may not write. */
export interface Draft {
  text: string
  setText: (text: string) => void
  input: RefObject<HTMLTextAreaElement | null>
  /** Puts a text where the caret is, and the caret after it. */
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
