import { Failure } from 'stowage'
import type { NewTenant } from '../../create/payload.ts'

/** Root credentials. */
export type Root = { accessKey: string; secretKey: string }

type Variables = Readonly<Record<string, string | boolean | null | undefined>>

const named = (prefix: string, variables: Variables): [string, string][] =>
  Object.entries(variables).flatMap(([name, value]): [string, string][] =>
    value ? [[`${prefix}_${name}`, value === true ? 'on' : value]] : [],
  )

const openId = (oidc: NonNullable<NonNullable<NewTenant['idp']>['oidc']>) =>
  named('MINIO_IDENTITY_OPENID', {
    CONFIG_URL: oidc.configuration_url,
    CLIENT_ID: oidc.client_id,
    CLIENT_SECRET: oidc.secret_id,
    CLAIM_NAME: oidc.claim_name,
    REDIRECT_URI: oidc.callback_url,
    SCOPES: oidc.scopes || 'openid,profile,email',
  })

/**
 * Variable names of old servers are set only for operators of that time. Without them, only accounts the lookup can
 * find may sign in.
 */
const ldap = (directory: NonNullable<NonNullable<NewTenant['idp']>['active_directory']>, former: boolean) => {
  if (!directory.lookup_bind_dn && !(former && directory.username_format))
    throw new Failure(400, 'idp.active_directory.lookup_bind_dn: Field cannot be empty', {
      field: 'idp.active_directory.lookup_bind_dn',
    })
  return named('MINIO_IDENTITY_LDAP', {
    SERVER_ADDR: directory.url,
    TLS_SKIP_VERIFY: directory.skip_tls_verification,
    SERVER_INSECURE: directory.server_insecure,
    SERVER_STARTTLS: directory.server_start_tls,
    ...(former && {
      USERNAME_FORMAT: directory.username_format,
      USERNAME_SEARCH_FILTER: directory.username_search_filter,
      GROUP_NAME_ATTRIBUTE: directory.group_name_attribute,
    }),
    LOOKUP_BIND_DN: directory.lookup_bind_dn,
    LOOKUP_BIND_PASSWORD: directory.lookup_bind_password,
    USER_DN_SEARCH_BASE_DN: directory.user_dn_search_base_dn,
    USER_DN_SEARCH_FILTER: directory.user_dn_search_filter,
    GROUP_SEARCH_BASE_DN: directory.group_search_base_dn,
    GROUP_SEARCH_FILTER: directory.group_search_filter,
  })
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
