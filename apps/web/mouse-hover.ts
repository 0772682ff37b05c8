import type { Plugin, Rule } from 'postcss'

const mouseOnly = '(hover: hover)'

/**
 * Keeps what `:hover` does to devices that can hover: after a tap, a touch screen leaves the last thing touched looking as if it were
 * chosen. A rule that is also for other states keeps those everywhere: `:is(:hover, :focus-visible)` becomes two rules. What is inside
 * `:not()` is left alone.
 */
export function mouseHover(): Plugin {
  return {
    postcssPlugin: 'mouse-hover',
    Rule(rule, { AtRule }) {
      const hovered = rule.selectors.filter(isHovered)
      if (hovered.length === 0 || isWithinMedia(rule)) return
      const elsewhere = rule.selectors.flatMap((selector) => {
        const other = isHovered(selector) ? withoutHover(selector) : selector
        return isHovered(other) ? [] : [other]
      })
      const media = new AtRule({ name: 'media', params: mouseOnly, ...(rule.source && { source: rule.source }) })
      rule.after(media)
      media.append(rule.clone({ selectors: hovered }))
      if (elsewhere.length === 0) rule.remove()
      else rule.selectors = elsewhere
    },
  }
}

const isHovered = (selector: string) =>
  selector.replaceAll(/:not\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '').includes(':hover')

const withoutHover = (selector: string) => selector.replaceAll(/:hover\s*,\s*|,\s*:hover(?=\s*[,)])/g, '')

function isWithinMedia(rule: Rule): boolean {
  for (let parent = rule.parent; parent && parent.type !== 'root'; parent = parent.parent as typeof parent) {
    if (parent.type === 'atrule' && 'params' in parent && parent.params.includes(mouseOnly)) return true
  }
  return false
}
