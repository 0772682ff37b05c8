import { Copy } from 'lucide-react'
import { useId, useRef } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { streamKeyTexts as texts } from '../../texts/stream-key.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './stream-key.module.css'

/** A read-only value with a button that copies it and says `copiedText`. */
export function CopyField({
  label,
  value,
  copiedText,
  isSecret = false,
}: {
  label: string
  value: string
  copiedText: string
  isSecret?: boolean
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    const isCopied = await copyText(value, input.current)
    if (isCopied) toast(copiedText)
    else toast(texts.copyFailed, 'error')
  }

  return (
    <div className={styles.copyField}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.copyRow}>
        <input
          ref={input}
          id={id}
          className={isSecret ? styles.secret : undefined}
          value={value}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
        <Button
          kind={isSecret ? 'primary' : 'secondary'}
          aria-label={texts.copyNamed(label)}
          onClick={() => void copy()}
        >
          <Copy size={18} aria-hidden="true" />
          {texts.copy}
        </Button>
      </div>
    </div>
  )
}
