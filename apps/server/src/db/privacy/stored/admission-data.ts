import type { StoredTables } from './stored-table.ts'

/** Who may broadcast where not everybody may, and who may enter a private site. */
export const admissionData: StoredTables<'admitted_accounts' | 'admission_requests' | 'invitations'> = {
  admitted_accounts: {
    group: 'moderation',
    key: ['list', 'username'],
    why: 'to let you broadcast, or enter a private site',
    kept: 'until the people who run the site take you off the list',
    columns: { list: 'technical', username: 'name', admitted_by: 'name', admitted_at_ms: 'personal', note: 'personal' },
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
    why: 'to let whoever has the link broadcast or enter a private site, as often as it says',
    kept: 'until it is used or revoked, or has expired',
    columns: {
      id: 'technical',
      secret_hash: 'secret',
      list: 'technical',
      note: 'personal',
      created_by: 'name',
      created_at_ms: 'personal',
      expires_at_ms: 'personal',
      uses_left: 'technical',
    },
    rows: [{ of: 'created_by', onDeletion: 'kept' }],
  },
}
