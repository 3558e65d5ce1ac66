/** The few forms of ASN.1 that LDAP is written in (RFC 4511, section 5.1): a tag, a length, and what is in it. */
export const tlv = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const digits: number[] = []
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256)
  const length = body.length < 128 ? [body.length] : [0x80 | digits.length, ...digits]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}

/** A whole number from 0 on. */
export const integer = (value: number, tag = 0x02) => tlv(tag, Buffer.from([value >> 24, value >> 16, value >> 8, value].map((byte) => byte & 255)))
export const octets = (text: string | Buffer, tag = 0x04) => tlv(tag, Buffer.from(text as string))
export const boolean = (value: boolean) => tlv(0x01, Buffer.of(value ? 255 : 0))

/** One value as it was read; a constructed one has others in its body. */
export type Read = { tag: number; body: Buffer }

/** The value that a buffer begins with, and what follows it; nothing while it is not whole. */
export const readOne = (buffer: Buffer): { value: Read; rest: Buffer } | undefined => {
  const [tag, first] = [buffer[0], buffer[1]]
  if (tag === undefined || first === undefined) return undefined
  const digits = first < 128 ? 0 : first & 127
  if (digits > 4) throw new Error('a length of more than four bytes')
  if (buffer.length < 2 + digits) return undefined
  const length = digits === 0 ? first : buffer.readUIntBE(2, digits)
  const end = 2 + digits + length
  return buffer.length < end ? undefined : { value: { tag, body: buffer.subarray(2 + digits, end) }, rest: buffer.subarray(end) }
}

/** All values that a body is made of. */
export const readAll = (body: Buffer): Read[] => {
  const found = readOne(body)
  return found ? [found.value, ...readAll(found.rest)] : []
}
