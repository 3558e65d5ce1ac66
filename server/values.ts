import { isIP } from 'node:net'
import * as v from 'valibot'
import { bearerToken } from '../core/protocol/variables.ts'
import { isAllowable } from '../engines/outbound/addresses.ts'
import { StartError } from '../engines/start-error.ts'
import type { PortRange } from './origins.ts'
import {
  tenantServiceInvalid,
  allowedTargetInvalid,
  trustedProxyInvalid,
  mustBeTimeout,
  mustBeIdleTimeout,
  mustBeSessionLength,
  mustBePath,
  mustBeAddress,
  mustBeRegion,
  tokenInvalid,
  mustBeRole,
  mustBePortRange,
  portRangeNeedsTls,
  mustBeWildcardAddress,
  onlyOriginAllowed,
  mustBeHttpAddress,
  mustBeOneOf,
  mustBeOnOrOff,
  portFormat,
  scopeInvalid,
} from './messages.ts'

/** A setting's text, and the name of its flag or variable for errors. */
export type Setting = { name: string; text: string }

/** Hides user and password of an address. */
export const hideCredentials = (address: string) => address.replace(/^(\w+:\/\/)?.*@/s, '$1…@')

const invalidSetting = ({ name, text }: Setting, expected: string) =>
  new StartError(`${name} is "${hideCredentials(text)}", but ${expected}`)

/** A TCP port; 0 lets the system choose one. */
export const port = (setting: Setting): number => {
  const value = Number(setting.text)
  if (!/^\d+$/.test(setting.text) || value > 65535) throw invalidSetting(setting, portFormat)
  return value
}

const readOnOff = ({ text }: Setting): boolean | undefined => {
  if (/^(on|true|yes|1)$/i.test(text)) return true
  return /^(off|false|no|0)$/i.test(text) ? false : undefined
}

/** `on`, `off` or common synonyms. */
export const onOff = (setting: Setting): boolean => {
  const isOn = readOnOff(setting)
  if (isOn === undefined) throw invalidSetting(setting, mustBeOnOrOff)
  return isOn
}

/** Whether the console manages a cluster, and whether that is real or simulated. */
export const clusterMode = (setting: Setting) => {
  if (/^demo$/i.test(setting.text)) return 'demo'
  const isOn = readOnOff(setting)
  if (isOn === undefined) throw invalidSetting(setting, mustBeOneOf('on, off, demo'))
  return isOn ? 'on' : 'off'
}

/** One of several words. */
export const oneOf =
  <const Choice extends string>(choices: readonly Choice[]) =>
  (setting: Setting): Choice => {
    const choice = choices.find((candidate) => candidate === setting.text)
    if (choice === undefined) throw invalidSetting(setting, mustBeOneOf(choices.join(', ')))
    return choice
  }

/** Entries of a comma-separated list. */
export const list = ({ text }: Setting): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)

/** OAuth scopes, separated by commas or spaces (RFC 6749 3.3). */
export const scopes = (setting: Setting): string[] => {
  const entries = setting.text.split(/[\s,]+/).filter(Boolean)
  const invalid = entries.find((entry) => !/^[!#-[\]-~]+$/.test(entry))
  if (invalid) throw invalidSetting(setting, scopeInvalid(invalid))
  return entries
}

/** An http or https address; with `origin` without path, query and credentials. */
export const url =
  (kind: 'origin' | 'any') =>
  (setting: Setting): URL => {
    const parsed = URL.canParse(setting.text) ? new URL(setting.text) : undefined
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw invalidSetting(setting, mustBeHttpAddress)
    const bare = parsed.pathname === '/' && !parsed.search && !parsed.hash && !parsed.username && !parsed.password
    if (kind === 'origin' && !bare) throw invalidSetting(setting, onlyOriginAllowed(parsed.origin))
    return parsed
  }

/** The address of the page that finishes a sign-in, of a console below `subpath`. */
export const callback =
  (subpath: string) =>
  (setting: Setting): URL => {
    const address = url('any')(setting)
    const expected = `${address.origin}${subpath}/oauth_callback`
    if (address.href !== expected) throw invalidSetting(setting, mustBeAddress(expected))
    return address
  }

/** A bearer token. The error does not repeat it. */
export const token = ({ name, text }: Setting): string => {
  const { success, issues } = v.safeParse(bearerToken, text)
  if (!success) throw new StartError(tokenInvalid(name, issues[0].message))
  return text
}

/** A region, which is part of each signature's scope. */
export const region = (setting: Setting): string => {
  if (!/^[!-~]+$/.test(setting.text) || /[/,=]/.test(setting.text)) throw invalidSetting(setting, mustBeRegion)
  return setting.text
}

/** A wildcard address whose names all resolve to this console: `https://*.tenants.example.com`. */
export const wildcard = (setting: Setting): string => {
  if (!/^https?:\/\/\*(\.[a-z0-9-]+)+(:\d+)?$/.test(setting.text)) throw invalidSetting(setting, mustBeWildcardAddress)
  return setting.text
}

/** Most ports that one range may have. */
const MAX_PORTS = 1000

/** A host name with a range of ports: `https://tenants.example.com:9100-9199`. */
export const portRange = (setting: Setting): PortRange => {
  const [, scheme, host = '', from, to] =
    /^(https?):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\]):(\d+)-(\d+)$/i.exec(setting.text) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (!URL.canParse(`http://${host}`) || !(first >= 1 && first <= last && last <= 65535 && last - first < MAX_PORTS))
    throw invalidSetting(setting, mustBePortRange(MAX_PORTS))
  const { hostname } = new URL(`http://${host}`)
  const isLoopback = /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  if (/^http$/i.test(scheme ?? '') && !isLoopback) throw invalidSetting(setting, portRangeNeedsTls)
  return { scheme: isLoopback && /^http$/i.test(scheme ?? '') ? 'http' : 'https', hostname, first, last }
}

/** ARN of a role at the storage server, which prints it at startup: `arn:minio:iam:::role/…`. */
export const roleArn = (setting: Setting): string => {
  if (!/^arn:[\w-]+:iam::[\w-]*:role\/[\w=+/,.@-]+$/.test(setting.text)) throw invalidSetting(setting, mustBeRole)
  return setting.text
}

/** Path below which a proxy serves the console, such as `/console`; empty for the root of a host. */
export const subpath = (setting: Setting): string => {
  const path = `/${setting.text}`.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  if (!/^(\/[\w.~-]+)*$/.test(path) || /\/\.\.?(\/|$)/.test(path)) throw invalidSetting(setting, mustBePath)
  if (/^\/(api|ws|assets)(\/|$)/.test(path)) throw invalidSetting(setting, 'the console reserves that path')
  return path
}

const seconds = { h: 3600, m: 60, s: 1 } as const

/** Parses seconds or the form `12h30m` to seconds; NaN if invalid. */
const secondsOf = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text)
  const parts = [...text.matchAll(/(\d+)([hms])/g)]
  if (parts.map(([part]) => part).join('') !== text) return Number.NaN
  return parts.reduce((total, [, count, unit]) => total + Number(count) * seconds[unit as keyof typeof seconds], 0)
}

/** Length of a session in seconds. STS allows 15 minutes to 365 days. */
export const sessionLength = (setting: Setting): number => {
  const value = secondsOf(setting.text)
  if (!(value >= 900 && value <= 31_536_000)) throw invalidSetting(setting, mustBeSessionLength)
  return value
}

/** Idle timeout of a session in seconds; `undefined` for `off`. */
export const idleTime = (setting: Setting): number | undefined => {
  if (setting.text === 'off') return undefined
  const value = secondsOf(setting.text)
  if (!(value >= 60 && value <= 86_400)) throw invalidSetting(setting, mustBeIdleTimeout)
  return value
}

/** Seconds of a time such as `5s`, up to 5 minutes; `0` for none. */
export const shutdownDelay = (setting: Setting): number => {
  const value = secondsOf(setting.text)
  if (!(value >= 0 && value <= 300)) throw invalidSetting(setting, mustBeTimeout)
  return value
}

const isRange = (entry: string) => {
  const [address = '', bits, ...rest] = entry.split('/')
  const family = isIP(address)
  if (!family || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Trusted proxies: addresses and ranges (10.0.0.0/8), or `on` for private addresses. */
export const proxies = (setting: Setting): string[] => {
  if (setting.text === 'on') return ['loopback', 'linklocal', 'uniquelocal']
  if (setting.text === 'off') return []
  const entries = list(setting)
  const invalid = entries.find((entry) => !isRange(entry))
  if (invalid) throw invalidSetting(setting, trustedProxyInvalid(invalid))
  return entries
}

/** Internal targets that users may enter: addresses, ranges, host names, and `*.corp` for all below a domain. */
export const targets = (setting: Setting): string[] => {
  const entries = list(setting)
  const invalid = entries.find((entry) => !isAllowable(entry))
  if (invalid) throw invalidSetting(setting, allowedTargetInvalid(invalid))
  return entries
}

/** Addresses of services: `harbour/prod-console=https://127.0.0.1:9443`, comma-separated. */
export const addresses = (setting: Setting): ReadonlyMap<string, URL> =>
  new Map(
    list(setting).map((entry): [string, URL] => {
      const [, service, text] = /^([a-z0-9-]+\/[a-z0-9.-]+)=(.+)$/.exec(entry) ?? []
      if (!service || !text) throw invalidSetting(setting, tenantServiceInvalid(entry))
      return [service, url('origin')({ name: setting.name, text })]
    }),
  )
