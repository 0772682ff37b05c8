import { endpoints as all } from '@waggle/contract/endpoints'
import { z } from 'zod'

/** The body of every refusal (rule ERR-1). */
export const refusalBody = z
  .object({
    code: z.string().meta({ description: 'For programs. Each status lists its codes' }),
    error: z.string().meta({ description: 'The sentence for people' }),
    message: z.string().meta({ description: 'The same sentence' }),
    problems: z
      .array(z.object({ field: z.string(), code: z.string(), values: z.record(z.string(), z.unknown()).optional() }))
      .optional()
      .meta({ description: 'What is wrong with which field, where a form was refused' }),
  })
  .meta({ description: 'Why a call was refused' })

const announcements = all.getAnnouncements.response.shape
const overlay = all.getMyOverlay.response.shape

/** What the contract's schemas are called in the description of the API. A schema without a name is written out where it is used. */
export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [refusalBody, 'Refusal'],
  [all.getSite.response, 'Site'],
  [all.listStreams.response.shape.streams.element, 'ActiveStream'],
  [all.listRecentChannels.response.shape.channels.element, 'RecentChannel'],
  [all.getStream.response, 'StreamInfo'],
  [all.createHlsToken.response, 'HlsToken'],
  [all.getReplay.response, 'Replay'],
  [all.beginChapter.response, 'Chapter'],
  [all.updateReplay.response, 'OwnReplay'],
  [all.updateRecordingSettings.response, 'RecordingSettings'],
  [all.getChannel.response, 'Channel'],
  [all.getMyChannel.response, 'OwnChannel'],
  [all.updateMyChannel.body, 'ChannelUpdate'],
  [all.getPanels.response, 'ChannelPanels'],
  [all.getSchedule.response, 'Schedule'],
  [all.getOembed.response, 'Oembed'],
  [all.signIn.response.shape.profile, 'Profile'],
  [all.listSessions.response.shape.sessions.element, 'Session'],
  [all.signOut.response, 'Success'],
  [all.listFollowing.response.shape.following.element, 'FollowEntry'],
  [all.follow.response, 'FollowChange'],
  [all.listRecommendations.response.shape.recommendations.element, 'Recommendation'],
  [all.getStreamStats.response, 'StreamStats'],
  [all.getFollowerGrowth.response.element, 'FollowerPoint'],
  [all.getChannelTotals.response.shape.now, 'ChannelTotals'],
  [all.getStreamHealth.response, 'StreamHealth'],
  [all.getStreamHealth.response.shape.findings.element, 'HealthFinding'],
  [all.listBroadcasts.response.shape.broadcasts.element, 'PastBroadcast'],
  [all.getBroadcastCourse.response.shape.samples.element, 'CourseSample'],
  [all.getPostingAuthority.response, 'PostingAuthority'],
  [all.getStreamPost.response, 'StreamPost'],
  [all.getAnnouncements.response, 'Announcements'],
  [announcements.settings, 'AnnouncementSettings'],
  [announcements.latest.unwrap(), 'Announcement'],
  [all.draftAnnouncement.response, 'AnnouncementDraft'],
  [all.listTips.response.shape.tips.element, 'Tip'],
  [all.getMyOverlay.response, 'Overlay'],
  [overlay.settings, 'OverlaySettings'],
  [all.updateMyOverlay.body, 'OverlaySettingsUpdate'],
  [all.takeSiteAction.response, 'SiteAction'],
  [all.getSitePage.response, 'SitePage'],
  [all.getSiteSettings.response, 'SiteSettings'],
  [all.listReports.response.shape.things.element, 'ReportedThing'],
  [all.listMyReports.response.shape.reports.element, 'OwnReport'],
  [all.listOperatedBroadcasts.response.shape.broadcasts.element, 'OperatedBroadcast'],
  [all.beginOperating.response, 'OperatingRights'],
  [all.updateWebhook.response, 'Webhook'],
  [all.createWebhook.response, 'WebhookWithSecret'],
  [all.listWebhookDeliveries.response.shape.deliveries.element, 'WebhookDelivery'],
  [all.sendChatMessage.response.shape.data, 'ChatMessage'],
  [all.listChatMessagesOf.response.shape.messages.element, 'WrittenMessage'],
  [all.sendChatMessage.response, 'SentChatMessage'],
  [all.getChatConfig.response, 'ChatConfig'],
  [all.updateChatConfig.body, 'ChatConfigUpdate'],
  [all.getChatStanding.response, 'ChatStanding'],
  [all.getChatPresence.response, 'ChatPresence'],
  [all.listBannedFromChat.response.element, 'ChatBan'],
  [all.listChatBans.response, 'ChatBans'],
  [all.listChatLog.response.shape.entries.element, 'ChatLogEntry'],
])
