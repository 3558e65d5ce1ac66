import type { Step } from '../../create/steps.ts'
import { formerNames } from '../../create/former-steps.ts'
import * as messages from '../../messages.ts'

/** Fields of a step that belong together. Fields in no section are in the first one. */
export type Section = { title: string; text?: string; names: readonly string[] }

const ids = ['runAsUser', 'runAsGroup', 'fsGroup', 'runAsNonRoot']

export const sections: Readonly<Record<Step, readonly Section[]>> = {
  setup: [
    {
      title: 'Name and size',
      text: messages.otherStepsOptional,
      names: [],
    },
    { title: 'Tenant size', names: ['servers', 'drives', 'size', 'memory', 'parity'] },
  ],
  configure: [
    { title: 'Services', text: messages.configureStepHelp, names: [] },
    { title: 'Log search', names: ['log', ...formerNames.log] },
    { title: 'Prometheus', names: ['prometheus', ...formerNames.prometheus] },
  ],
  images: [
    { title: 'Images', text: messages.imagesStepHelp, names: [] },
    { title: 'Registry', names: ['own', 'registry', 'username', 'password'] },
  ],
  placement: [{ title: 'Pod placement', text: messages.podPlacementStepHelp, names: [] }],
  identity: [{ title: 'Identity provider', text: messages.identityProviderStepHelp, names: [] }],
  security: [{ title: 'Security', text: messages.securityStepHelp, names: [] }],
  encryption: [
    {
      title: 'Encryption',
      text: messages.encryptionStepHelp,
      names: [],
    },
    { title: 'Certificates of KES', names: ['server_crt', 'server_key', 'client_crt', 'client_key'] },
    { title: 'Key server', names: ['replicas', ...ids] },
  ],
}
