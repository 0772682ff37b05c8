import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import styles from './markdown.module.css'
import { plainText } from './plain-text.ts'
import { safeTarget } from './safe-target.ts'

/** Lists and quotes within each other, deeper than anybody writes. */
const depthMax = 20

/**
 * A text in Markdown as elements (rule SITE-7). There is no HTML on the way: what looks like a tag is text, a picture is its description
 * with a link, and a link leads only where `safeTarget` lets it (T37).
 */
export function Markdown({ text }: { text: string }) {
  return <div className={styles.text}>{blocks(read(text), 0)}</div>
}

/** What cannot be read, such as thousands of quotes within each other, is one paragraph. */
function read(text: string): Token[] {
  try {
    return lexer(text, { gfm: true })
  } catch {
    return [{ type: 'text', raw: text, text }]
  }
}

function blocks(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return each(tokens, (token) => <Block token={token as MarkedToken} depth={depth + 1} />)
}

function Block({ token, depth }: { token: MarkedToken; depth: number }): ReactNode {
  if (depth > depthMax) return <p>{token.raw}</p>
  switch (token.type) {
    case 'heading':
      return <Heading depth={token.depth}>{inlines(token.tokens, depth)}</Heading>
    case 'paragraph':
      return <p>{inlines(token.tokens, depth)}</p>
    case 'list':
      return <List list={token} depth={depth} />
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, depth)}</blockquote>
    case 'code':
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'hr':
      return <hr />
    case 'table':
      return <Table table={token} depth={depth} />
    case 'text':
      return token.tokens ? inlines(token.tokens, depth) : <p>{plainText(token.text)}</p>
    case 'html':
      return <p>{token.text}</p>
    case 'space':
    case 'def':
    case 'checkbox':
      return null
    default:
      return inlines([token], depth)
  }
}

/** The page has a heading of the first level already. */
function Heading({ depth, children }: { depth: number; children: ReactNode }) {
  if (depth <= 1) return <h2>{children}</h2>
  return depth === 2 ? <h3>{children}</h3> : <h4>{children}</h4>
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = each(list.items, (item) => <li>{blocks(item.tokens, depth)}</li>)
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: 'th' | 'td') =>
    each(row, (cell) => <Cell>{inlines(cell.tokens, depth)}</Cell>)
  return (
    <div className={styles.table}>
      <table>
        <thead>
          <tr>{cells(table.header, 'th')}</tr>
        </thead>
        <tbody>
          {each(table.rows, (row) => (
            <tr>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function inlines(tokens: readonly Token[] | undefined, depth: number): ReactNode {
  return each(tokens, (token) => <Inline token={token as MarkedToken} depth={depth + 1} />)
}

function Inline({ token, depth }: { token: MarkedToken; depth: number }): ReactNode {
  if (depth > depthMax) return token.raw
  switch (token.type) {
    case 'strong':
      return <strong>{inlines(token.tokens, depth)}</strong>
    case 'em':
      return <em>{inlines(token.tokens, depth)}</em>
    case 'del':
      return <del>{inlines(token.tokens, depth)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <SafeLink address={token.href}>{inlines(token.tokens, depth)}</SafeLink>
    case 'image':
      return <SafeLink address={token.href}>{plainText(token.text || token.href)}</SafeLink>
    case 'text':
      return token.tokens ? inlines(token.tokens, depth) : plainText(token.text)
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

/** A link that must not be followed is its text. */
function SafeLink({ address, children }: { address: string; children: ReactNode }) {
  const target = safeTarget(plainText(address), location.origin)
  if (target === undefined) return children
  if (target.isOurs) return <a href={target.address}>{children}</a>
  return (
    <a href={target.address} target="_blank" rel="noopener nofollow ugc" referrerPolicy="no-referrer">
      {children}
    </a>
  )
}

/** The parts of a text have no names: they are children of their places, and need no keys. */
function each<Item>(items: readonly Item[] | undefined, render: (item: Item) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...(items ?? []).map(render))
}
