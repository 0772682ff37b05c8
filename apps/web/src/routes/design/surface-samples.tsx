import { Gift, Heart } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Button } from '../../ui/forms/button.tsx'
import { Avatar } from '../../ui/identity/avatar.tsx'
import { LiveBadge, OfflineBadge, SampleBadge, Tag, ViewerBadge } from '../../ui/identity/badge.tsx'
import { Popover } from '../../ui/popover/popover.tsx'
import { Notice } from '../../ui/surfaces/notice.tsx'
import { Points } from '../../ui/surfaces/points.tsx'
import styles from './design.module.css'
import { Sample } from './sample.tsx'

export function SurfaceSamples() {
  return (
    <>
      <Sample name="Popover: a sheet on a phone">
        <PopoverSample placement="below" />
        <PopoverSample placement="in the middle" />
      </Sample>
      <Sample name="Badges">
        <LiveBadge />
        <ViewerBadge count={12_345} />
        <OfflineBadge />
        <SampleBadge>Sample data</SampleBadge>
        <Tag>Music</Tag>
      </Sample>
      <Sample name="skeleton" isWide>
        <div className={`${styles.picture} skeleton`} />
      </Sample>
      <Sample name="Points: what something does" isWide>
        <Points
          points={[
            { key: 'a', icon: Gift, title: 'Tips', text: 'With the amount and the message.' },
            { key: 'b', icon: Heart, title: 'New followers', text: 'With their names, the moment they follow you.' },
          ]}
        />
      </Sample>
      <Sample name="Notice, level 2: an empty part of a page" isWide>
        <Notice level={2} title="Nobody is live right now" action={<Button kind="primary">Go live</Button>}>
          Channels that you follow appear here when they start.
        </Notice>
      </Sample>
    </>
  )
}

function PopoverSample({ placement }: { placement: 'below' | 'in the middle' }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button ref={button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {placement}
      </Button>
      {isOpen && (
        <Popover title="@alice" anchor={button} isEditor={placement !== 'below'} onClose={close}>
          <div className={styles.row}>
            <Avatar username="alice" src="/u/alice/avatar" size={44} />
            <p className="note">Streams modular synthesizers on Fridays. Here since March.</p>
          </div>
        </Popover>
      )}
    </>
  )
}
