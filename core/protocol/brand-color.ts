/** CSS property that the server sets to the operator's color. */
export const brandProperty = '--stowage-brand'

/** The operator's color in CSS, or that of the theme. */
export const brandColor = (theme: string) => `var(${brandProperty}, ${theme})`
