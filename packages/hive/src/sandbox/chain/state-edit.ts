import { assertChain } from './chain-error.ts'
import type { AccountState, ChainState, PostState } from './state.ts'
import { postKey } from './state.ts'

/** The changes of one transaction: they can be undone together, so that all of its operations take effect or none. */
export interface StateEdit {
  readonly nowMs: number
  /** Returns the account for modification. Throws if it does not exist. */
  account(name: string): AccountState
  hasAccount(name: string): boolean
  /** Returns the post for modification. Undefined if it does not exist. */
  post(author: string, permlink: string): PostState | undefined
  addPost(post: Omit<PostState, 'id'>): void
  removePost(author: string, permlink: string): void
  undo(): void
}

export function editState(state: ChainState, nowMs: number): StateEdit {
  const { lastPostId } = state
  const undoSteps: (() => void)[] = []
  const touched = new Set<string>()

  /** Returns an entry for modification and records its value from before the first change. */
  function touch<Value>(map: Map<string, Value>, key: string, kind: string): Value | undefined {
    const value = map.get(key)
    if (touched.has(kind + key)) return value
    touched.add(kind + key)
    if (value === undefined) {
      undoSteps.push(() => map.delete(key))
    } else {
      const previous = structuredClone(value)
      undoSteps.push(() => map.set(key, previous))
    }
    return value
  }

  return {
    nowMs,
    hasAccount: (name) => state.accounts.has(name),
    account(name) {
      const account = touch(state.accounts, name, 'account ')
      assertChain(account, `Account ${name.slice(0, 64)} does not exist`)
      return account
    },
    post: (author, permlink) => touch(state.posts, postKey(author, permlink), 'post '),
    addPost(post) {
      const key = postKey(post.author, post.permlink)
      touch(state.posts, key, 'post ')
      state.lastPostId += 1
      state.posts.set(key, { ...post, id: state.lastPostId })
    },
    removePost(author, permlink) {
      const key = postKey(author, permlink)
      touch(state.posts, key, 'post ')
      state.posts.delete(key)
    },
    undo() {
      for (const step of undoSteps.reverse()) step()
      state.lastPostId = lastPostId
    },
  }
}
