/** Size in bytes of each of the two generations of the cache, and of the longest text in it. */
const [GENERATION_SIZE, MAX_TEXT] = [512 * 1024, 16 * 1024]

/** Encodes a text as bytes; equal recent texts share one buffer. */
export type BufferCache = (text: string) => Buffer

/** Cache that keeps a message for many subscribers in memory once, however many of them are slow. */
export const createBufferCache = (): BufferCache => {
  let [young, old] = [new Map<string, Buffer>(), new Map<string, Buffer>()]
  let size = 0
  return (text) => {
    const cached = young.get(text)
    if (cached) return cached
    const bytes = old.get(text) ?? Buffer.from(text)
    if (bytes.length > MAX_TEXT) return bytes
    young.set(text, bytes)
    size += bytes.length
    if (size > GENERATION_SIZE) [young, old, size] = [new Map(), young, 0]
    return bytes
  }
}
