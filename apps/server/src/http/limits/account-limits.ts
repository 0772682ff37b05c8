import type { endpoints } from '@waggle/contract/endpoints'
import type { EndpointName, routes } from '@waggle/contract/routes'
import type { Limit } from '../../shared-state/shared-state.ts'

/** The endpoints that a signed-in user changes something with. */
type WritingEndpointName = {
  [Name in EndpointName]: (typeof routes)[Name] extends `GET ${string}`
    ? never
    : (typeof endpoints)[Name]['auth'] extends 'session'
      ? Name
      : never
}[EndpointName]

const sessions = perMinute('sessions', 60)
const channel = perMinute('channel', 60)
const follow = perMinute('follow', 60)
const announcements = perMinute('announcements', 60)
const overlay = perMinute('overlay', 60)
const operating = perMinute('operating', 120)
const webhook = perMinute('webhook', 20)
const chatRules = perMinute('chat-rules', 60)
const chatModerators = perMinute('chat-moderators', 60)
const chatBan = perMinute('chat-ban', 120)

/**
 * How often an account may call each endpoint that writes; endpoints with one limit share it (T31). An endpoint that is missing does not
 * compile. The numbers are several times what people need: the limits keep an account from taking the server's time from others.
 */
const accountLimits: Record<WritingEndpointName, Limit> = {
  verifySession: perMinute('verify-session', 120),
  endSession: sessions,
  endOtherSessions: sessions,
  createStreamKey: perMinute('stream-key', 30),
  updateMyChannel: channel,
  updateStreamSettings: channel,
  updatePanels: channel,
  updateSchedule: channel,
  follow,
  unfollow: follow,
  deleteReplay: channel,
  updateReplay: channel,
  updateRecordingSettings: channel,
  createClip: perMinute('clip', 10),
  cutReplay: channel,
  beginChapter: channel,
  saveChapters: channel,
  deleteClip: channel,
  updateAnnouncements: announcements,
  draftAnnouncement: announcements,
  withdrawAnnouncementDraft: announcements,
  updateMyOverlay: overlay,
  restartOverlayGoal: overlay,
  renewOverlayAddress: overlay,
  beginOperating: operating,
  endOperating: operating,
  appointSiteModerator: operating,
  dismissSiteModerator: operating,
  takeSiteAction: operating,
  raiseEgressBudget: operating,
  undoSiteAction: operating,
  closeReport: operating,
  saveSiteSettings: operating,
  saveSiteLogo: operating,
  importSiteSettings: operating,
  takeReport: operating,
  giveBackReport: operating,
  decideAppeal: operating,
  appeal: perMinute('appeal', 10),
  updateAdmissionSettings: operating,
  decideAdmissionRequest: operating,
  admitAccount: operating,
  withdrawAccount: operating,
  createInvitation: operating,
  revokeInvitation: operating,
  requestAdmission: perMinute('admission', 20),
  acceptInvitation: perMinute('invitation', 20),
  enterSite: perMinute('entrance', 60),
  updateEntranceSettings: operating,
  addMember: operating,
  // Each asks the chain for as many as a hundred accounts.
  addMembers: perMinute('members', 10),
  removeMembers: operating,
  removeMember: operating,
  report: perMinute('report', 10),
  downloadStoredData: perMinute('download-data', 5),
  deleteStoredData: perMinute('delete-data', 5),
  createWebhook: webhook,
  updateWebhook: webhook,
  deleteWebhook: webhook,
  renewWebhookSecret: webhook,
  testWebhook: webhook,
  // Rule LIMIT-4 limits what is sent to one chat; this also limits repetitions of one message.
  sendChatMessage: perMinute('chat-message', 600),
  deleteChatMessage: perMinute('chat-delete', 240),
  updateChatConfig: chatRules,
  pinChatMessage: chatRules,
  clearChat: perMinute('chat-clear', 20),
  banFromChat: chatBan,
  timeOutInChat: chatBan,
  unbanFromChat: chatBan,
  unbanFromChatByName: chatBan,
  addChatModerator: chatModerators,
  removeChatModerator: chatModerators,
  announceInChat: perMinute('chat-announcement', 60),
  revertChatAction: perMinute('chat-revert', 60),
}

/** The limit of an endpoint that writes; undefined for one that only reads, or needs no session. */
export function accountLimitOf(name: EndpointName): Limit | undefined {
  const limits: Partial<Record<EndpointName, Limit>> = accountLimits
  return limits[name]
}

function perMinute(name: string, points: number): Limit {
  return { name: `account-${name}`, points, perSeconds: 60 }
}
