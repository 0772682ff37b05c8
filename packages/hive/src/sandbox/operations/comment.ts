import { assertChain } from '../chain/chain-error.ts'
import { readAccountName, readJson, readPermlink, readText } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

/** hived: HIVE_CASHOUT_WINDOW_SECONDS */
const cashoutWindowMs = 7 * 24 * 60 * 60_000
/** hived: HIVE_MIN_ROOT_COMMENT_INTERVAL */
const rootIntervalMs = 5 * 60_000
/** hived: HIVE_MIN_REPLY_INTERVAL_HF20. Also limits edits to one per block. */
const replyIntervalMs = 3_000
/** hived: HIVE_MAX_COMMENT_DEPTH */
const maxDepth = 0xffff
/** In thousandths of HBD. `comment_options` can lower it. */
const unlimitedHbd = 1_000_000_000

export const commentRule: OperationRule<'comment'> = {
  read(fields) {
    const title = readText(fields, 'title')
    // hived: HIVE_COMMENT_TITLE_LIMIT 256
    assertChain(Buffer.byteLength(title) < 256, 'Title larger than size limit')
    const body = readText(fields, 'body')
    assertChain(body.length > 0, 'Body is empty')
    // Explorers treat such a body as a diff-match-patch of the previous one.
    assertChain(!body.startsWith('@@ -'), 'The sandbox applies no patches: send the whole body')
    return {
      parent_author: fields.parent_author === '' ? '' : readAccountName(fields, 'parent_author'),
      parent_permlink: readPermlink(fields, 'parent_permlink'),
      author: readAccountName(fields, 'author'),
      permlink: readPermlink(fields, 'permlink'),
      title,
      body,
      json_metadata: readJson(fields, 'json_metadata', 'JSON Metadata not valid JSON'),
    }
  },

  required: ({ author }) => ({ posting: [author] }),

  apply(body, edit) {
    const { nowMs } = edit
    const author = edit.account(body.author)
    const post = edit.post(body.author, body.permlink)
    const isRoot = body.parent_author === ''

    if (post) {
      assertChain(post.parentAuthor === body.parent_author, 'The parent of a comment cannot change.')
      assertChain(post.parentPermlink === body.parent_permlink, 'The permlink of a comment cannot change.')
      assertChain(nowMs - post.updatedMs >= replyIntervalMs, 'Can only perform one comment edit per block.')
      Object.assign(post, { title: body.title, body: body.body, jsonMetadata: body.json_metadata, updatedMs: nowMs })
      return
    }

    if (isRoot) {
      assertChain(nowMs - author.lastRootPostMs > rootIntervalMs, 'You may only post once every 5 minutes.')
    } else {
      assertChain(nowMs - author.lastPostMs >= replyIntervalMs, 'You may only comment once every 3 seconds.')
    }
    const parent = isRoot ? undefined : edit.post(body.parent_author, body.parent_permlink)
    assertChain(isRoot || parent, `Comment @${body.parent_author}/${body.parent_permlink} not found`)
    const depth = parent ? parent.depth + 1 : 0
    assertChain(depth <= maxDepth, `Comment is nested ${depth} posts deep, maximum depth is ${maxDepth}.`)

    edit.addPost({
      author: body.author,
      permlink: body.permlink,
      parentAuthor: body.parent_author,
      parentPermlink: body.parent_permlink,
      category: parent?.category ?? body.parent_permlink,
      depth,
      children: 0,
      title: body.title,
      body: body.body,
      jsonMetadata: body.json_metadata,
      createdMs: nowMs,
      updatedMs: nowMs,
      cashoutMs: nowMs + cashoutWindowMs,
      payout: undefined,
      maxAcceptedHbd: unlimitedHbd,
      percentHbd: 10_000,
      allowVotes: true,
      allowCurationRewards: true,
      beneficiaries: [],
      votes: [],
    })
    if (parent) parent.children += 1
    if (isRoot) author.lastRootPostMs = nowMs
    author.lastPostMs = nowMs
    author.postCount += 1
  },
}
