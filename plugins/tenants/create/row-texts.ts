/** Separator of the texts in a row; cannot be typed. */
const BETWEEN = '\0'

/** Joins the texts of a row into one, because a form's list contains strings. */
export const rowOf = (...texts: readonly string[]) => texts.join(BETWEEN)
export const textsOf = (row: string): readonly string[] => row.split(BETWEEN)

export const isBlank = (row: string) => textsOf(row).every((text) => text.trim() === '')
