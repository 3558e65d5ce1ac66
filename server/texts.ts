/** So many bytes of what was written last are known, twice over; what is longer than `LONG` is known to nobody. */
const [RECENT, LONG] = [512 * 1024, 16 * 1024]

/** Texts as bytes; the same text again, of late, is the same bytes. */
export type Texts = (text: string) => Buffer

/** Has what is told to many followers lie in memory once, however many of them are behind. */
export const createTexts = (): Texts => {
  let [young, old] = [new Map<string, Buffer>(), new Map<string, Buffer>()]
  let size = 0
  return (text) => {
    const known = young.get(text)
    if (known) return known
    const bytes = old.get(text) ?? Buffer.from(text)
    if (bytes.length > LONG) return bytes
    young.set(text, bytes)
    size += bytes.length
    if (size > RECENT) [young, old, size] = [new Map(), young, 0]
    return bytes
  }
}
