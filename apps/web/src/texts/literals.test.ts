import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** For those who work on the site, and there only. */
const notTranslated = ['routes/design']

/** Attributes that are read out or shown. */
const spoken = /^(aria-(label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label)$/

/** The sign of the second, and an example of a community's id: the same in every language. */
const sameEverywhere = ['s', 'hive-123456']

const src = join(import.meta.dirname, '..')

test('what components say is in texts, in every language', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !notTranslated.some((folder) => path.startsWith(folder)))
    .map((path) => ({ path, code: readFileSync(join(src, path), 'utf8') }))
  expect(files.flatMap(({ path, code }) => literalsOf(path, code).map((text) => `${path}: ${text}`))).toEqual([])
})

test('the places that are looked at', () => {
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
    // What is set as code is a name of a program or an address: the same in every language.
    if (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code') return
    if (ts.isJsxText(node)) note(node.text)
    if (ts.isJsxAttribute(node) && node.initializer) {
      if (spoken.test(node.name.getText())) noteValues(node.initializer)
    } else if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) noteValues(node)
    // The items that a component is given, as those of a menu.
    if (ts.isPropertyAssignment(node) && spoken.test(node.name.getText())) noteValues(node.initializer)
    ts.forEachChild(node, visit)
  }

  /** The strings that an expression can come to, not those that it hands to a call or compares with. */
  function noteValues(node: ts.Node): void {
    if (ts.isStringLiteralLike(node)) note(node.text)
    else if (ts.isTemplateExpression(node)) {
      note([node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' '))
    } else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(noteValues)
    else if (ts.isParenthesizedExpression(node)) noteValues(node.expression)
    else if (ts.isJsxExpression(node) && node.expression) noteValues(node.expression)
    else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) noteValues(node.left)
      noteValues(node.right)
    }
  }

  /** What has letters. Signs and numbers say the same in every language. */
  function note(text: string): void {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}/u.test(plain) && !sameEverywhere.includes(plain)) found.push(plain)
  }
}
