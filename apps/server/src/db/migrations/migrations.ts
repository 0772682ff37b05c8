import type { Migration } from 'kysely/migration'
import { accountsAndBroadcastsMigration } from './001-accounts-and-broadcasts.ts'
import { broadcastNumbersMigration } from './002-broadcast-numbers.ts'
import { chatMigration } from './003-chat.ts'
import { announcementsMigration } from './004-announcements.ts'
import { thumbnailsMigration } from './005-thumbnails.ts'
import { tipsMigration } from './006-tips.ts'
import { chatIndexesMigration } from './007-chat-indexes.ts'
import { statisticsMigration } from './008-statistics.ts'
import { streamersToolsMigration } from './009-streamers-tools.ts'
import { shownTipsMigration } from './010-shown-tips.ts'
import { ruleMakersMigration } from './011-rule-makers.ts'
import { broadcastLeasesMigration } from './012-broadcast-leases.ts'
import { chatClearsMigration } from './013-chat-clears.ts'
import { sessionsMigration } from './014-sessions.ts'
import { stoppedBroadcastsMigration } from './015-stopped-broadcasts.ts'
import { recordingsMigration } from './016-recordings.ts'
import { deletedRecordingsMigration } from './017-deleted-recordings.ts'
import { replayFiguresMigration } from './018-replay-figures.ts'
import { recordingsTableMigration } from './019-recordings.ts'
import { downloadsMigration } from './020-downloads.ts'
import { pictureTimesMigration } from './021-picture-times.ts'
import { operatingMigration } from './022-operating.ts'
import { recordedPicturesMigration } from './023-recorded-pictures.ts'
import { reportsMigration } from './024-reports.ts'
import { clipsMigration } from './025-clips.ts'
import { alertsMigration } from './026-alerts.ts'
import { siteSettingsMigration } from './027-site-settings.ts'
import { accountDeletionsMigration } from './028-account-deletions.ts'
import { siteOperatorsMigration } from './029-site-operators.ts'
import { egressMigration } from './030-egress.ts'
import { reportedThingsMigration } from './031-reported-things.ts'
import { admissionMigration } from './032-admission.ts'
import { encoderAddressesMigration } from './033-encoder-addresses.ts'
import { loneDecisionsMigration } from './034-lone-decisions.ts'
import { membersMigration } from './035-members.ts'
import { chosenPicturesMigration } from './036-chosen-pictures.ts'
import { channelPanelsMigration } from './037-channel-panels.ts'
import { nextBroadcastsMigration } from './038-next-broadcasts.ts'
import { siteSamplesMigration } from './039-site-samples.ts'
import { processorShareMigration } from './040-processor-share.ts'
import { clipsByTimeMigration } from './041-clips-by-time.ts'
import { schedulesMigration } from './042-schedules.ts'
import { chaptersMigration } from './043-chapters.ts'
import { watchedReplaysMigration } from './044-watched-replays.ts'
import { aboutBroadcastsMigration } from './045-about-broadcasts.ts'
import { thingsOfAccountMigration } from './046-things-of-account.ts'
import { pushMigration } from './047-push.ts'

/**
 * By the name under which the database records them, in order. Migrations only go forward: a released one never changes, and
 * neither does its name. They only add, because processes of the previous release work on the database while a site is updated:
 * tables, indexes, and columns that may be left out. What is no longer used stays.
 */
export const migrations: Record<string, Migration> = {
  '001-accounts-and-broadcasts': accountsAndBroadcastsMigration,
  '002-broadcast-numbers': broadcastNumbersMigration,
  '003-chat': chatMigration,
  '004-announcements': announcementsMigration,
  '005-thumbnails': thumbnailsMigration,
  '006-tips': tipsMigration,
  '007-chat-indexes': chatIndexesMigration,
  '008-statistics': statisticsMigration,
  '009-streamers-tools': streamersToolsMigration,
  '010-shown-tips': shownTipsMigration,
  '011-rule-makers': ruleMakersMigration,
  '012-broadcast-leases': broadcastLeasesMigration,
  '013-chat-clears': chatClearsMigration,
  '014-sessions': sessionsMigration,
  '015-stopped-broadcasts': stoppedBroadcastsMigration,
  '016-recordings': recordingsMigration,
  '017-deleted-recordings': deletedRecordingsMigration,
  '018-replay-figures': replayFiguresMigration,
  '019-recordings': recordingsTableMigration,
  '020-downloads': downloadsMigration,
  '021-picture-times': pictureTimesMigration,
  '022-operating': operatingMigration,
  '023-recorded-pictures': recordedPicturesMigration,
  '024-reports': reportsMigration,
  '025-clips': clipsMigration,
  '026-alerts': alertsMigration,
  '027-site-settings': siteSettingsMigration,
  '028-account-deletions': accountDeletionsMigration,
  '029-site-operators': siteOperatorsMigration,
  '030-egress': egressMigration,
  '031-reported-things': reportedThingsMigration,
  '032-admission': admissionMigration,
  '033-encoder-addresses': encoderAddressesMigration,
  '034-lone-decisions': loneDecisionsMigration,
  '035-members': membersMigration,
  '036-chosen-pictures': chosenPicturesMigration,
  '037-channel-panels': channelPanelsMigration,
  '038-next-broadcasts': nextBroadcastsMigration,
  '039-site-samples': siteSamplesMigration,
  '040-processor-share': processorShareMigration,
  '041-clips-by-time': clipsByTimeMigration,
  '042-schedules': schedulesMigration,
  '043-chapters': chaptersMigration,
  '044-watched-replays': watchedReplaysMigration,
  '045-about-broadcasts': aboutBroadcastsMigration,
  '046-things-of-account': thingsOfAccountMigration,
  '047-push': pushMigration,
}
