import * as messages from '../../messages.ts'

/** Maximum total size of a zip's files after decompression, in bytes. */
const MAX_SIZE = 100 * 1024 * 1024

const [DIRECTORY_END, ENTRY, FILE] = [0x06054b50, 0x02014b50, 0x04034b50]

const inflated = async (packed: Uint8Array<ArrayBuffer>, maxBytes: number) => {
  const parts: Uint8Array[] = []
  let size = 0
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > maxBytes) {
      await reader.cancel()
      throw new Error(messages.contentsTooLarge(MAX_SIZE / 2 ** 20))
    }
    parts.push(part.value)
  }
  return new Blob(parts as Uint8Array<ArrayBuffer>[])
}

/** Files of a zip as text, by name. Throws an `Error` with the problem. */
export const unzip = async (bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, string>> => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = (offset: number, width: 2 | 4) => {
    if (offset < 0 || offset + width > bytes.length) throw new Error('it is truncated')
    return width === 2 ? view.getUint16(offset, true) : view.getUint32(offset, true)
  }
  let end = bytes.length - 22
  while (end >= 0 && at(end, 4) !== DIRECTORY_END) end -= 1
  if (end < 0) throw new Error('it is no zip')
  const files = new Map<string, string>()
  let [offset, left] = [at(end + 16, 4), MAX_SIZE]
  for (let count = at(end + 10, 2); count > 0; count -= 1) {
    if (at(offset, 4) !== ENTRY) throw new Error(messages.archiveDirectoryDamaged)
    const [method, size, nameSize, file] = [
      at(offset + 10, 2),
      at(offset + 20, 4),
      at(offset + 28, 2),
      at(offset + 42, 4),
    ]
    const name = new TextDecoder().decode(bytes.subarray(offset + 46, offset + 46 + nameSize))
    if (at(file, 4) !== FILE) throw new Error(messages.misplacedFile(name))
    const start = file + 30 + at(file + 26, 2) + at(file + 28, 2)
    const packed = bytes.subarray(start, start + size)
    if (packed.length < size || (method !== 0 && method !== 8)) throw new Error(`${name} cannot be read`)
    const content = method === 8 ? await inflated(packed, left) : new Blob([packed])
    left -= content.size
    files.set(name, await content.text())
    offset += 46 + nameSize + at(offset + 30, 2) + at(offset + 32, 2)
  }
  return files
}
