import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { Markdown } from './markdown.tsx'
import { safeTarget } from './safe-target.ts'

beforeAll(() => {
  vi.stubGlobal('location', { origin: 'https://waggle.example' })
})

const render = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { text })).replace(/^<div[^>]*>|<\/div>$/g, '')

test.each([
  ['# Rules', '<h2>Rules</h2>'],
  ['## Be kind', '<h3>Be kind</h3>'],
  ['a **b** *c* ~~d~~ `e`', '<p>a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code></p>'],
  ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> a', '<blockquote><p>a</p></blockquote>'],
  ['```\n<b>\n```', '<pre><code>&lt;b&gt;</code></pre>'],
  ['a  \nb', '<p>a<br/>b</p>'],
  ['&copy; &amp;lt; &#65; &unknown; &#0;', '<p>© &amp;lt; A &amp;unknown; \ufffd</p>'],
  ['a \\* b', '<p>a * b</p>'],
  ['[us](/pages/rules)', '<p><a href="https://waggle.example/pages/rules">us</a></p>'],
  [
    '<https://a.example/>',
    '<p><a href="https://a.example/" target="_blank" rel="noopener nofollow ugc" referrerPolicy="no-referrer">https://a.example/</a></p>',
  ],
])('[SITE-7] %j becomes %s', (text, html) => {
  expect(render(text)).toBe(html)
})

test('[SITE-7] a table', () => {
  expect(render('|a|b|\n|-|-|\n|1|2|')).toContain(
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td>',
  )
})

// Of OWASP's 'XSS Filter Evasion' and of what Markdown libraries have let through before.
const vectors = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <svg onload=alert(1)> b',
  '<iframe src="https://evil.example"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example"><input></form>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '![x](https://evil.example/track.png)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x" onerror="alert(1)](y)',
  '[![x](https://evil.example/a.png)](javascript:alert(1))',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;avascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](\tjavascript:alert(1))',
  '[x](<java\nscript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](blob:https://waggle.example/x)',
  '[x](file:///etc/passwd)',
  '[x](https://waggle.example@evil.example/)',
  '[x](//evil.example "onmouseover=alert(1)")',
  '[x](https://a.example/" onclick="alert(1))',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: <javascript:alert(1)> "t"\n\n![x][x]',
  '<javascript:alert(1)>',
  'javascript:alert(1)',
  '`<img src=x onerror=alert(1)>`',
  '```html" onload="alert(1)\nx\n```',
  '|<img src=x onerror=alert(1)>|\n|-|\n|[x](javascript:alert(1))|',
  '# <script>alert(1)</script>',
  '- [x] <input onfocus=alert(1) autofocus>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]
const allowedTags =
  'h2 h3 h4 p ul ol li blockquote pre code hr table thead tbody tr th td strong em del br a div'.split(' ')

test.each(vectors)('[T37] %j runs nothing, and loads nothing', (text) => {
  const html = render(text)
  for (const [, tag = '', attributes = ''] of html.matchAll(/<([a-z0-9]+)([^<>]*)>/g)) {
    expect(allowedTags).toContain(tag)
    const names = Array.from(attributes.matchAll(/([\w-]+)="/g), ([, name]) => name)
    expect(
      names.filter((name) => !['href', 'target', 'rel', 'referrerPolicy', 'class', 'start'].includes(name ?? '')),
    ).toEqual([])
  }
  for (const [, address = ''] of html.matchAll(/href="([^"]*)"/g)) {
    expect(address).toMatch(/^(https?:\/\/|mailto:)/)
    expect(address).not.toContain('@evil')
  }
})

test('[T37] links to others do not vouch for them, and open apart', () => {
  expect(render('[x](//evil.example)')).toContain('rel="noopener nofollow ugc"')
  expect(safeTarget('/faq', 'https://waggle.example')).toEqual({ address: 'https://waggle.example/faq', isOurs: true })
  expect(safeTarget('mailto:us@waggle.example', 'https://waggle.example')?.isOurs).toBe(false)
})

const longest = 20_000
test.each<[string, string]>([
  ['quotes within each other', '>'.repeat(longest)],
  ['lists within each other', Array.from({ length: 190 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
  ['open brackets', '['.repeat(longest)],
  ['open links', '[a]('.repeat(longest / 4)],
  ['pictures in pictures', '!['.repeat(longest / 2)],
  ['stars', '*a '.repeat(longest / 3)],
  ['stars within each other', `${'*a**b'.repeat(longest / 5)}`],
  ['ticks', Array.from({ length: 190 }, (_, count) => '`'.repeat(count)).join(' ')],
  ['tags', '<a '.repeat(longest / 3)],
  ['columns', `${'|'.repeat(longest / 2)}\n${'|-'.repeat(longest / 4)}`],
  ['spaces', `a${' '.repeat(longest - 2)}b`],
])('[T37] %s, as long as a page may be, do not stop the page', (_what, text) => {
  const startedMs = performance.now()
  expect(render(text).length).toBeGreaterThan(0)
  // A machine that pauses is forgiven; a quadratic reader takes minutes.
  expect(performance.now() - startedMs).toBeLessThan(5000)
})
