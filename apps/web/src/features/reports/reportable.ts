/** What a viewer can report. An account is reported for what it wrote in the chat of `channel`. */
export type Reportable =
  | { kind: 'broadcast' | 'replay'; username: string; streamId: string }
  | { kind: 'account'; username: string; channel: string }
