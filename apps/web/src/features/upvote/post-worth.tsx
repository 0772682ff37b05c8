import { ArrowBigUp } from 'lucide-react'
import { PostFigures } from './post-figures.tsx'
import styles from './upvote.module.css'
import { useStreamPost } from './use-stream-post.ts'

/** What the votes for the user's own broadcast are worth so far, on one line (rule DASH-16); nothing while it has no post. */
export function PostWorth({ author, permlink }: { author: string; permlink: string | null }) {
  const post = useStreamPost(author, permlink, false)
  if (!post) return null
  return (
    <div className={styles.worth}>
      <ArrowBigUp size={16} aria-hidden="true" />
      <PostFigures post={post} />
    </div>
  )
}
