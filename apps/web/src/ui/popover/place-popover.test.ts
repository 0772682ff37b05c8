import { describe, expect, test } from 'vitest'
import { placePopover } from './place-popover.ts'

const view = { width: 1000, height: 800 }
const size = { width: 300, height: 200 }

describe('below its anchor', () => {
  test('a popover shares the outer edge of the anchor', () => {
    const atLeft = placePopover({ left: 100, top: 100, width: 80, height: 40 }, size, view, 'below')
    expect(atLeft).toMatchObject({ left: 100, top: 148 })
    const atRight = placePopover({ left: 800, top: 100, width: 80, height: 40 }, size, view, 'below')
    expect(atRight).toMatchObject({ left: 580, top: 148 })
  })

  test('it stands above where there is more room', () => {
    const { top } = placePopover({ left: 100, top: 700, width: 80, height: 40 }, size, view, 'below')
    expect(top + size.height).toBe(692)
  })

  test('one that fits nowhere takes the larger side, and scrolls', () => {
    const { top, maxHeight } = placePopover(
      { left: 100, top: 500, width: 80, height: 40 },
      { width: 300, height: 2000 },
      view,
      'below',
    )
    expect({ top, maxHeight }).toEqual({ top: 8, maxHeight: 484 })
  })
})

test('in a low window a popover covers its anchor rather than what it says', () => {
  const low = { width: 844, height: 390 }
  const card = { width: 300, height: 350 }
  expect(placePopover({ left: 560, top: 210, width: 60, height: 20 }, card, low, 'below')).toMatchObject({
    top: 8,
    maxHeight: 360,
  })
  const sheet = placePopover({ left: 560, top: 40, width: 60, height: 20 }, { width: 300, height: 2000 }, low, 'below')
  expect(sheet.top + sheet.maxHeight).toBeLessThanOrEqual(382)
})

test('beside its anchor, a popover takes the side with room and stays in the window', () => {
  const chat = placePopover({ left: 700, top: 760, width: 60, height: 20 }, size, view, 'beside')
  expect(chat).toMatchObject({ left: 392, top: 592 })
  expect(placePopover({ left: 10, top: 100, width: 48, height: 48 }, size, view, 'beside').left).toBe(66)
})

test('in the middle of the window, a popover grows from its anchor all the same', () => {
  const anchor = { left: 100, top: 700, width: 80, height: 40 }
  expect(placePopover(anchor, size, view, 'middle')).toMatchObject({ left: 350, top: 300, originX: -210, originY: 420 })
  const high = placePopover(anchor, { width: 300, height: 2000 }, view, 'middle')
  expect(high).toMatchObject({ top: 8, maxHeight: 784 })
})

test('over a line, a popover covers the whole of it, and stays in the window', () => {
  const line = { left: 100, top: 500, width: 600, height: 40 }
  const controls = { left: 0, top: 440, width: 1000, height: 50 }
  expect(placePopover(line, size, view, 'over', controls)).toMatchObject({ left: 100, top: 500, width: 600 })
  const low = { ...line, top: 700, width: 80 }
  expect(placePopover(low, size, view, 'over', controls)).toMatchObject({ left: 100, top: 592, width: 300 })
})

describe('over a narrow column', () => {
  const chat = { left: 660, top: 60, width: 340, height: 700 }

  test('a popover is as wide as the column', () => {
    const { left, width, isInColumn } = placePopover(
      { left: 940, top: 70, width: 40, height: 40 },
      size,
      view,
      'below',
      undefined,
      chat,
    )
    expect({ left, width, isInColumn }).toEqual({ left: 660, width: 340, isInColumn: true })
  })

  test('it ends with the column where it nearly does, and else begins at its anchor', () => {
    const at = (top: number) =>
      placePopover({ left: 940, top, width: 40, height: 40 }, size, view, 'below', undefined, chat)
    // The column ends at 760.
    expect(at(500).top).toBe(560)
    expect(at(400).top).toBe(440)
  })

  test('it begins with the column where it nearly does', () => {
    const card = { width: 300, height: 400 }
    const message = { left: 940, top: 490, width: 40, height: 20 }
    expect(placePopover(message, card, { width: 1000, height: 700 }, 'below', undefined, chat)).toMatchObject({
      top: 60,
      minHeight: 422,
      maxHeight: 474,
    })
  })

  test('but not beside it, nor over one that is much wider', () => {
    const beside = placePopover({ left: 100, top: 70, width: 40, height: 40 }, size, view, 'below', undefined, chat)
    expect(beside).toMatchObject({ width: 300, isInColumn: false })
    const wide = { ...chat, left: 200, width: 800 }
    expect(
      placePopover({ left: 940, top: 70, width: 40, height: 40 }, size, view, 'below', undefined, wide).width,
    ).toBe(300)
  })
})

test('a popover is never wider than the window or outside it', () => {
  const narrow = { width: 320, height: 500 }
  const { left } = placePopover(
    { left: 300, top: 10, width: 20, height: 20 },
    { width: 400, height: 100 },
    narrow,
    'below',
  )
  expect(left).toBe(8)
})

describe('below a picture, a popover that has no room below leaves the controls of the picture free', () => {
  const anchor = { left: 760, top: 660, width: 60, height: 40 }

  test('at the right of them', () => {
    const chatBeside = { left: 60, top: 580, width: 600, height: 60 }
    const { left, top } = placePopover({ ...anchor, left: 500 }, size, view, 'below', chatBeside)
    expect({ left, bottom: top + size.height }).toEqual({ left: 692, bottom: 792 })
  })

  test('above them where its anchor is far from their right end', () => {
    const chatBeside = { left: 60, top: 580, width: 600, height: 60 }
    const { left, top } = placePopover({ ...anchor, left: 200 }, size, view, 'below', chatBeside)
    expect({ left, bottom: top + size.height }).toEqual({ left: 200, bottom: 572 })
  })

  test('above them where the picture has the width', () => {
    const { top, left } = placePopover(anchor, size, view, 'below', { left: 60, top: 580, width: 900, height: 60 })
    expect({ left, bottom: top + size.height }).toEqual({ left: 520, bottom: 572 })
  })

  test('and stays at its anchor where they are elsewhere', () => {
    const elsewhere = { left: 60, top: 100, width: 600, height: 60 }
    expect(placePopover(anchor, size, view, 'below', elsewhere)).toEqual(placePopover(anchor, size, view, 'below'))
  })
})

test('it grows from the middle of its anchor', () => {
  const { originX, originY } = placePopover({ left: 100, top: 100, width: 80, height: 40 }, size, view, 'below')
  expect({ originX, originY }).toEqual({ originX: 40, originY: -28 })
})
