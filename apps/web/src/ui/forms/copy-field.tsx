import { Copy, Eye, EyeOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { siteTexts } from '../../texts/site.ts'
import { toast } from '../surfaces/toast.tsx'
import { Button } from './button.tsx'
import styles from './copy-field.module.css'
import { Field } from './field.tsx'

/** A read-only value with a button that copies it and then shows `copiedText` in a toast. */
export function CopyField({
  label,
  hint,
  value,
  copiedText,
  isSecret = false,
  isLong = false,
  kind = 'secondary',
}: {
  label: string
  hint?: string
  value: string
  copiedText: string
  /** Shown as dots until the user asks for it: streamers share their screens. It can be copied unseen. */
  isSecret?: boolean
  /** The value has several lines. */
  isLong?: boolean
  /** The button's: primary where copying is the next thing to do. */
  kind?: 'primary' | 'secondary'
}) {
  const field = useRef<HTMLTextAreaElement & HTMLInputElement>(null)
  const [isShown, setShown] = useState(false)
  const Text = isLong ? 'textarea' : 'input'
  const EyeIcon = isShown ? EyeOff : Eye

  async function copy(): Promise<void> {
    if (await copyText(value, field.current)) toast(copiedText)
    else toast(siteTexts.copyFailed, 'error')
  }

  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {(control) => (
        <div className={styles.row}>
          <Text
            {...control}
            {...(isSecret && { type: isShown ? 'text' : 'password' })}
            ref={field}
            className={`${control.className} ${styles.value} ${isSecret || isLong ? styles.code : ''} ${isSecret ? styles.secret : ''}`}
            value={value}
            readOnly
            spellCheck={false}
            autoComplete="off"
            onFocus={({ target }) => target.select()}
          />
          {isSecret && (
            <Button
              aria-label={isShown ? siteTexts.hideNamed(label) : siteTexts.showNamed(label)}
              onClick={() => setShown(!isShown)}
            >
              <EyeIcon size={18} aria-hidden="true" />
              <span className="visually-hidden-on-phone">{isShown ? siteTexts.hide : siteTexts.show}</span>
            </Button>
          )}
          <Button kind={kind} aria-label={siteTexts.copyNamed(label)} onClick={() => void copy()}>
            <Copy size={18} aria-hidden="true" />
            {siteTexts.copy}
          </Button>
        </div>
      )}
    </Field>
  )
}
