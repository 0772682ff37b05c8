import { useSearchParams } from 'wouter'
import { useTypedInAddress } from '../../../lib/use-typed-in-address.ts'
import { type LiveOrder, liveOrders } from './live-query.ts'

export const soughtMaxLength = 100

/** What the list of broadcasts is searched for, and its order: both are in the address, as `q` and `order`. */
export function useLiveQuery() {
  const [params, setParams] = useSearchParams()
  const [text, setText] = useTypedInAddress('q', soughtMaxLength)
  const inAddress = params.get('order')
  const order = liveOrders.find((known) => known === inAddress) ?? 'reported'

  function setOrder(chosen: LiveOrder): void {
    const write = (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      if (chosen === 'reported') next.delete('order')
      else next.set('order', chosen)
      return next
    }
    setParams(write, { replace: true })
  }

  return { text, setText, order, setOrder }
}
