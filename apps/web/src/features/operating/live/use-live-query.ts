import { useChoiceInAddress } from '../../../lib/in-address/use-choice-in-address.ts'
import { useTypedInAddress } from '../../../lib/in-address/use-typed-in-address.ts'
import { liveOrders } from './live-query.ts'

export const soughtMaxLength = 100

/** What the list of broadcasts is searched for, and its order: both are in the address, as `q` and `order`. */
export function useLiveQuery() {
  const [text, setText] = useTypedInAddress('q', soughtMaxLength)
  const [order, setOrder] = useChoiceInAddress('order', liveOrders, 'reported')
  return { text, setText, order, setOrder }
}
