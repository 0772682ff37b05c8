import { operatingLimits } from '@waggle/contract/operating/limits'
import { type ReactNode, useState } from 'react'
import { reviewTexts as texts } from '../../../texts/operating/review.ts'
import { ErrorMessage } from '../../../ui/feedback/error-message.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Modal } from '../../../ui/surfaces/modal.tsx'
import styles from '../operating.module.css'

interface AnswerDialogProps {
  title: string
  label: string
  hint: string
  failure: string | undefined
  isBusy: boolean
  /** What can be decided, with the text that was written. */
  answers: readonly { label: string; onChoose: (text: string) => void }[]
  onClose: () => void
  children?: ReactNode
}

/** Asks for a decision, and for what is said about it. */
export function AnswerDialog({ title, label, hint, failure, isBusy, answers, onClose, children }: AnswerDialogProps) {
  const [text, setText] = useState('')
  return (
    <Modal title={title} canClose={!isBusy} onClose={onClose}>
      <div className={styles.dialog}>
        {children}
        <Field label={label} hint={hint}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={text}
              maxLength={operatingLimits.noteMaxLength}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {failure !== undefined && <ErrorMessage>{failure}</ErrorMessage>}
        <div className={styles.buttons}>
          {answers.map((answer) => (
            <Button key={answer.label} disabled={isBusy} onClick={() => answer.onChoose(text)}>
              {answer.label}
            </Button>
          ))}
          <Button kind="quiet" disabled={isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
