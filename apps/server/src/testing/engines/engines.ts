import { startPostgres } from './postgres.ts'
import { removeFolder, temporaryFolder } from './private-process.ts'

/** A private database of the test, and whether several processes may open it. */
export interface TestEngine {
  place: { databaseUrl?: string; dataDir: string }
  hasServer: boolean
  close(): Promise<void>
}

/** The engines on which every suite of the database runs. */
export const engines: Record<string, () => Promise<TestEngine>> = {
  sqlite: async () => {
    const dataDir = await temporaryFolder('sqlite')
    return { place: { dataDir }, hasServer: false, close: () => removeFolder(dataDir) }
  },
  postgres: async () => {
    const server = await startPostgres()
    const place = { databaseUrl: server.url, dataDir: '/nowhere' }
    return { place, hasServer: true, close: () => server.close() }
  },
}
