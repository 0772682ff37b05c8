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
} from 'lucide-react'

const icons: Readonly<Record<string, LucideIcon>> = {
  'Just Chatting': MessagesSquare,
  Gaming: Gamepad2,
  Music,
  Art: Palette,
  Technology: Cpu,
  Education: BookOpen,
  Cooking: ChefHat,
  Fitness: Dumbbell,
  Travel: Plane,
  IRL: Footprints,
  Other: Shapes,
}

/** The sign of a category. */
export function CategoryIcon({ category, size }: { category: string; size: number }) {
  const Icon = icons[category] ?? Hexagon
  return <Icon size={size} aria-hidden="true" />
}
