import { type SqlBool, sql } from 'kysely'

/** Leaves out recordings that have been deleted, whose objects may still wait for the store. For queries of the table `recordings`. */
export const isNotDeleted = sql<SqlBool>`recordings.broadcast_id not in (select broadcast_id from deleted_recordings)`
