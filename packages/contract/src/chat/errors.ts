import type { Refusals } from '../refusal.ts'

/** Each tells the writer what to do. */
export const chatErrors = {
  chat_message_empty: { status: 400, message: 'Write something first' },
  chat_message_too_long: { status: 400, message: 'Messages have at most {max} characters; yours has {length}' },
  chat_too_many_lines: { status: 400, message: 'Messages have at most {max} lines. Join some and send again' },
  chat_banned: { status: 403, message: 'You are banned from this chat{until}{reason}' },
  chat_timed_out: { status: 403, message: 'You are timed out. You can write again in {seconds} s{reason}' },
  chat_slow_mode: { status: 429, message: 'Slow mode is on. You can write again in {seconds} s' },
  chat_rate_limited: { status: 429, message: 'You are sending messages too fast. Wait {seconds} s' },
  chat_followers_only: { status: 403, message: 'Only followers can chat here. Follow the channel to join in' },
  chat_followed_too_short: {
    status: 403,
    message: 'Only those who have followed for {minutes} min can write here. You can in {rest} min',
  },
  chat_emote_only: { status: 403, message: 'Only emotes are allowed at the moment: emoji or :name:' },
  chat_links_blocked: { status: 403, message: 'Links are not allowed in this chat. Take the link out and send again' },
  chat_account_too_young: {
    status: 403,
    message: 'Your Hive account must be {age} old to write here. Come back in {left}',
  },
  chat_reputation_too_low: {
    status: 403,
    message: 'Your Hive account needs a reputation of {needed} to write here; yours is {yours}',
  },
  chat_word_blocked: {
    status: 403,
    message: 'Your message has a word that this channel blocks. Change it and send again',
  },
  chat_not_allowed: { status: 403, message: 'Only the owner and moderators of this channel can do this' },
  chat_owner_only: { status: 403, message: 'Only the owner of this channel can do this' },
  chat_owner_protected: { status: 403, message: 'The owner of the channel cannot be moderated' },
  chat_moderator_protected: { status: 403, message: 'Moderators can be moderated by the owner only' },
  chat_self: { status: 400, message: 'You cannot do this to yourself' },
  chat_already_banned: { status: 409, message: 'This user is banned already' },
  chat_too_many_moderators: { status: 409, message: 'The channel has as many moderators as it may have' },
  chat_too_many_bans: { status: 409, message: 'The channel has as many bans as it may have. Lift some first' },
  chat_message_not_found: { status: 404, message: 'This message is no longer there' },
  chat_entry_not_found: { status: 404, message: 'This entry of the log is not there' },
  chat_not_revertible: { status: 409, message: 'This action can no longer be undone' },
  chat_room_unknown: { status: 400, message: "A room's name is chat- and the channel" },
  chat_too_many_sockets: { status: 429, message: 'Too many open chat windows. Close one and try again' },
  chat_protocol: { status: 400, message: 'The chat server did not understand this' },
} as const satisfies Refusals
