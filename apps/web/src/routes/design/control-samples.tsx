import { ArrowBigUp, Heart, Radio, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, PillButton } from '../../ui/forms/button.tsx'
import { ChipChoice } from '../../ui/forms/chip-choice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Tabs } from '../../ui/surfaces/tabs.tsx'
import { Sample } from './sample.tsx'

const kinds = ['primary', 'secondary', 'quiet', 'danger'] as const
const sizes = ['small', 'normal', 'large'] as const
const categories = ['All', 'Music', 'Just Chatting', 'Science & Technology', 'Travel', 'Food', 'Sports', 'Art']
const tabs = [
  { key: 'messages', label: 'Messages' },
  { key: 'restricted', label: 'Banned and timed out', count: 3 },
  { key: 'words', label: 'Blocked words' },
] as const

export function ControlSamples() {
  const [hasVoted, setVoted] = useState(false)
  const [category, setCategory] = useState('Music')
  const [isOn, setOn] = useState(true)
  const [tab, setTab] = useState<(typeof tabs)[number]['key']>('messages')
  return (
    <>
      {sizes.map((size) => (
        <Sample key={size} name={`Button, ${size}`}>
          {kinds.map((kind) => (
            <Button key={kind} kind={kind} size={size}>
              {kind === 'primary' && <Radio size={18} aria-hidden="true" />}
              {kind === 'danger' && <Trash2 size={18} aria-hidden="true" />}
              {kind}
            </Button>
          ))}
          <Button size={size} disabled>
            disabled
          </Button>
        </Sample>
      ))}
      <Sample name="PillButton, IconButton (with a tooltip)">
        <PillButton
          value={hasVoted ? 129 : 128}
          isOn={hasVoted}
          aria-pressed={hasVoted}
          onClick={() => setVoted(!hasVoted)}
        >
          <ArrowBigUp size={18} fill={hasVoted ? 'currentColor' : 'none'} aria-hidden="true" />
          Upvote
        </PillButton>
        <PillButton value="1.2K">
          <Heart size={18} aria-hidden="true" />
          Follow
        </PillButton>
        <PillButton>Share</PillButton>
        <IconButton label="Settings">
          <Settings size={20} aria-hidden="true" />
        </IconButton>
        <IconButton label="Settings, open" aria-pressed={true}>
          <Settings size={20} aria-hidden="true" />
        </IconButton>
      </Sample>
      <Sample name="ChipChoice" isWide>
        <ChipChoice
          label="Category"
          choices={categories.map((name) => [name, name] as const)}
          chosen={category}
          className="chip-row"
          onChoose={setCategory}
        />
      </Sample>
      <Sample name="Field, Switch, check" isWide>
        <Field label="Title" hint="What viewers see first" aside="12/140">
          {(control) => <input {...control} defaultValue="We rehearse, you listen" />}
        </Field>
        <Field label="Category">
          {(control) => (
            <select {...control}>
              {categories.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Description">{(control) => <textarea {...control} placeholder="A few words" />}</Field>
        <Switch label="Announce on Hive" hint="A post when you go live" isOn={isOn} onChange={setOn} />
        <Switch label="Not possible now" isOn={false} disabled onChange={setOn} />
        <label className="check">
          <input type="checkbox" defaultChecked />
          Followers only
        </label>
      </Sample>
      <Sample name="Tabs" isWide>
        <Tabs label="Moderation" tabs={tabs} selected={tab} onSelect={setTab}>
          <p>The content of {tab}.</p>
        </Tabs>
      </Sample>
    </>
  )
}
