import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'

/** Pages for developers only. */
const untranslated = ['routes/design']

/** Attributes that are shown, or read out by screen readers. */
const visibleAttributes =
  /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label)$/

/** The symbol for seconds, and an example of a community's name: the same in every language. */
const sameEverywhere = ['s', 'hive-123456']

const src = join(import.meta.dirname, '..')

test('components contain no text of their own: it is in texts, in every language', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !untranslated.some((folder) => path.startsWith(folder)))
    .map((path) => ({ path, code: readFileSync(join(src, path), 'utf8') }))
  expect(files.flatMap(({ path, code }) => literalsOf(path, code).map((text) => `${path}: ${text}`))).toEqual([])
})

test('literalsOf finds text in elements, attributes and properties', () => {
  const code = `<>
    <p title="A" className="b" id={'c'}>D {n} <b aria-label={busy ? 'E' : \`F \${n}\`} /></p>
    <Badge>LIVE</Badge> <i>@{user} • 100%</i> {ok && 'G'} {texts.h} {fill('i')} <code>rtmp</code>
    <Menu items={[{ key: 'j', label: 'K' }]} />
    <img alt={(l || 'M') as string} title={\`N\`} />{o ?? 'P' + ('Q' satisfies string)}
  </>`
  expect(literalsOf('x.tsx', code)).toEqual(['A', 'D', 'E', 'F', 'LIVE', 'G', 'K', 'M', 'N', 'P', 'Q'])
  expect(() => literalsOf('x.tsx', '<p>')).toThrow('cannot be parsed')
})

function literalsOf(path: string, code: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  visit(program, undefined)
  return found

  function visit(node: ESTree.Node, parent: ESTree.Node | undefined): void {
    // Text in a `code` element is a technical name or an address: the same in every language.
    if (node.type === 'JSXElement' && nameOf(node.openingElement.name) === 'code') return
    if (node.type === 'JSXText') record(node.value)
    if (node.type === 'JSXAttribute' && node.value && isVisible(node.name)) stringsOf(node.value).forEach(record)
    if (node.type === 'JSXExpressionContainer' && parent?.type !== 'JSXAttribute')
      stringsOf(node.expression).forEach(record)
    // Items passed to a component, such as those of a menu.
    if (node.type === 'Property' && !node.computed && isVisible(node.key)) stringsOf(node.value).forEach(record)
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node)
  }

  /** Records text with letters. Symbols and numbers are the same in every language. */
  function record(text: string): void {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(plain) && !sameEverywhere.includes(plain)) found.push(plain)
  }
}

/** The strings that an expression can evaluate to, not those that it passes to a call. */
function stringsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return [node.quasis.map(({ value }) => value.cooked ?? value.raw).join(' ')]
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(stringsOf)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return (node.operator === '&&' ? [node.right] : [node.left, node.right]).flatMap(stringsOf)
    case 'AssignmentExpression':
      return stringsOf(node.right)
    case 'SequenceExpression':
      return node.expressions.flatMap(stringsOf)
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return stringsOf(node.expression)
    default:
      return []
  }
}

function isVisible(name: ESTree.Node): boolean {
  return visibleAttributes.test(nameOf(name) ?? '')
}

function nameOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return node.name
  return node.type === 'Literal' ? String(node.value) : undefined
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
