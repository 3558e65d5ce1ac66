import { BlockList, isIP } from 'node:net'

/**
 * Addresses of version 4 that are not of the public internet (IANA's special-purpose registry): this machine, private
 * and carrier networks, link-local ones where clouds keep their metadata, and what belongs to nobody.
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

/** Of version 6 only this part is public, and of it not what is kept for protocols and examples. */
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

/** The eight groups of an address of version 6 as numbers. */
const groupsOf = (address: string): number[] => {
  // URL writes all of them alike: a mapped 127.0.0.1 as `::ffff:7f00:1`
  const text = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [parse(head), tail === undefined ? [] : parse(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/**
 * The address of version 4 that one of version 6 stands for: mapped (`::ffff:0:0/96`), compatible (`::/96`), translated
 * (`64:ff9b::/96`) or tunnelled (`2002::/16`).
 */
const within = (address: string): string | undefined => {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address)
  if (a === 0x2002) return dotted(b, c)
  const isZero = (...groups: number[]) => groups.every((group) => group === 0)
  if (a === 0x64 && b === 0xff9b && isZero(c, d, e, f)) return dotted(g, h)
  if (isZero(a, b, c, d, e) && (f === 0xffff || f === 0)) return dotted(g, h)
  return undefined
}

/** An address as the system's own functions take it: `fe80::1%eth0` without its zone. */
const bare = (address: string) => address.replace(/%.*$/, '')

/** Whether an address is of this machine or a network of its owner's, and not of the public internet. */
export const isInternal = (text: string): boolean => {
  const address = bare(text)
  const family = isIP(address)
  if (family === 4) return privates4.check(address)
  if (family !== 6) return true
  const four = within(address)
  if (four !== undefined) return privates4.check(four)
  return !publics6.check(address, 'ipv6') || privates6.check(address, 'ipv6')
}

/**
 * What may be reached although it is internal: addresses, ranges (`10.1.0.0/16`), host names, and `*.corp` for names
 * below one.
 */
export type Allowed = readonly string[]

/** Whether this can stand in the list of what is allowed. */
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

/** Tells of hosts and addresses whether they are on the list. */
export const allowedBy = (allowed: Allowed) => {
  const ranges = listOf(allowed.filter((entry) => isIP(entry.split('/')[0] ?? '')))
  const names = allowed.filter((entry) => !isIP(entry.split('/')[0] ?? '')).map((name) => name.toLowerCase())
  return {
    host: (host: string) =>
      names.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name)),
    address: (text: string) => {
      const address = bare(text)
      if (isIP(address) === 4) return ranges.check(address)
      const four = within(address)
      return ranges.check(address, 'ipv6') || (four !== undefined && ranges.check(four))
    },
  }
}
