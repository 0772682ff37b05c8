import { ArrowDown, ArrowUp, GripVertical, type LucideIcon } from 'lucide-react'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useStore } from '../../../lib/store/use-store.ts'
import { dashboardTexts as texts } from '../../../texts/streamer/dashboard/dashboard.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { Popover } from '../../../ui/popover/popover.tsx'
import { movedTo, type QuickActionName, quickActionChoice, quickActionNames } from './quick-action-choice.ts'
import styles from './quick-action-editor.module.css'

/** Chooses which quick actions are shown, and moves them by dragging or with buttons. Each change takes effect at once. */
export function QuickActionEditor({
  icons,
  anchor,
  onClose,
}: {
  icons: Record<QuickActionName, LucideIcon>
  anchor: RefObject<HTMLElement | null>
  onClose: () => void
}) {
  const { order, hidden } = useStore(quickActionChoice)
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<QuickActionName>()
  const [announced, setAnnounced] = useState('')

  function move(name: QuickActionName, place: number): void {
    quickActionChoice.setState({ order: movedTo(order, name, place) })
    setAnnounced(texts.actionMoved(texts[name], place + 1, order.length))
  }

  function show(name: QuickActionName, isShown: boolean): void {
    quickActionChoice.setState({ hidden: isShown ? hidden.filter((other) => other !== name) : [...hidden, name] })
  }

  function startDrag(event: PointerEvent, name: QuickActionName): void {
    // The list keeps the pointer: the row itself is taken out of the page and put back while it moves.
    list.current?.setPointerCapture(event.pointerId)
    setDragged(name)
  }

  function drag({ clientY }: PointerEvent): void {
    if (!dragged || !list.current) return
    const rows = [...list.current.children].map((row) => row.getBoundingClientRect())
    const under = rows.findIndex(({ bottom }) => clientY < bottom)
    const place = under === -1 ? rows.length - 1 : under
    if (order[place] !== dragged) move(dragged, place)
  }

  const isChanged = hidden.length > 0 || order.some((name, place) => name !== quickActionNames[place])
  return (
    <Popover title={texts.editActions} anchor={anchor} isEditor onClose={onClose}>
      <div className={styles.editor}>
        <p className={styles.note}>{texts.editActionsHint}</p>
        <ol
          ref={list}
          className={styles.list}
          aria-label={texts.quickActions}
          onPointerMove={drag}
          onPointerUp={() => setDragged(undefined)}
          onPointerCancel={() => setDragged(undefined)}
        >
          {order.map((name, place) => {
            const Icon = icons[name]
            return (
              <li key={name} className={styles.row} data-dragged={dragged === name || undefined}>
                <span className={styles.grip} aria-hidden="true" onPointerDown={(event) => startDrag(event, name)}>
                  <GripVertical size={18} />
                </span>
                <label className={styles.shown}>
                  <input
                    type="checkbox"
                    checked={!hidden.includes(name)}
                    onChange={({ target }) => show(name, target.checked)}
                  />
                  <Icon size={18} aria-hidden="true" />
                  {texts[name]}
                </label>
                {/* Not disabled at the ends: a disabled button would lose the focus of whoever moves an action with the keyboard. */}
                <IconButton
                  label={texts.moveActionUp(texts[name])}
                  aria-disabled={place === 0}
                  onClick={() => place > 0 && move(name, place - 1)}
                >
                  <ArrowUp size={18} aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={texts.moveActionDown(texts[name])}
                  aria-disabled={place === order.length - 1}
                  onClick={() => place < order.length - 1 && move(name, place + 1)}
                >
                  <ArrowDown size={18} aria-hidden="true" />
                </IconButton>
              </li>
            )
          })}
        </ol>
        <p role="status" className="visually-hidden">
          {announced}
        </p>
        <div className={styles.buttons}>
          <Button kind="primary" onClick={onClose}>
            {texts.done}
          </Button>
          <Button
            aria-disabled={!isChanged}
            onClick={() => {
              quickActionChoice.setState({ order: quickActionNames, hidden: [] })
              setAnnounced(texts.actionsReset)
            }}
          >
            {texts.resetActions}
          </Button>
        </div>
      </div>
    </Popover>
  )
}
