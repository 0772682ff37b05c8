import { Bell, House, MessageSquare, SearchX, Settings } from 'lucide-react'
import { useState } from 'react'
import { PhoneApp } from '../../features/stream-key/phone-app.tsx'
import { BottomBar } from '../../ui/bottom-bar/bottom-bar.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { ShareWithApp } from '../../ui/forms/share-with-app.tsx'
import { DeadEnd } from '../not-found/dead-end.tsx'
import { Sample } from './sample.tsx'

const entries = [
  { key: 'stream', label: 'Stream', Icon: House },
  { key: 'chat', label: 'Chat', Icon: MessageSquare, count: 3, countLabel: '3 new' },
  { key: 'activity', label: 'Activity', Icon: Bell },
]
const rest = [{ key: 'settings', label: 'Settings', Icon: Settings }]

/** What is made of several components. */
export function ComposedSamples() {
  const [selected, setSelected] = useState('stream')
  // While it is there the site's own is not.
  const [isBarShown, setBarShown] = useState(false)
  return (
    <>
      <Sample name="DeadEnd" isWide>
        <DeadEnd title="Nothing is at this address" icon={<SearchX size={34} />} action={<Button>What to do</Button>}>
          A sentence that says why, above who is live.
        </DeadEnd>
      </Sample>
      <Sample name="ShareWithApp: only where the system can share">
        <ShareWithApp title="A stream" address={location.origin} />
      </Sample>
      <Sample name="PhoneApp: before and after a key is generated" isWide>
        <PhoneApp rtmpUrl="rtmp://site.test/live" streamKey={undefined} />
        <PhoneApp rtmpUrl="rtmp://site.test/live" streamKey="sk_0123456789abcdef" />
      </Sample>
      <Sample name="BottomBar: in a window of up to 1000 px, in the place of the site's own" isWide>
        <Button onClick={() => setBarShown(!isBarShown)}>{isBarShown ? 'Hide the bar' : 'Show the bar'}</Button>
        {isBarShown && (
          <BottomBar label="Parts of a page" restLabel="More" {...{ entries, rest, selected }} onSelect={setSelected} />
        )}
      </Sample>
    </>
  )
}
