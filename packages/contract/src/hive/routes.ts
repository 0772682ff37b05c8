export const hiveRoutes = {
  getPostingAuthority: 'GET /api/hive/authority/:username',
  getStreamPost: 'GET /api/hive/posts/:username/:permlink',
  getVoteWorth: 'GET /api/hive/vote-worth',
  getAnnouncements: 'GET /api/channels/my-channel/announcements',
  updateAnnouncements: 'PUT /api/channels/my-channel/announcements',
  draftAnnouncement: 'POST /api/channels/my-channel/announcements/draft',
  withdrawAnnouncementDraft: 'DELETE /api/channels/my-channel/announcements/draft',
  listTips: 'GET /api/channels/my-channel/tips',
} as const
