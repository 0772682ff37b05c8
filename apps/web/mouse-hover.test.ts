import postcss from 'postcss'
import { describe, expect, test } from 'vitest'
import { mouseHover } from './mouse-hover.ts'

const oneLine = (css: string) => css.replaceAll(/\s*([{}])\s*/g, '$1')

const built = async (css: string) => {
  const { css: result } = await postcss([mouseHover()]).process(css, { from: undefined })
  return oneLine(result)
}

describe('[SHELL-15] what a hovering mouse does to the look of things', () => {
  test.each([
    ['a.b:hover { c: d }', '@media (hover: hover) { a.b:hover { c: d } }'],
    ['a:hover, a:focus-visible { c: d }', 'a:focus-visible { c: d } @media (hover: hover) { a:hover { c: d } }'],
    [
      'a:is(:hover, :focus-visible) b { c: d }',
      'a:is(:focus-visible) b { c: d } @media (hover: hover) { a:is(:hover, :focus-visible) b { c: d } }',
    ],
    [
      'a:is(:focus-visible, :hover) { c: d }',
      'a:is(:focus-visible) { c: d } @media (hover: hover) { a:is(:focus-visible, :hover) { c: d } }',
    ],
    ['a { &:hover { c: d } }', 'a { @media (hover: hover) { &:hover { c: d } } }'],
  ])('%s is only where one can hover', async (css, expected) => {
    expect(await built(css)).toBe(oneLine(expected))
  })

  test.each([
    'a:focus { c: d }',
    'a:not(:hover, :has(:focus-visible)) b { c: d }',
    '@media (hover: hover) and (width > 768px) { a:hover { c: d } }',
  ])('%s stays as it is', async (css) => {
    expect(await built(css)).toBe(oneLine(css))
  })
})
