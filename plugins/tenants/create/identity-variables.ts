/** Variable of each OpenID setting of a tenant's servers, by its field in the wizard and in requests. */
export const openIdVariables = {
  configuration_url: 'CONFIG_URL',
  client_id: 'CLIENT_ID',
  secret_id: 'CLIENT_SECRET',
  claim_name: 'CLAIM_NAME',
  callback_url: 'REDIRECT_URI',
  scopes: 'SCOPES',
} as const

/** Switches among the LDAP settings. */
export const ldapSwitches = {
  skip_tls_verification: 'TLS_SKIP_VERIFY',
  server_insecure: 'SERVER_INSECURE',
  server_start_tls: 'SERVER_STARTTLS',
} as const

/** The same for LDAP. */
export const ldapVariables = {
  url: 'SERVER_ADDR',
  ...ldapSwitches,
  username_format: 'USERNAME_FORMAT',
  username_search_filter: 'USERNAME_SEARCH_FILTER',
  group_name_attribute: 'GROUP_NAME_ATTRIBUTE',
  lookup_bind_dn: 'LOOKUP_BIND_DN',
  lookup_bind_password: 'LOOKUP_BIND_PASSWORD',
  user_dn_search_base_dn: 'USER_DN_SEARCH_BASE_DN',
  user_dn_search_filter: 'USER_DN_SEARCH_FILTER',
  group_search_base_dn: 'GROUP_SEARCH_BASE_DN',
  group_search_filter: 'GROUP_SEARCH_FILTER',
} as const

/** Start of these variables' names. */
export const [OPENID, LDAP] = ['MINIO_IDENTITY_OPENID_', 'MINIO_IDENTITY_LDAP_']
