import { assertChain } from './chain-error.ts'
import type { AccountState, ChainState, PostState } from './state.ts'
import { postKey } from './state.ts'

/** Changes that belong together: all operations of a transaction take effect, or none. */
export interface StateEdit {
  readonly nowMs: number
  /** The account itself, to be changed. Throws when there is none. */
  account(name: string): AccountState
  hasAccount(name: string): boolean
  /** The post itself, to be changed; undefined when there is none. */
  post(author: string, permlink: string): PostState | undefined
  addPost(post: Omit<PostState, 'id'>): void
  removePost(author: string, permlink: string): void
  undo(): void
}

export function editState(state: ChainState, nowMs: number): StateEdit {
  const { lastPostId } = state
  const undoing: (() => void)[] = []
  const touched = new Set<string>()

  /** Keeps what an entry was before its first change. */
  function touch<Value>(map: Map<string, Value>, key: string, kind: string): Value | undefined {
    const value = map.get(key)
    if (touched.has(kind + key)) return value
    touched.add(kind + key)
    if (value === undefined) {
      undoing.push(() => map.delete(key))
    } else {
      const before = structuredClone(value)
      undoing.push(() => map.set(key, before))
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
      for (const step of undoing.reverse()) step()
      state.lastPostId = lastPostId
    },
  }
}
