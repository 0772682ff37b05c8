export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

export type Placement = 'below' | 'beside' | 'middle' | 'over'

export interface PopoverPosition {
  left: number
  top: number
  width: number
  /** What fits there: the content scrolls. */
  maxHeight: number
  /** Reaches to where the column begins, which it nearly does by itself. */
  minHeight: number
  /** The middle of the anchor in the coordinates of the popover: it grows from there. */
  originX: number
  originY: number
  /** From edge to edge of a column: it looks like a part of that. */
  isInColumn: boolean
}

/** Between the popover and the anchor, and between it and the edges of the window. */
const gap = 8
/** So far from the end of a column, what is seen of it is no more than half a line. */
const nearly = 32
/** In a low window a popover covers its anchor before it becomes lower than this. */
const lowest = 360

/**
 * Where a popover of `size` stands: below its anchor if it fits there, else at the side with more room; or beside it; or over it, at
 * least as wide; or in the middle of the window; and always inside that. It leaves `controls` free, those of a picture above the anchor: near their right end beside them
 * where there is room, such as over the chat, else above them. Over a narrow `column`, such as the chat below its head, it is as wide as that,
 * begins right below its anchor, and begins or ends with the column where it nearly does, so that nothing of that is seen around it. All
 * lengths are CSS pixels of the window.
 */
export function placePopover(
  anchor: Box,
  size: Size,
  view: Size,
  placement: Placement,
  controls?: Box,
  column?: Box,
): PopoverPosition {
  let width = Math.min(size.width, view.width - 2 * gap)
  const highest = view.height - 2 * gap
  let left: number
  let top: number
  let maxHeight = highest
  if (placement === 'middle') {
    left = (view.width - width) / 2
    top = (view.height - Math.min(size.height, highest)) / 2
  } else if (placement === 'over') {
    width = Math.min(Math.max(width, anchor.width), view.width - 2 * gap)
    left = anchor.left
    top = anchor.top
  } else if (placement === 'beside') {
    const roomLeft = anchor.left - 2 * gap
    const roomRight = view.width - anchor.left - anchor.width - 2 * gap
    const isRight = roomRight >= width || roomRight >= roomLeft
    left = isRight ? anchor.left + anchor.width + gap : anchor.left - gap - width
    top = anchor.top
  } else {
    const roomAbove = anchor.top - 2 * gap
    const roomBelow = view.height - anchor.top - anchor.height - 2 * gap
    const isBelow = roomBelow >= size.height || roomBelow >= roomAbove
    maxHeight = Math.min(highest, Math.max(lowest, isBelow ? roomBelow : roomAbove))
    top = isBelow ? anchor.top + anchor.height + gap : anchor.top - gap - Math.min(size.height, maxHeight)
    // Aligned with the edge of the anchor that is farther from the middle of the window.
    const isAtRight = anchor.left + anchor.width / 2 > view.width / 2
    left = isAtRight ? anchor.left + anchor.width - width : anchor.left
  }
  if (
    placement !== 'over' &&
    controls &&
    covers({ left, top, width, height: Math.min(size.height, maxHeight) }, controls)
  ) {
    const end = controls.left + controls.width
    const isNearEnd = end - (anchor.left + anchor.width) <= width
    if (isNearEnd && end + gap + width + gap <= view.width) {
      left = view.width - gap - width
      top = anchor.top
      maxHeight = highest
    } else {
      maxHeight = Math.min(highest, Math.max(lowest, controls.top - 2 * gap))
      top = controls.top - gap - Math.min(size.height, maxHeight)
    }
  }
  left = clamp(left, gap, view.width - gap - width)
  const height = Math.min(size.height, maxHeight)
  top = clamp(top, gap, view.height - gap - height)
  let minHeight = 0
  const isInColumn = placement === 'below' && column !== undefined && isOver({ left, width }, column)
  if (isInColumn) {
    ;({ left, width } = column)
    // Nothing of the column is seen between it and what opened it.
    if (top === anchor.top + anchor.height + gap) top -= gap
    const atEnd = column.top + column.height - height
    if (Math.abs(atEnd - top) < nearly) top = atEnd
    else if (Math.abs(column.top - top) < nearly) {
      minHeight = height + Math.max(0, top - column.top)
      top = column.top
    }
  }
  return {
    left,
    top,
    width,
    maxHeight: Math.max(minHeight, maxHeight),
    minHeight,
    originX: anchor.left + anchor.width / 2 - left,
    originY: anchor.top + anchor.height / 2 - top,
    isInColumn,
  }
}

/** More than half of it, and the column is hardly wider. */
function isOver({ left, width }: { left: number; width: number }, column: Box): boolean {
  const shared = Math.min(left + width, column.left + column.width) - Math.max(left, column.left)
  return shared > width / 2 && column.width >= width && column.width < 1.3 * width
}

function covers(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  )
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}
