import type { Step } from '../../create/steps.ts'
import type { StepState } from './step-list.tsx'
import { order, titles } from './titles.ts'
import type { useSteps } from './use-steps.ts'

type Forms = ReturnType<typeof useSteps>['forms']

const providers = { vault: 'Vault', aws: 'AWS', gemalto: 'Gemalto', gcp: 'GCP', azure: 'Azure' } as const
const placements = { none: 'Anywhere', default: 'Anti-affinity', nodeSelector: 'Node Selector' } as const
const identities = { keys: 'Built-in', oidc: 'OpenID', directory: 'Active Directory' } as const

/** Summary of a valid step. */
const summaryOf = (
  step: Step,
  { setup, configure, images, placement, identity, security, encryption }: Forms,
  copied: boolean,
) => {
  const plain = copied ? 'Copied' : 'Defaults'
  switch (step) {
    case 'setup':
      return setup.values.name ?? ''
    case 'configure':
      return configure.dirty ? 'Changed' : plain
    case 'images':
      return images.dirty ? 'Changed' : plain
    case 'placement':
      return placements[placement.values.kind ?? 'default']
    case 'identity':
      return identities[identity.values.kind ?? 'keys']
    case 'security': {
      const { tls, automatic, custom } = security.values
      return tls === false
        ? 'Off'
        : ['TLS', automatic !== false && 'AutoCert', custom && 'own certificates'].filter(Boolean).join(', ')
    }
    case 'encryption':
      return encryption.values.on ? providers[encryption.values.provider ?? 'vault'] : 'Off'
  }
}

type StepsInput = {
  forms: Forms
  wrong: readonly Step[]
  seen: ReadonlySet<Step>
  step: Step
  copied: boolean
  reenter: readonly string[]
}

/**
 * State of each step. Incomplete steps are marked once visited; those with settings that could not be copied
 * immediately.
 */
export const stepStates = ({ forms, wrong: incomplete, seen, step, copied, reenter }: StepsInput): StepState[] =>
  order.map((id) => {
    const isIncomplete = incomplete.includes(id)
    const missing = isIncomplete ? reenter.filter((field) => field.startsWith(`${id}.`)).length : 0
    const isMarked = isIncomplete && (missing > 0 || (seen.has(id) && id !== step))
    const state = missing > 0 ? `${missing} to enter again` : isMarked ? 'Not complete' : summaryOf(id, forms, copied)
    return {
      id,
      title: titles[id],
      state,
      look: isMarked ? 'wrong' : seen.has(id) && id !== step && !isIncomplete ? 'done' : 'plain',
    }
  })
