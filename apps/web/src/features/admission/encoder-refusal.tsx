import { formatTime } from '../../lib/format/format.ts'
import { myAdmissionTexts as texts } from '../../texts/admission/my-admission.ts'
import { refusalText } from '../../texts/contract/errors.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { useMyAdmission } from './use-my-admission.ts'

/** Why the encoder was refused in the last minutes: the streamer may not see what it shows (rule ADMIT-3). */
export function EncoderRefusal({ user }: { user: string }) {
  const { data } = useMyAdmission(user)
  const last = data?.lastEncoderRefusal
  if (!last) return null
  return (
    <ErrorMessage>
      {texts.encoder}, {texts.at(formatTime(last.at))}: {refusalText(last.code, last.message)}
    </ErrorMessage>
  )
}
