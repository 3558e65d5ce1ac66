/** Joins class names, skipping falsy ones. */
export const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
