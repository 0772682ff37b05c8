import type { Plugin } from 'postcss'

const family = 'Bricolage Grotesque Variable'

/**
 * Of its own the typeface has capitals that stand 2 px above the middle of a button where a browser rounds to whole pixels: Chromium on
 * Linux rounds down half of what a line is higher than its letters, and moves a descent that it has rounded down up by a pixel. With these
 * numbers letters of 12, 15, 18 and 24 px are in the middle, those of 13 px within a pixel. ui/styles/fonts.css has them for what stands
 * in until the typeface has arrived.
 */
const metrics = { 'ascent-override': '104.5%', 'descent-override': '30.7%' }

/** Adds them to the rules of the package that the typeface comes in. */
export function typefaceMetrics(): Plugin {
  return {
    postcssPlugin: 'typeface-metrics',
    AtRule: {
      'font-face': (rule) => {
        const values = new Map(rule.nodes?.flatMap((node) => (node.type === 'decl' ? [[node.prop, node.value]] : [])))
        if (!values.get('font-family')?.includes(family) || values.has('ascent-override')) return
        for (const [prop, value] of Object.entries(metrics)) rule.append({ prop, value })
      },
    },
  }
}
