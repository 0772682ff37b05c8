/** A finger has moved this far before it is known what it wants. */
const decidedAfterPx = 12
/** A swipe is this much more sideways than up or down. */
const sidewaysRatio = 1.5
/** Here begin the browser's own gestures, such as the way back. */
const edgePx = 32
/** A quick flick needs less of a way: its speed is that of the finger's last moments. */
const flickPxPerMs = 0.4
const lastMomentsMs = 100

/** What has gestures of its own: buttons, the seek bar and the rest of the controls, menus, dialogs. */
const notForSwipes = 'a,button,input,dialog,[role^=menu],[data-visible],[data-seek]'

interface SwipeHandlers {
  /** The finger went sideways; false where there is nowhere to go. */
  onStart(): boolean
  /** Where the finger is, in pixels right of where it began. */
  onMove(offsetPx: number): void
  /** The finger is lifted; `isFlick`: while it moved on quickly. Cancelled swipes end at 0. */
  onEnd(offsetPx: number, isFlick: boolean): void
}

/** Follows one finger sideways over an element. Other fingers, scrolling and zooming end it. Returns how to stop. */
export function watchSwipes(element: HTMLElement, { onStart, onMove, onEnd }: SwipeHandlers): () => void {
  let from: { id: number; x: number; y: number; isAllowed: boolean } | undefined
  let isSwiping = false
  let moments: { x: number; atMs: number }[] = []
  const abort = new AbortController()
  const { signal } = abort

  function cancel(): void {
    if (isSwiping) onEnd(0, false)
    isSwiping = false
    from = undefined
  }

  element.addEventListener(
    'pointerdown',
    ({ pointerType, isPrimary, pointerId, clientX, clientY, target }) => {
      cancel()
      if (pointerType !== 'touch' || !isPrimary || (target as Element).closest(notForSwipes)) return
      const isAtEdge = clientX < edgePx || clientX > innerWidth - edgePx
      const isFullscreen = document.fullscreenElement || 'playerFillsPage' in document.documentElement.dataset
      const isZoomed = (visualViewport?.scale ?? 1) > 1
      from = { id: pointerId, x: clientX, y: clientY, isAllowed: !(isAtEdge || isFullscreen || isZoomed) }
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    ({ pointerId, clientX, clientY, timeStamp }) => {
      if (from?.id !== pointerId) return
      const [dx, dy] = [Math.abs(clientX - from.x), Math.abs(clientY - from.y)]
      if (!isSwiping) {
        if (Math.max(dx, dy) < decidedAfterPx) return
        // The end of what has moved is no tap on the picture.
        element.setPointerCapture(pointerId)
        if (!from.isAllowed || dx < dy * sidewaysRatio || !onStart()) {
          from = undefined
          return
        }
        isSwiping = true
        // From here, so that the picture does not jump.
        from.x = clientX
        moments = []
      }
      moments = [...moments.filter(({ atMs }) => atMs > timeStamp - lastMomentsMs), { x: clientX, atMs: timeStamp }]
      onMove(clientX - from.x)
    },
    { signal },
  )
  element.addEventListener(
    'pointerup',
    ({ pointerId, clientX, timeStamp }) => {
      if (from?.id !== pointerId || !isSwiping) {
        from = undefined
        return
      }
      const offsetPx = clientX - from.x
      const [first] = moments.filter(({ atMs }) => atMs > timeStamp - lastMomentsMs)
      const speed = first ? (clientX - first.x) / Math.max(1, timeStamp - first.atMs) : 0
      isSwiping = false
      from = undefined
      onEnd(offsetPx, speed * Math.sign(offsetPx) > flickPxPerMs)
    },
    { signal },
  )
  element.addEventListener('pointercancel', cancel, { signal })
  return () => abort.abort()
}
