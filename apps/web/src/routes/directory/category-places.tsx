import type { ActiveStream } from '@waggle/contract/endpoints'
import {
  BookOpen,
  ChefHat,
  Cpu,
  Dumbbell,
  Footprints,
  Gamepad2,
  Hexagon,
  type LucideIcon,
  MessagesSquare,
  Music,
  Palette,
  Plane,
  Shapes,
  X,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { liveCategories } from '../../features/streams/live-categories.ts'
import { abbreviateCount } from '../../lib/format/count.ts'
import { nameHash } from '../../lib/name-hash.ts'
import { categoryOf, categoryText } from '../../texts/contract/choices.ts'
import { siteTexts } from '../../texts/site.ts'
import { directoryTexts as texts } from '../../texts/viewer/directory.ts'
import { streamTexts } from '../../texts/viewer/streams.ts'
import styles from './category-places.module.css'

/** The sign of a category and the hue of its light, in degrees: those that are often live beside each other are far apart. */
const looks: Readonly<Record<string, { Icon: LucideIcon; hue: number }>> = {
  'Just Chatting': { Icon: MessagesSquare, hue: 342 },
  Gaming: { Icon: Gamepad2, hue: 42 },
  Music: { Icon: Music, hue: 285 },
  Art: { Icon: Palette, hue: 315 },
  Technology: { Icon: Cpu, hue: 222 },
  Education: { Icon: BookOpen, hue: 196 },
  Cooking: { Icon: ChefHat, hue: 18 },
  Fitness: { Icon: Dumbbell, hue: 105 },
  Travel: { Icon: Plane, hue: 168 },
  IRL: { Icon: Footprints, hue: 0 },
  Other: { Icon: Shapes, hue: 255 },
}

/**
 * The categories as places: what is on there now, in the place's own light, how many streams there are and how many watch them. The
 * chosen one leads back to all.
 */
export function CategoryPlaces({
  streams,
  chosen,
  addressOf,
}: {
  streams: readonly ActiveStream[]
  /** Empty for none. It has a place also when its last stream has ended. */
  chosen: string
  addressOf: (category: string) => string
}) {
  const strip = useRef<HTMLUListElement>(null)
  const live = liveCategories(streams).map(({ category }) => category)
  const categories = chosen === '' || live.includes(chosen) ? live : [...live, chosen]

  // Whoever comes by a link, or from the home page, would not see it at the other end of the strip.
  useEffect(() => {
    const place = chosen === '' ? null : strip.current?.querySelector('[aria-current]')
    if (place && strip.current) showInStrip(strip.current, place)
  }, [chosen])

  if (categories.length === 0) return null
  return (
    <nav aria-label={streamTexts.categories}>
      <ul ref={strip} className={styles.places}>
        {categories.map((category) => (
          <li key={category}>
            <Place
              category={category}
              streams={streams.filter((stream) => categoryOf(stream) === category)}
              isChosen={category === chosen}
              href={addressOf(category === chosen ? '' : category)}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the strip alone: the page stays where it is. */
function showInStrip(strip: Element, place: Element): void {
  const [outer, inner] = [strip.getBoundingClientRect(), place.getBoundingClientRect()]
  if (inner.left >= outer.left && inner.right <= outer.right) return
  strip.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2
}

function Place({
  category,
  streams,
  isChosen,
  href,
}: {
  category: string
  streams: readonly ActiveStream[]
  isChosen: boolean
  href: string
}) {
  const name = categoryText(category)
  const { Icon, hue } = looks[category] ?? { Icon: Hexagon, hue: nameHash(category) % 360 }
  const Sign = isChosen ? X : Icon
  const viewers = streams.reduce((sum, stream) => sum + stream.viewers, 0)
  const [mostWatched] = streams.filter(({ thumbnail }) => thumbnail).sort((one, other) => other.viewers - one.viewers)
  return (
    <Link
      href={href}
      className={styles.place}
      title={isChosen ? texts.withoutCategory(name) : undefined}
      aria-current={isChosen || undefined}
      style={{
        backgroundImage: `radial-gradient(120% 140% at 100% 100%, hsl(${hue} var(--place-tone-light)), transparent 70%),
          linear-gradient(135deg, hsl(${hue} var(--placeholder-tone-start)), hsl(${(hue + 40) % 360} var(--placeholder-tone-end)))`,
      }}
    >
      {mostWatched?.thumbnail && <img className={styles.picture} src={mostWatched.thumbnail} alt="" loading="lazy" />}
      <Sign className={styles.icon} size={20} aria-hidden="true" />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>
        {texts.liveCount(streams.length)}
        {viewers > 0 && ` · ${siteTexts.viewers(viewers, abbreviateCount(viewers))}`}
      </span>
    </Link>
  )
}
