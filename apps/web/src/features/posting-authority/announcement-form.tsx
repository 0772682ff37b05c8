import type { AnnouncementSettings } from '@waggle/contract/hive/endpoints'
import { communityPattern, tagPattern } from '@waggle/contract/names'
import { type FormEvent, useId, useState } from 'react'
import { postingAuthorityTexts as texts } from '../../texts/streamer/posting-authority.ts'
import { ErrorMessage } from '../../ui/feedback/error-message.tsx'
import { Button } from '../../ui/forms/button.tsx'
import styles from './posting-authority.module.css'
import { readTags } from './read-tags.ts'

/** What the form edits. Whether there are announcements at all is a switch beside the posting authority. */
type PostSettings = Omit<AnnouncementSettings, 'isEnabled'>

/** The settings of the posts. `failure` is why the last save failed. */
export function AnnouncementForm({
  settings,
  posterAccount,
  isBusy,
  failure,
  onSave,
}: {
  settings: PostSettings
  posterAccount: string
  isBusy: boolean
  failure: string | undefined
  onSave: (settings: PostSettings) => void
}) {
  const id = useId()
  const [community, setCommunity] = useState(settings.community ?? '')
  const [tags, setTags] = useState(settings.tags.join(' '))
  const [declinesRewards, setDeclinesRewards] = useState(settings.declinesRewards)
  const [beneficiaryPercent, setBeneficiaryPercent] = useState(String(settings.beneficiaryPercent))
  const [mistake, setMistake] = useState<string>()
  const shownFailure = mistake ?? failure

  function save(event: FormEvent): void {
    event.preventDefault()
    const typed = readForm({ community, tags, declinesRewards, beneficiaryPercent })
    const isMistake = typeof typed === 'string'
    setMistake(isMistake ? typed : undefined)
    if (!isMistake) onSave(typed)
  }

  return (
    <form className={styles.form} onSubmit={save}>
      <div className={styles.fields}>
        <div className={styles.field}>
          <label htmlFor={`${id}tags`}>{texts.tags}</label>
          <input id={`${id}tags`} value={tags} maxLength={250} onChange={(event) => setTags(event.target.value)} />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}community`}>{texts.community}</label>
          <input
            id={`${id}community`}
            value={community}
            maxLength={20}
            placeholder="hive-123456"
            onChange={(event) => setCommunity(event.target.value)}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}share`}>{texts.share(posterAccount)}</label>
          <input
            id={`${id}share`}
            inputMode="numeric"
            value={beneficiaryPercent}
            maxLength={3}
            disabled={declinesRewards}
            onChange={(event) => setBeneficiaryPercent(event.target.value)}
          />
        </div>
      </div>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={declinesRewards}
          onChange={(event) => setDeclinesRewards(event.target.checked)}
        />
        {texts.decline}
      </label>
      {shownFailure !== undefined && <ErrorMessage>{shownFailure}</ErrorMessage>}
      <div>
        <Button type="submit" disabled={isBusy}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}

/** The typed settings, or the sentence that says what is wrong with them. */
function readForm(form: {
  community: string
  tags: string
  declinesRewards: boolean
  beneficiaryPercent: string
}): PostSettings | string {
  const tags = readTags(form.tags)
  const wrong = tags.find((tag) => !tagPattern.test(tag))
  if (wrong !== undefined) return texts.badTag(wrong)
  const community = form.community.trim().toLowerCase() || null
  if (community !== null && !communityPattern.test(community)) return texts.badCommunity
  const beneficiaryPercent = Number(form.beneficiaryPercent || '0')
  if (!Number.isInteger(beneficiaryPercent) || beneficiaryPercent < 0 || beneficiaryPercent > 100) return texts.badShare
  return { community, tags, declinesRewards: form.declinesRewards, beneficiaryPercent }
}
