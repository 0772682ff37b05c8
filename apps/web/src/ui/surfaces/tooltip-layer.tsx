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
    /** The control whose name is shown, or waits to be. */
    let target: Element | null = null
    /** The one that was pressed: who knows what it does needs no name while the mouse is still on it. */
    let pressed: Element | null = null
    let isKeyMovingFocus = false

    function show(control: HTMLElement): void {
      const text = control.dataset.tooltip
      // What it has opened says what it is.
      if (!tip || !text || control.ariaExpanded === 'true') return
      tip.textContent = text
      tip.showPopover()
      const { left, top } = placePopover(
        control.getBoundingClientRect(),
        { width: tip.offsetWidth, height: tip.offsetHeight },
        { width: innerWidth, height: innerHeight },
        control.dataset.tooltipBeside === undefined ? 'below' : 'beside',
      )
      Object.assign(tip.style, { left: `${left}px`, top: `${top}px` })
    }

    /** Meanwhile it may have left the page, or the mouse. */
    function showSoon(control: HTMLElement, waitMs: number, pointedAs: ':hover' | ':focus-visible'): void {
      target = control
      timer = setTimeout(() => (control.matches(pointedAs) ? show(control) : hide()), waitMs)
    }

    function hide(): void {
      clearTimeout(timer)
      target = null
      if (tip?.matches(':popover-open')) tip.hidePopover()
    }

    function onOver({ target: over, pointerType }: PointerEvent): void {
      const named = over instanceof Element ? over.closest<HTMLElement>('[data-tooltip]') : null
      if (named !== pressed) pressed = null
      if (named === target) return
      hide()
      if (named && named !== pressed && pointerType === 'mouse') showSoon(named, restMs, ':hover')
    }

    function onFocus({ target: focused }: FocusEvent): void {
      if (target && !target.isConnected) hide()
      // A dialog that opens or closes moves the focus too: nobody asked for the name of the button that gets it, and the mouse may rest on another.
      if (!isKeyMovingFocus) return
      hide()
      // Later, because the browser shows one popover at a time.
      if (focused instanceof HTMLElement && focused.matches('[data-tooltip]:focus-visible'))
        showSoon(focused, 0, ':focus-visible')
    }

    function onFocusOut({ target: left }: FocusEvent): void {
      if (left === target) hide()
    }

    /** A list that scrolls elsewhere, as a lively chat does all the time, leaves the control and its name where they are. */
    function onScroll({ target: scrolled }: Event): void {
      const isShown = tip?.matches(':popover-open') && target
      if (isShown && (!target?.isConnected || (scrolled instanceof Node && scrolled.contains(target)))) hide()
    }

    function onDown({ target: down }: PointerEvent): void {
      hide()
      pressed = down instanceof Element ? down.closest('[data-tooltip]') : null
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
    document.addEventListener('pointerdown', onDown, { ...options, capture: true })
    document.addEventListener('scroll', onScroll, { ...options, capture: true })
    document.addEventListener('keydown', onKeyDown, { ...options, capture: true })
    document.addEventListener('keyup', onKeyUp, { ...options, capture: true })
    // The mouse may have come to rest before this code had arrived.
    const [rested] = [...document.querySelectorAll<HTMLElement>('[data-tooltip]:hover')].slice(-1)
    if (rested && matchMedia('(hover: hover)').matches) showSoon(rested, restMs, ':hover')
    return () => {
      stop.abort()
      hide()
    }
  }, [])

  return <div ref={ref} className={styles.tip} popover="manual" aria-hidden="true" />
}
