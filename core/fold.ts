/**
 * Form in which a search compares texts: composed (NFC) and in lower case. Names from macOS are decomposed, so that
 * equal letters may be different code points (Unicode 3.7, UAX 15).
 */
export const fold = (text: string) => text.normalize('NFC').toLowerCase()

/** Whether a text holds a part, in whichever case and Unicode form both are written. */
export const holds = (text: string, part: string) => fold(text).includes(fold(part))
