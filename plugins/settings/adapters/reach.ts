import { Failure } from 'stowage'
import type { Outbound } from 'stowage/server'
import type { Step } from '../contract.ts'

/**
 * One thing to try: gives a word about it; throws `Failure` where it fails. `undefined` is for what cannot be tried,
 * with the reason.
 */
export type Trial = { title: string; act: () => Promise<string | undefined>; unless?: string | false }

/** Tries one thing after the other until one fails. */
export const tryAll = async (trials: readonly Trial[]): Promise<Step[]> => {
  const steps: Step[] = []
  for (const { title, act, unless } of trials) {
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
const PATIENCE = 5000

/** What can be tried of a webhook without sending it anything. */
export const webhookTrials = (outbound: Outbound, endpoint: string): Trial[] => [
  {
    title: 'The address leads to a host',
    act: async () =>
      (await outbound.check(endpoint, { field: 'endpoint' })).addresses.map(({ address }) => address).join(', '),
  },
  {
    title: 'The host takes a connection',
    act: async () => {
      await outbound.dial(endpoint, { field: 'endpoint', deadline: PATIENCE })
      return undefined
    },
  },
]

/** That there is nothing to try about a section. */
export const untestable = (name: string) =>
  new Failure(400, `There is nothing about ${name} that could be tested from here`)
