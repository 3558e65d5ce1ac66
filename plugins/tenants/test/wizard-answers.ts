import * as v from 'valibot'
import type { Offers } from '../create/contract.ts'
import { NewTenant } from '../create/payload.ts'
import { rowOf } from '../create/row-texts.ts'
import { type WizardValues, steps } from '../create/steps.ts'
import { allocationOf, requestOf } from '../pages/create/request.ts'
import { GIB } from '../sizes/units.ts'
import { certificate, key } from '../../../test/engines/minio/certificate.ts'

type AnswerChanges = { readonly [Name in keyof WizardValues]?: object }

export const setup = {
  name: 'harbour',
  namespace: 'port',
  storage_class: 'fast',
  servers: 4,
  drives: 4,
  size: '1',
  unit: 'Ti' as const,
  memory: 2,
  parity: 'EC:3',
}
export const ldap = {
  kind: 'directory',
  url: 'ldap.example:636',
  skip_tls_verification: true,
  server_insecure: true,
  server_start_tls: true,
  lookup_bind_dn: 'cn=reader',
  lookup_bind_password: 'hidden-ldap',
  user_dn_search_base_dn: 'ou=people',
  user_dn_search_filter: '(uid=%s)',
  group_search_base_dn: 'ou=groups',
  group_search_filter: '(member=%d)',
  user_dns: ['uid=anna', 'uid=ben'],
}

/** All answers of the wizard, in one tenant per identity provider and key store. */
export const answerCases: Record<string, AnswerChanges> = {
  'built-in users, own certificates and Vault': {
    configure: {
      expose_minio: true,
      expose_console: false,
      enable_prometheus: true,
      custom: true,
      runAsUser: 1001,
      runAsGroup: 1002,
      fsGroup: 1003,
      runAsNonRoot: true,
    },
    images: {
      image: 'minio/minio:v1',
      kes: 'minio/kes:2025-03-12T09-35-18Z',
      own: true,
      registry: 'r.example',
      username: 'puller',
      password: 'hidden-pull',
    },
    placement: { kind: 'nodeSelector', apart: true, labels: [rowOf('disk', 'ssd'), rowOf('zone', 'b')] },
    identity: { keys: [rowOf('first-admin', 'hidden-first'), rowOf('second-admin', 'hidden-second')] },
    security: {
      tls: true,
      automatic: false,
      custom: true,
      pairs: [rowOf(certificate, key)],
      cas: [rowOf(certificate)],
    },
    encryption: {
      on: true,
      provider: 'vault',
      endpoint: 'https://vault',
      engine: 'kv',
      namespace: 'n',
      prefix: 'p',
      role_engine: 'approle',
      role_id: 'hidden-role',
      role_secret: 'hidden-vault',
      retry: 7,
      ping: 9,
      mtls_crt: certificate,
      mtls_key: key,
      ca: certificate,
      server_crt: certificate,
      server_key: key,
      client_crt: certificate,
      client_key: key,
      replicas: 2,
      runAsUser: 1004,
      runAsGroup: 1005,
      fsGroup: 1006,
      runAsNonRoot: true,
    },
  },
  'OpenID and AWS': {
    identity: {
      kind: 'oidc',
      configuration_url: 'https://id',
      client_id: 'c',
      secret_id: 'hidden-oidc',
      claim_name: 'policy',
      callback_url: 'https://back',
      scopes: 'openid',
    },
    encryption: {
      on: true,
      provider: 'aws',
      endpoint: 'https://aws',
      region: 'eu',
      kmskey: 'k',
      accesskey: 'hidden-access',
      secretkey: 'hidden-aws',
      token: 'hidden-token',
    },
  },
  'a directory and Gemalto': {
    placement: { kind: 'none' },
    identity: ldap,
    encryption: {
      on: true,
      provider: 'gemalto',
      endpoint: 'https://g',
      token: 'hidden-token',
      domain: 'root',
      retry: 5,
      ca: certificate,
    },
  },
  GCP: {
    encryption: {
      on: true,
      provider: 'gcp',
      project_id: 'p',
      endpoint: 'https://g',
      client_email: 'm@example',
      client_id: '5',
      private_key_id: 'hidden-id',
      private_key: 'hidden-gcp',
    },
  },
  Azure: {
    encryption: {
      on: true,
      provider: 'azure',
      endpoint: 'https://a',
      tenant_id: '1',
      client_id: '2',
      client_secret: 'hidden-azure',
    },
  },
}

export const answersOf = (changes: AnswerChanges, namespace = 'port'): WizardValues => ({
  setup: v.parse(steps.setup, { ...setup, namespace, ...changes.setup }),
  configure: v.parse(steps.configure, { ...changes.configure }),
  images: v.parse(steps.images, { ...changes.images }),
  placement: v.parse(steps.placement, { ...changes.placement }),
  identity: v.parse(steps.identity, { keys: [rowOf('first-admin', 'hidden-first')], ...changes.identity }),
  security: v.parse(steps.security, { ...changes.security }),
  encryption: v.parse(steps.encryption, { ...changes.encryption }),
})

/** Returns the request that the wizard sends for these answers. */
export const requestFor = (changes: AnswerChanges, offers: Offers, namespace?: string) => {
  const answers = answersOf(changes, namespace)
  return v.parse(NewTenant, requestOf(answers, allocationOf(answers.setup, 64 * GIB), offers))
}
