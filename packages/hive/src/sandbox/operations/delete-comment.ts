import { assertChain } from '../chain/chain-error.ts'
import { readAccountName, readPermlink } from './fields.ts'
import type { OperationRule } from './operation-rule.ts'

export const deleteCommentRule: OperationRule<'delete_comment'> = {
  read: (fields) => ({ author: readAccountName(fields, 'author'), permlink: readPermlink(fields, 'permlink') }),

  required: ({ author }) => ({ posting: [author] }),

  apply({ author, permlink }, edit) {
    edit.account(author)
    const post = edit.post(author, permlink)
    assertChain(post, `Comment @${author}/${permlink} not found`)
    assertChain(!post.payout, 'Cannot delete comment after payout.')
    assertChain(post.children === 0, 'Cannot delete a comment with replies.')
    const netRshares = post.votes.reduce((sum, vote) => sum + vote.rshares, 0)
    assertChain(netRshares <= 0, 'Cannot delete a comment with net positive votes.')
    if (post.parentAuthor !== '') {
      const parent = edit.post(post.parentAuthor, post.parentPermlink)
      if (parent) parent.children -= 1
    }
    edit.removePost(author, permlink)
  },
}
