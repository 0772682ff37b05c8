/** The edits of a form that remain once `sent` is saved: those made while it was being saved. */
export function unsentEdits<Edits extends object>(edits: Edits, sent: Edits): Edits {
  const keys = (Object.keys(edits) as (keyof Edits)[]).filter((key) => !(key in sent) || edits[key] !== sent[key])
  return Object.fromEntries(keys.map((key) => [key, edits[key]])) as Edits
}
