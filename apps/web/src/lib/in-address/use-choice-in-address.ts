import { useSearchParams } from 'wouter'

/** One of `choices`, which the address has as the parameter `name`; the usual one is not written there. A change replaces the history entry. */
export function useChoiceInAddress<Choice extends string>(
  name: string,
  choices: readonly Choice[],
  usual: Choice,
): [chosen: Choice, choose: (choice: Choice) => void] {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(name)
  const chosen = choices.find((known) => known === inAddress) ?? usual

  function choose(choice: Choice): void {
    const write = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      if (choice === usual) next.delete(name)
      else next.set(name, choice)
      return next
    }
    setParams(write, { replace: true })
  }

  return [chosen, choose]
}
