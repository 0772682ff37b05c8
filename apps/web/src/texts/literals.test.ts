import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
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
  </>`
  expect(literalsOf('x.tsx', code)).toEqual(['A', 'D', 'E', 'F', 'LIVE', 'G', 'K'])
})

function literalsOf(path: string, code: string): string[] {
  const found: string[] = []
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found

  function visit(node: ts.Node): void {
    // Text in a `code` element is a technical name or an address: the same in every language.
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code') return
    if (ts.isJsxText(node)) record(node.text)
    if (ts.isJsxAttribute(node) && node.initializer) {
      if (visibleAttributes.test(node.name.getText())) recordValues(node.initializer)
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) recordValues(node)
    // Items passed to a component, such as those of a menu.
    if (ts.isPropertyAssignment(node) && visibleAttributes.test(node.name.getText())) recordValues(node.initializer)
    ts.forEachChild(node, visit)
  }

  /** Records the strings that an expression can evaluate to, not those that it passes to a call or compares with. */
  function recordValues(node: ts.Node): void {
    if (ts.isStringLiteralLike(node)) record(node.text)
    else if (ts.isTemplateExpression(node)) {
      record([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' '))
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(recordValues)
    else if (ts.isParenthesizedExpression(node)) recordValues(node.expression)
    else if (ts.isJsxExpression(node) && node.expression) recordValues(node.expression)
    else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) recordValues(node.left)
      recordValues(node.right)
    }
  }

  /** Records text with letters. Symbols and numbers are the same in every language. */
  function record(text: string): void {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(plain) && !sameEverywhere.includes(plain)) found.push(plain)
  }
}
