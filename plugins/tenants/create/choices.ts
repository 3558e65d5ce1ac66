/** Fields that are displayed for each choice; `!` marks required ones. */
const shownFor = {
  keys: 'keys!',
  oidc: 'configuration_url! client_id! secret_id! claim_name! callback_url scopes',
  directory:
    'url! skip_tls_verification server_insecure server_start_tls username_format username_search_filter lookup_bind_dn! lookup_bind_password user_dn_search_base_dn user_dn_search_filter group_search_base_dn group_search_filter group_name_attribute user_dns',
  vault: 'endpoint! engine namespace prefix role_engine role_id! role_secret! retry ping mtls_crt mtls_key ca',
  aws: 'endpoint! region! kmskey accesskey! secretkey! token',
  gemalto: 'endpoint! token! domain! retry ca',
  gcp: 'project_id! endpoint client_email client_id private_key_id private_key',
  azure: 'endpoint! tenant_id! client_id! client_secret!',
} as const
export type Choice = keyof typeof shownFor

const lists = Object.fromEntries(Object.entries(shownFor).map(([choice, names]) => [choice, names.split(' ')]))

export const belongs = (choice: string | undefined, name: string) =>
  lists[choice ?? '']?.some((one) => one.replace('!', '') === name) ?? false

/** Whether a choice requires a field. */
export const isNeeded = (choice: string | undefined, name: string) => lists[choice ?? '']?.includes(`${name}!`) ?? false
