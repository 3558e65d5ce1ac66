import { Failure } from 'stowage'
import { formerNames } from '../../create/former-steps.ts'
import { LDAP, ldapVariables, OPENID, openIdVariables } from '../../create/identity-variables.ts'
import type { NewTenant } from '../../create/payload.ts'

/** Root credentials. */
export type Root = { accessKey: string; secretKey: string }

type Values = Readonly<Record<string, unknown>>

const named = (prefix: string, variables: Readonly<Record<string, string>>, values: Values): [string, string][] =>
  Object.entries(variables).flatMap(([field, name]): [string, string][] => {
    const value = values[field]
    return value ? [[prefix + name, value === true ? 'on' : String(value)]] : []
  })

const openId = (oidc: NonNullable<NonNullable<NewTenant['idp']>['oidc']>) =>
  named(OPENID, openIdVariables, { ...oidc, scopes: oidc.scopes || 'openid,profile,email' })

/**
 * Variable names of old servers are set only for operators of that time. Without them, only accounts the lookup can
 * find may sign in.
 */
const ldap = (directory: NonNullable<NonNullable<NewTenant['idp']>['active_directory']>, former: boolean) => {
  if (!directory.lookup_bind_dn && !(former && directory.username_format))
    throw new Failure(400, 'idp.active_directory.lookup_bind_dn: Field cannot be empty', {
      field: 'idp.active_directory.lookup_bind_dn',
    })
  const old = Object.fromEntries(formerNames.directory.map((name) => [name, undefined]))
  return named(LDAP, ldapVariables, { ...directory, ...(!former && old) })
}

/**
 * Environment variables of the tenant's servers (operator 2.4, 2.6). LDAP takes precedence over OpenID if both are
 * configured.
 */
export const settingsOf = (
  {
    enable_console: console,
    erasureCodingParity: parity,
    idp,
  }: Pick<NewTenant, 'enable_console' | 'erasureCodingParity' | 'idp'>,
  root: Root,
  former = false,
): ReadonlyMap<string, string> =>
  new Map([
    ['MINIO_ROOT_USER', root.accessKey],
    ['MINIO_ROOT_PASSWORD', root.secretKey],
    // undecided, a copy keeps what its source has
    ...(typeof console === 'boolean' ? [['MINIO_BROWSER', console ? 'on' : 'off'] as [string, string]] : []),
    ...(parity ? [['MINIO_STORAGE_CLASS_STANDARD', `EC:${parity}`] as [string, string]] : []),
    ...(idp?.active_directory ? ldap(idp.active_directory, former) : idp?.oidc ? openId(idp.oidc) : []),
  ])
