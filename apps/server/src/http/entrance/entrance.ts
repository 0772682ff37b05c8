import type { IncomingMessage } from 'node:http'
import type { EntranceSettings } from '@waggle/contract/admission/settings'
import type { Db } from '../../db/open.ts'
import { listSiteModerators } from '../../db/operating/site-moderators.ts'
import { listSiteOperators } from '../../db/operating/site-operators.ts'
import type { Log } from '../../lib/log.ts'
import { startPeriodicTask } from '../../lib/periodic-task.ts'
import type { Secrets } from '../../lib/secrets.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import type { AdmittedAccounts } from '../admission/admitted-accounts.ts'
import { settingInEffect } from '../admission/setting-in-effect.ts'
import type { SiteMeasures } from '../operating/site-measures.ts'
import type { SiteSettings } from '../operating/site-settings.ts'
import { tokenHashOf } from '../sessions/sessions.ts'
import { EntranceCookie } from './entrance-cookie.ts'
import { KnownSessions } from './known-sessions.ts'

/** In effect on every process within two seconds, also where a message between them is lost. */
const checkIntervalMs = 1000

interface EntranceContext {
  config: { operators: readonly string[]; http: { publicUrl: string } }
  db: Db
  state: Pick<SharedState, 'subscribe'>
  secrets: Pick<Secrets, 'entrance'>
  settings: Pick<SiteSettings, 'find' | 'onChange'>
  measures: Pick<SiteMeasures, 'onChange'>
  admitted: Pick<AdmittedAccounts, 'has' | 'onChange'>
  log: Log
  now(): number
}

/** Who a request is from, as far as the entrance needs to know. */
export type Visitor = { isMember: true; tokenHash: string } | { isMember: false; isSignedIn: boolean }

/** Who may enter a private site. Every process decides it for every request, from memory (rules MEMBER-1 to MEMBER-5). */
export class Entrance {
  readonly cookie: EntranceCookie
  readonly #context: EntranceContext
  readonly #sessions: KnownSessions
  readonly #listeners: (() => void)[] = []
  #setting: EntranceSettings
  /** Those who run the site are always members. */
  #staff: ReadonlySet<string> = new Set()
  #inUse: () => Iterable<string> = () => []
  #task: { close(): Promise<void> } | undefined

  constructor(context: EntranceContext) {
    this.#context = context
    this.#setting = settingInEffect(context.settings, 'entrance')
    this.#sessions = new KnownSessions(context.db, context.now)
    this.cookie = new EntranceCookie(context.secrets.entrance, context.config.http.publicUrl)
  }

  /** Reads who runs the site, and follows every change. */
  async start(): Promise<void> {
    const { state, settings, measures, admitted, log } = this.#context
    await this.#readStaff()
    const onError = (error: unknown) => log.warn({ error }, 'could not check who may enter the site; trying again')
    const check = () => void this.check().catch(onError)
    settings.onChange(() => {
      this.#setting = settingInEffect(settings, 'entrance')
      check()
    })
    measures.onChange(check)
    admitted.onChange(check)
    await state.subscribe('sessions-ended', ({ ids }) => {
      this.#sessions.end(ids)
      this.#tell()
    })
    this.#task = startPeriodicTask(() => this.check(), { pauseMs: checkIntervalMs, onError, isBackground: true })
  }

  get isPrivate(): boolean {
    return this.#setting.isPrivate
  }

  /** What whoever is no member is told. */
  get welcome(): string {
    return this.#setting.welcome
  }

  get hint(): string {
    return this.#setting.hint
  }

  isMember(username: string): boolean {
    return this.#staff.has(username) || this.#context.admitted.has('members', username)
  }

  /** Who a request is from: by its token, or by the cookie. A promise where a session is not known yet. */
  identify({ headers }: IncomingMessage): Visitor | Promise<Visitor> {
    const ofToken = tokenHashOf(headers.authorization)
    const ofCookie = this.cookie.read(headers.cookie)
    const shown = [...new Set([ofToken, ofCookie])].filter((each) => each !== undefined)
    const found = shown.map((tokenHash) => this.#sessions.find(tokenHash))
    if (found.every((each) => !(each instanceof Promise))) return this.#judge(shown, found as (string | undefined)[])
    return Promise.all(found).then((usernames) => this.#judge(shown, usernames))
  }

  /** Whether whoever opened this connection may still be here. */
  admits(tokenHash: string | undefined): boolean {
    if (!this.isPrivate) return true
    const username = tokenHash === undefined ? undefined : this.#sessions.peek(tokenHash)
    return username !== undefined && this.isMember(username)
  }

  /** Called when somebody may have to leave. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /** `inUse` gives the sessions of open connections. */
  follow(inUse: () => Iterable<string>): void {
    this.#inUse = inUse
  }

  async check(): Promise<void> {
    if (this.isPrivate) {
      await this.#readStaff()
      await this.#sessions.check(this.#inUse())
    }
    this.#tell()
  }

  async close(): Promise<void> {
    await this.#task?.close()
  }

  #judge(tokenHashes: readonly string[], usernames: readonly (string | undefined)[]): Visitor {
    const member = usernames.findIndex((username) => username !== undefined && this.isMember(username))
    const tokenHash = tokenHashes[member]
    if (tokenHash !== undefined) return { isMember: true, tokenHash }
    return { isMember: false, isSignedIn: usernames.some((username) => username !== undefined) }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  async #readStaff(): Promise<void> {
    const { db, config } = this.#context
    const [operators, moderators] = await Promise.all([listSiteOperators(db), listSiteModerators(db)])
    this.#staff = new Set([...config.operators, ...operators, ...moderators.map(({ username }) => username)])
  }
}
