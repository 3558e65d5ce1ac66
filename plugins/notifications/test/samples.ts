import { core } from '../../../core/protocol/calls.ts'
import { notifications } from '../contract.ts'
import type { Ask, Samples, Thing } from '../../../test/lib/samples.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'

const { url: endpoint } = await startReceiver()

const params = { service: 'webhook', target: 'sample-hook' }

/** One target is enough for all tests of a storage, since some servers apply it only after a restart. */
const made = new WeakMap<Ask, Promise<string>>()

const make = async (ask: Ask) => {
  const response = await ask(notifications.add, {
    body: { service: 'webhook', account_id: 'hook', properties: { endpoint } },
  })
  if ((JSON.parse(response) as { restart: boolean }).restart) await ask(core.restart, {})
  return 'hook'
}

/** A webhook that buckets can send events to. */
export const things: Record<string, Thing> = {
  hook: {
    make: async (ask) => {
      const making = made.get(ask) ?? make(ask)
      made.set(ask, making)
      return { name: await making }
    },
    look: (ask) => ask(notifications.target, { params: { service: 'webhook', target: 'hook' } }),
  },
}

export default {
  list: { ask: {} },
  add: {
    ask: { body: { service: 'webhook', account_id: 'sample-new', properties: { endpoint } } },
    more: [{ body: { service: 'webhook', account_id: 'sample-hook', properties: { endpoint } } }],
  },
  save: {
    ask: {
      params: { service: 'webhook' },
      body: {
        key_values: [
          { key: 'comment', value: 'saved' },
          { key: 'queue-limit', value: '' },
        ],
        arn_resource_id: 'sample-hook',
      },
    },
  },
  former: { ask: { params: { service: 'webhook' } } },
  target: { ask: { params } },
  set: { ask: { params, body: { properties: { comment: 'changed' } } } },
  remove: { ask: { params } },
  test: { ask: { body: { service: 'webhook', properties: { endpoint } } } },
  find: { ask: { query: { text: 'hook' } } },
  buckets: { ask: {} },
} satisfies Samples<typeof notifications>
