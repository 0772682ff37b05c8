import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { startTestSite } from '../testing/site.ts'
import { changeOperators } from './operator.ts'

it('[OPERATE-1] an operator appointed on the machine has the rights at once, and loses them at once', async () => {
  const site = await startTestSite({ env: { WAGGLE_OPERATORS: 'alice' } })
  onTestFinished(() => site.close())
  const settings = readConfig({ WAGGLE_DATA_DIR: site.dataDir, WAGGLE_OPERATORS: 'alice' })
  const token = await site.signIn('bob')
  const role = async () => (await site.request('GET', '/api/operate/rights', { token })).json.role

  expect(await role()).toBe(null)
  expect(await changeOperators(settings, ['@Bob'])).toBe('bob runs the site from now on, at /operate.')
  expect(await role()).toBe('operator')
  expect(await changeOperators(settings, ['bob'])).toBe('bob runs the site already.')
  expect(await changeOperators(settings, [])).toBe('alice (WAGGLE_OPERATORS)\nbob')
  expect(await changeOperators(settings, ['bob', '--remove'])).toBe('bob does not run the site any more.')
  expect(await role()).toBe(null)
  // The settings decide about those whom they name.
  expect(await changeOperators(settings, ['alice', '--remove'])).toContain('until you remove the name there')
})

it('[OPS-6] `waggle operator` makes no site in a wrong folder, and refuses what is no account', async () => {
  const settings = { dataDir: '/nowhere/waggle', databaseUrl: undefined, operators: [] }
  await expect(changeOperators(settings, ['bob'])).rejects.toThrow("/nowhere/waggle has no site's data")
  await expect(changeOperators(settings, ['b o b'])).rejects.toThrow('is not a Hive account name')
  for (const args of [['--remove'], ['alice', 'bob'], ['--add', 'alice']]) {
    await expect(changeOperators(settings, args)).rejects.toThrow('waggle operator NAME --remove')
  }
})
