/**
 * Normalizes a text for search: composed (NFC) and lowercase. Names from macOS are decomposed, so equal letters may
 * have different code points (Unicode 3.7, UAX 15).
 */
export const foldCase = (text: string) => text.normalize('NFC').toLowerCase()

/** Whether a text contains a part, ignoring case and Unicode form. */
export const includesIgnoringCase = (text: string, part: string) => foldCase(text).includes(foldCase(part))
