const WIDTH = 16

/** Formats bytes as a hex dump: offset, values and printable characters. */
export const hexLines = (bytes: Uint8Array, start = 0): string => {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += WIDTH) {
    const some = Array.from(bytes.subarray(at, at + WIDTH))
    const values = some.map((byte) => byte.toString(16).padStart(2, '0'))
    const printable = some.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    const half = (from: number) =>
      values
        .slice(from, from + WIDTH / 2)
        .join(' ')
        .padEnd(23)
    lines.push(`${(start + at).toString(16).padStart(8, '0')}  ${half(0)}  ${half(8)}  ${printable}`)
  }
  return lines.join('\n')
}
