import type { SettingProblem } from '@waggle/contract/site/setting-problems'
import { problemText } from '../../texts/operating/site-settings.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'

/** Whether something is wrong with a field: its control says so, which leads to it. `within`: also with the parts of it. */
export function isWrong(problems: readonly SettingProblem[], field: string, within = false): boolean {
  return problems.some((one) => isOf(one, field, within))
}

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
  const found = problems.filter((one) => isOf(one, field, within))
  return found.map((problem) => (
    <ErrorMessage key={`${problem.field} ${problem.code}`}>{problemText(problem)}</ErrorMessage>
  ))
}

function isOf(problem: SettingProblem, field: string, within: boolean): boolean {
  return problem.field === field || (within && problem.field.startsWith(`${field}.`))
}
