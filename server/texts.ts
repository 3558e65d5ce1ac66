/** Size in bytes of each of the two generations of the cache, and of the longest text in it. */
const [RECENT, LONG] = [512 * 1024, 16 * 1024]

/** Encodes a text as bytes; equal recent texts share one buffer. */
export type Texts = (text: string) => Buffer

/** Cache that keeps a message for many subscribers in memory once, however many of them are slow. */
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
