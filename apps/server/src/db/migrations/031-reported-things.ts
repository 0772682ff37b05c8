import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reported things with their evidence, notices by people without an account, and appeals. */
export const reportedThingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('reported_things')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('open_subject', 'text')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('stream_id', 'text')
      .addColumn('channel', 'text')
      .addColumn('message_id', 'text')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('messages', 'text', (column) => column.notNull())
      .addColumn('broadcast_id', 'text')
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('media_id', 'text')
      .addColumn('media_from_ms', 'bigint')
      .addColumn('media_until_ms', 'bigint')
      .addColumn('picture_wanted_until_ms', 'bigint')
      .addColumn('taken_by', 'text')
      .addColumn('taken_at_ms', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('explanation', 'text', (column) => column.notNull())
      .addColumn('closed_by', 'text')
      .addColumn('closed_at_ms', 'bigint')
      .addColumn('is_evidence_deleted', 'integer', (column) => column.notNull())
      .execute()
    const things = (name: string, column: string) => db.schema.createIndex(name).on('reported_things').column(column)
    await things('reported_things_open', 'open_subject').unique().execute()
    await things('reported_things_of_subject', 'subject').execute()
    await things('reported_things_media', 'media_id').unique().execute()
    await things('reported_things_of_broadcast', 'broadcast_id').execute()
    await things('reported_things_closed', 'closed_at_ms').execute()
    await db.schema
      .createTable('evidence_pictures')
      .addColumn('thing_id', 'text', (column) => column.primaryKey())
      .addColumn('picture', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('appeals')
      .addColumn('action_id', 'text', (column) => column.primaryKey())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('appealed_at_ms', 'bigint', (column) => column.notNull())
      .addColumn('outcome', 'text')
      .addColumn('answer', 'text', (column) => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('decided_at_ms', 'bigint')
      .execute()
    await db.schema.createIndex('appeals_decided').on('appeals').column('decided_at_ms').execute()
    for (const column of ['thing_id', 'secret_hash', 'email']) {
      await db.schema.alterTable('reports').addColumn(column, 'text').execute()
    }
    await db.schema.createIndex('reports_of_thing').on('reports').columns(['thing_id', 'id']).execute()
    await db.schema.createIndex('reports_secret').unique().on('reports').column('secret_hash').execute()
    await db.schema.alterTable('site_actions').addColumn('statement', 'text').execute()
    await db.schema.alterTable('site_actions').addColumn('report_id', 'text').execute()
    await db.schema.createIndex('site_actions_of_report').on('site_actions').column('report_id').execute()
    await adoptReports(db)
  },
}

/** What was reported before: the reports of a subject that are open, or were closed together. */
async function adoptReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into reported_things (id, subject, open_subject, kind, username, stream_id, channel, title, messages, at_ms, outcome, explanation,
      closed_by, closed_at_ms, is_evidence_deleted)
    select id, subject, case when closed_at_ms is null then subject end, kind, username, stream_id, channel, '', evidence, reported_at_ms, outcome, '',
      closed_by, closed_at_ms, 0
    from reports where id in (select min(id) from reports group by subject, closed_at_ms)`.execute(db)
  await sql`
    update reports set thing_id = (select min(reported_things.id) from reported_things where reported_things.subject = reports.subject
      and coalesce(reported_things.closed_at_ms, 0) = coalesce(reports.closed_at_ms, 0))`.execute(db)
}
