import { type ConfigSection, setting } from 'stowage'
import * as messages from './messages.ts'

const { text, required, secret, flag, list } = setting

const lockout = (title: string) => ({
  warning: messages.lockoutWarning(title),
})

/** The identity providers of a MinIO server. */
export const sections: readonly ConfigSection[] = [
  {
    id: 'identity_openid',
    title: 'OpenID',
    group: 'Identity',
    targetLabel: 'Provider',
    settings: [
      text('config_url', 'Config URL', { placeholder: 'https://id.example/.well-known/openid-configuration' }),
      text('client_id', 'Client ID', { narrow: true }),
      secret('client_secret', 'Client Secret', { narrow: true }),
      text('claim_name', 'Claim Name', { hint: messages.policyClaimHelp, narrow: true }),
      text('claim_prefix', 'Claim Prefix', { narrow: true }),
      flag('claim_userinfo', 'Claim User Info', { hint: messages.userInfoHelp }),
      text('redirect_uri', 'Redirect URI'),
      text('scopes', 'Scopes'),
    ],
    lockout: lockout('OpenID'),
    test: {
      description: messages.openIdTestHelp,
      load: () => import('./minio/test-openid.ts'),
    },
  },
  {
    id: 'identity_ldap',
    title: 'LDAP',
    group: 'Identity',
    settings: [
      required('server_addr', 'Server Addr', { placeholder: 'ldap.example:636' }),
      list('username_format', 'Username Format', { required: true }),
      required('username_search_filter', 'Username Search Filter'),
      text('lookup_bind_dn', 'Lookup Bind DN'),
      secret('lookup_bind_password', 'Lookup Bind Password'),
      text('user_dn_search_base_dn', 'User DN Search Base DN'),
      text('user_dn_search_filter', 'User DN Search Filter', { placeholder: '(uid=%s)' }),
      text('group_search_filter', 'Group Search Filter'),
      text('group_search_base_dn', 'Group Search Base DN'),
      list('username_search_base_dn', 'Username Search Base DN'),
      text('group_name_attribute', 'Group Name Attribute'),
      text('sts_expiry', 'STS Expiry'),
      flag('tls_skip_verify', 'TLS Skip Verify', { hint: messages.skipVerifyHelp }),
      flag('server_insecure', 'Server Insecure', { hint: 'Sends passwords unencrypted.' }),
      text('comment', 'Comment'),
    ],
    lockout: lockout('LDAP'),
    test: {
      description: messages.ldapTestHelp,
      acceptsCredentials: true,
      load: () => import('./minio/test-ldap.ts'),
    },
  },
  { id: 'identity_tls', title: 'TLS Certificates', group: 'Identity', lockout: lockout('TLS certificates') },
  { id: 'identity_plugin', title: 'Identity Plugin', group: 'Identity', lockout: lockout('the identity plugin') },
]
