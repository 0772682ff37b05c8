import type { Answer } from '@waggle/contract/endpoints'
import { clipPath } from '@waggle/contract/pages/page-addresses'
import { RecordedPicture } from '../../ui/recorded/recorded-picture.tsx'
import { type Neighbours, PictureSwipe } from '../../ui/swipe/picture-swipe.tsx'
import styles from './clip.module.css'

type Clip = Answer<'getClip'>

/** A finger that goes sideways over the picture leads to the clip before or after this one (rule CLIP-9). */
export function ClipSwipe({ clip: { clipId, username, previous, next } }: { clip: Clip }) {
  const toCard = (clip: Clip['next']): Neighbours['next'] =>
    clip
      ? {
          href: clipPath(clip.clipId),
          picture: (
            <span className={styles.swiped}>
              <RecordedPicture username={username} path={clip.picturePath} />
            </span>
          ),
          name: clip.title,
        }
      : undefined
  return (
    <PictureSwipe
      page={clipId}
      find={() => (previous || next ? { previous: toCard(previous), next: toCard(next) } : undefined)}
    />
  )
}
