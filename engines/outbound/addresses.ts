import { BlockList, isIP } from 'node:net'

/**
 * IPv4 ranges that are not public (IANA's special-purpose registry): loopback, private and carrier-grade NAT networks,
 * link-local addresses with cloud metadata, and reserved ranges.
 */
const internal4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** The only public IPv6 range, which still contains ranges reserved for protocols and documentation. */
const public6 = '2000::/3'
const internal6 = ['2001::/23', '2001:db8::/32', '3fff::/20']

const listOf = (ranges: readonly string[]) => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

const privates4 = listOf(internal4)
const privates6 = listOf(internal6)
const publics6 = listOf([public6])

const groupsOf = (address: string): number[] => {
  // URL normalizes all notations: a mapped 127.0.0.1 becomes `::ffff:7f00:1`
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [parse(head), tail === undefined ? [] : parse(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const dottedQuad = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/**
 * The IPv4 address embedded in an IPv6 address: mapped (`::ffff:0:0/96`), compatible (`::/96`), translated
 * (`64:ff9b::/96`) or 6to4 (`2002::/16`).
 */
const embedded4 = (address: string): string | undefined => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address)
  if (a === 0x2002) return dottedQuad(b, c)
  const isZero = (...groups: number[]) => groups.every((group) => group === 0)
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return dottedQuad(g, h)
  if (isZero(a, b, c, d, e) && (f === 0xffff || f === 0)) return dottedQuad(g, h)
  return undefined
}

/** Removes the zone id of an address: `fe80::1%eth0`. */
const withoutZone = (address: string) => address.replace(/%.*$/, '')

/** Whether an address is not on the public internet. */
export const isInternal = (text: string): boolean => {
  const address = withoutZone(text)
  const family = isIP(address)
  if (family === 4) return privates4.check(address)
  if (family !== 6) return true
  const four = embedded4(address)
  if (four !== undefined) return privates4.check(four)
  return !publics6.check(address, 'ipv6') || privates6.check(address, 'ipv6')
}

/**
 * Internal destinations that are allowed: addresses, ranges (`10.1.0.0/16`), host names, and `*.corp` for subdomains.
 */
export type Allowed = readonly string[]

export const isAllowable = (entry: string): boolean => {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (family)
    return (
      rest.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
    )
  return (
    /^(\*\.)?[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*$/i.test(entry) && !/^[\d.]+$/.test(entry)
  )
}

/** Creates predicates for hosts and addresses on the allow list. */
export const allowedBy = (allowed: Allowed) => {
  const ranges = listOf(allowed.filter((entry) => isIP(entry.split('/')[0] ?? '')))
  const names = allowed.filter((entry) => !isIP(entry.split('/')[0] ?? '')).map((name) => name.toLowerCase())
  return {
    host: (host: string) =>
      names.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name)),
    address: (text: string) => {
      const address = withoutZone(text)
      if (isIP(address) === 4) return ranges.check(address)
      const four = embedded4(address)
      return ranges.check(address, 'ipv6') || (four !== undefined && ranges.check(four))
    },
  }
}
