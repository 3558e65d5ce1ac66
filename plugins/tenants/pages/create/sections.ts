import type { Step } from '../../create/steps.ts'
import { formerNames } from '../../create/former-steps.ts'

/** Fields of a step that belong together. Fields in no section are in the first one. */
export type Section = { title: string; text?: string; names: readonly string[] }

const ids = ['runAsUser', 'runAsGroup', 'fsGroup', 'runAsNonRoot']

/** Sections of each step. */
export const sections: Readonly<Record<Step, readonly Section[]>> = {
  setup: [
    {
      title: 'Name and size',
      text: 'The other steps have working defaults. You can create the tenant from here.',
      names: [],
    },
    { title: 'Tenant size', names: ['servers', 'drives', 'size', 'memory', 'parity'] },
  ],
  configure: [
    { title: 'Services', text: 'How to reach the tenant, and the user and group of its pods.', names: [] },
    { title: 'Log search', names: ['log', ...formerNames.log] },
    { title: 'Prometheus', names: ['prometheus', ...formerNames.prometheus] },
  ],
  images: [
    { title: 'Images', text: 'Images. The operator uses its defaults for empty fields.', names: [] },
    { title: 'Registry', names: ['own', 'registry', 'username', 'password'] },
  ],
  placement: [{ title: 'Pod placement', text: 'On which nodes the pods may run.', names: [] }],
  identity: [
    { title: 'Identity provider', text: 'Who can sign in to the tenant, and the identity provider to use.', names: [] },
  ],
  security: [{ title: 'Security', text: 'Encryption of traffic to and within the tenant.', names: [] }],
  encryption: [
    {
      title: 'Encryption',
      text: 'Objects are encrypted with keys that a key server (KES) fetches from your provider.',
      names: [],
    },
    { title: 'Certificates of KES', names: ['server_crt', 'server_key', 'client_crt', 'client_key'] },
    { title: 'Key server', names: ['replicas', ...ids] },
  ],
}
