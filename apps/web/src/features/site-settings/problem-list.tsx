import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { problemText } from '../../texts/operating/site-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'

/** What is wrong with one field. `within`: also with the parts of it. */
export function ProblemList({
  problems,
  field,
  within = false,
}: {
  problems: readonly SettingProblem[]
  field: string
  within?: boolean
}) {
  const found = problems.filter((one) => one.field === field || (within && one.field.startsWith(`${field}.`)))
  return found.map((problem) => (
    <ErrorMessage key={`${problem.field} ${problem.code}`}>{problemText(problem)}</ErrorMessage>
  ))
}
