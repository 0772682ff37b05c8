/** The anchor of the figures in the part about health. */
export const figuresId = 'figures'
