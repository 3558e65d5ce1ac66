/** What stands between the texts of a row; nobody types it. */
const BETWEEN = '\0'

/** Several texts that belong together as one, since a form's list holds texts. */
export const rowOf = (...texts: readonly string[]) => texts.join(BETWEEN)
export const textsOf = (row: string): readonly string[] => row.split(BETWEEN)

/** Whether nothing is in any text of a row. */
export const isBlank = (row: string) => textsOf(row).every((text) => text.trim() === '')
