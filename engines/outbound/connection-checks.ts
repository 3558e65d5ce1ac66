import type { TestStep } from '../../core/protocol/config-section.ts'
import { Failure } from '../../core/protocol/failure.ts'
import type { Outbound } from './outbound.ts'

declare module '../../core/protocol/config-section.ts' {
  interface TestContext {
    outbound: Outbound
  }
}

/** One step of a test: returns details or throws `Failure`. `unless` is the reason to skip it. */
export type ConnectionCheck = { title: string; act: () => Promise<string | undefined>; unless?: string | false }

/** Runs the steps of a test until one fails. */
export const runChecks = async (checks: readonly ConnectionCheck[]): Promise<TestStep[]> => {
  const steps: TestStep[] = []
  for (const { title, act, unless } of checks) {
    if (unless) {
      steps.push({ title, outcome: 'skipped', detail: unless })
      continue
    }
    try {
      const detail = await act()
      steps.push({ title, outcome: 'passed', ...(detail && { detail }) })
    } catch (error) {
      if (!(error instanceof Failure) || error.status === 401 || error.status === 403) throw error
      const detail = [error.message, error.detail].filter(Boolean).join('. ')
      return [...steps, { title, outcome: 'failed', detail }]
    }
  }
  return steps
}

/** In ms. */
const TIMEOUT = 5000

/** Tests a webhook without sending it anything. */
export const webhookChecks = (outbound: Outbound, endpoint: string): ConnectionCheck[] => [
  {
    title: 'The host name resolves',
    act: async () =>
      (await outbound.check(endpoint, { field: 'endpoint' })).addresses.map(({ address }) => address).join(', '),
  },
  {
    title: 'The host accepts connections',
    act: async () => {
      await outbound.dial(endpoint, { field: 'endpoint', deadline: TIMEOUT })
      return undefined
    },
  },
]
