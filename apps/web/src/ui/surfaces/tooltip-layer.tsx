import { useEffect, useRef } from 'react'
import { placePopover } from '../popover/place-popover.ts'
import styles from './tooltip-layer.module.css'

/** How long the pointer rests before the name of a control appears. */
const restMs = 400

/**
 * Shows the text of `data-tooltip` of the element under the resting mouse or that the keyboard has moved the focus to. One layer for the page, so
 * that a control needs nothing but the attribute, and above everything else. The text repeats the accessible name, so the layer is
 * hidden from screen readers. `data-tooltip-beside` puts it beside the element instead of below it.
 */
export function TooltipLayer() {
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const tip = ref.current
    if (!tip?.showPopover) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownFor: Element | null = null
    let isKeyMovingFocus = false

    function show(target: HTMLElement): void {
      const text = target.dataset.tooltip
      if (!tip || !text || !target.isConnected) return
      shownFor = target
      tip.textContent = text
      tip.showPopover()
      const { left, top } = placePopover(
        target.getBoundingClientRect(),
        { width: tip.offsetWidth, height: tip.offsetHeight },
        { width: innerWidth, height: innerHeight },
        target.dataset.tooltipBeside === undefined ? 'below' : 'beside',
      )
      Object.assign(tip.style, { left: `${left}px`, top: `${top}px` })
    }

    function hide(): void {
      clearTimeout(timer)
      shownFor = null
      if (tip?.matches(':popover-open')) tip.hidePopover()
    }

    function onOver({ target, pointerType }: PointerEvent): void {
      const named = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null
      if (named === shownFor) return
      hide()
      if (named && pointerType === 'mouse') timer = setTimeout(show, restMs, named)
    }

    function onFocus({ target }: FocusEvent): void {
      // A dialog that opens or closes moves the focus too: nobody asked for the name of the button that gets it, and the mouse may rest on another.
      if (!isKeyMovingFocus) return
      hide()
      // Later, because the browser shows one popover at a time.
      if (target instanceof HTMLElement && target.matches('[data-tooltip]:focus-visible'))
        timer = setTimeout(show, 0, target)
    }

    function onFocusOut({ target }: FocusEvent): void {
      if (target === shownFor) hide()
    }

    /** A list that scrolls elsewhere, as a lively chat does all the time, leaves the control and its name where they are. */
    function onScroll({ target }: Event): void {
      if (shownFor && target instanceof Node && target.contains(shownFor)) hide()
    }

    function onKeyDown({ key }: KeyboardEvent): void {
      isKeyMovingFocus = key === 'Tab' || key.startsWith('Arrow')
      if (key === 'Escape') hide()
    }

    function onKeyUp(): void {
      isKeyMovingFocus = false
    }

    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    document.addEventListener('pointerover', onOver, options)
    document.addEventListener('focusin', onFocus, options)
    document.addEventListener('focusout', onFocusOut, options)
    document.addEventListener('pointerdown', hide, { ...options, capture: true })
    document.addEventListener('scroll', onScroll, { ...options, capture: true })
    document.addEventListener('keydown', onKeyDown, { ...options, capture: true })
    document.addEventListener('keyup', onKeyUp, { ...options, capture: true })
    return () => {
      stop.abort()
      hide()
    }
  }, [])

  return <div ref={ref} className={styles.tip} popover="manual" aria-hidden="true" />
}
