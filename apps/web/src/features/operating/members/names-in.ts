import { admissionLimits } from '@waggle/contract/admission/limits'
import { normaliseUsername } from '@waggle/contract/names'

/** The names of a pasted list, each once. What is too long to be sent is no name either way. */
export function namesIn(text: string): string[] {
  const words = text
    .split(/[\s,;]+/)
    .map((word) => normaliseUsername(word).slice(0, admissionLimits.givenNameMaxLength))
  return [...new Set(words.filter((word) => word !== ''))]
}
