import { expect, test } from 'vitest'
import { shownAmount } from './amount.ts'

test.each([
  ['1.000 HIVE', '1 HIVE'],
  ['2.500 HBD', '2.5 HBD'],
  ['0.001 HBD', '0.001 HBD'],
  ['12345.670 HIVE', '12,345.67 HIVE'],
])('%s is shown as %s', (amount, shown) => {
  expect(shownAmount(amount)).toBe(shown)
})
