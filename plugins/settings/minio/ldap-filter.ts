import { octets, tlv } from './ber.ts'

/** A value of a filter, its `\2a` read; the other bytes are UTF-8. */
const valueOf = (text: string): Buffer => {
  const parts = text.split(/\\([0-9a-f]{2})/i)
  return Buffer.concat(parts.map((part, at) => (at % 2 === 1 ? Buffer.from(part, 'hex') : Buffer.from(part))))
}

/** A text where a filter holds it as a value (RFC 4515). */
export const escaped = (text: string) => text.replace(/[\\*()\0]/g, (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`)

const comparisons: Readonly<Record<string, number>> = { '=': 0xa3, '>=': 0xa5, '<=': 0xa6, '~=': 0xa8 }

const simple = (text: string): Buffer => {
  const extended = /^([^=<>~:]*)(:dn)?(?::([^:=]+))?:=(.*)$/s.exec(text)
  if (extended) {
    const [, attribute = '', dn, rule, value = ''] = extended
    return tlv(0xa9, ...(rule ? [octets(rule, 0x81)] : []), ...(attribute ? [octets(attribute, 0x82)] : []), octets(valueOf(value), 0x83), ...(dn ? [octets(Buffer.of(255), 0x84)] : []))
  }
  const [, attribute = '', sign = '', value = ''] = /^([^=<>~()]+)(=|>=|<=|~=)(.*)$/s.exec(text) ?? []
  const tag = comparisons[sign]
  if (tag === undefined) throw new Error(`"${text}" compares nothing`)
  if (sign !== '=' || !value.includes('*')) return tlv(tag, octets(attribute), octets(valueOf(value)))
  if (value === '*') return octets(attribute, 0x87)
  const [first = '', ...rest] = value.split('*')
  const last = rest.pop() ?? ''
  const parts = [...(first ? [octets(valueOf(first), 0x80)] : []), ...rest.filter(Boolean).map((part) => octets(valueOf(part), 0x81)), ...(last ? [octets(valueOf(last), 0x82)] : [])]
  return tlv(0xa4, octets(attribute), tlv(0x30, ...parts))
}

const joined: Readonly<Record<string, number>> = { '&': 0xa0, '|': 0xa1, '!': 0xa2 }

/** Reads one filter in brackets from a place on, and tells where it ends. */
const readAt = (text: string, at: number, depth: number): { filter: Buffer; end: number } => {
  if (text[at] !== '(' || depth > 32) throw new Error('brackets do not match')
  const tag = joined[text[at + 1] ?? '']
  if (tag === undefined) {
    const end = text.indexOf(')', at)
    if (end < 0) throw new Error('brackets do not match')
    return { filter: simple(text.slice(at + 1, end)), end: end + 1 }
  }
  const parts: Buffer[] = []
  let place = at + 2
  while (text[place] === '(') {
    const { filter, end } = readAt(text, place, depth + 1)
    parts.push(filter)
    place = end
  }
  if (text[place] !== ')' || (tag === 0xa2 && parts.length !== 1)) throw new Error('brackets do not match')
  return { filter: tlv(tag, ...parts), end: place + 1 }
}

/** A filter as a search sends it. Throws where its text is none. */
export const filterOf = (text: string): Buffer => {
  const whole = text.trim().startsWith('(') ? text.trim() : `(${text.trim()})`
  const { filter, end } = readAt(whole, 0, 0)
  if (end !== whole.length) throw new Error('something follows its last bracket')
  return filter
}
