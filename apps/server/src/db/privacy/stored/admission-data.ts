import type { StoredTables } from './stored-table.ts'

/** Who may broadcast and who may enter. */
export const admissionData: StoredTables<'admitted_accounts' | 'admission_requests' | 'invitations'> = {
  admitted_accounts: {
    group: 'moderation',
    key: ['list', 'username'],
    why: 'to let you broadcast, or see a site that is only for its members',
    kept: 'until the people who run the site take you from the list',
    columns: { list: 'personal', username: 'name', admitted_by: 'name', admitted_at_ms: 'personal' },
    rows: [
      { of: 'username', onDeletion: 'kept', hides: ['admitted_by'] },
      { of: 'admitted_by', onDeletion: 'kept' },
    ],
  },
  admission_requests: {
    group: 'moderation',
    key: ['username'],
    why: 'so that somebody decides whether you may broadcast, and you are told',
    kept: 'until you ask again or delete your data',
    columns: {
      username: 'name',
      text: 'personal',
      requested_at_ms: 'personal',
      state: 'personal',
      decided_at_ms: 'personal',
    },
    rows: [{ of: 'username', onDeletion: 'deleted' }],
  },
  invitations: {
    group: 'moderation',
    key: ['id'],
    why: 'to let whoever has the link broadcast or enter, once',
    kept: 'until it is used or revoked, or has expired',
    columns: {
      id: 'technical',
      secret_hash: 'secret',
      list: 'personal',
      note: 'personal',
      created_by: 'name',
      created_at_ms: 'personal',
      expires_at_ms: 'personal',
    },
    rows: [{ of: 'created_by', onDeletion: 'kept' }],
  },
}
