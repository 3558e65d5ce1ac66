import { core } from '../../../core/protocol/calls.ts'
import { notifications } from '../contract.ts'
import type { SendCall, Samples, Fixture } from '../../../test/lib/samples.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'

const { url: endpoint } = await startReceiver()

const params = { service: 'webhook', target: 'sample-hook' }

/** One target is enough for all tests of a storage, since some servers apply it only after a restart. */
const made = new WeakMap<SendCall, Promise<string>>()

const make = async (sendCall: SendCall) => {
  const response = await sendCall(notifications.add, {
    body: { service: 'webhook', account_id: 'hook', properties: { endpoint } },
  })
  if ((JSON.parse(response) as { restart: boolean }).restart) await sendCall(core.restart, {})
  return 'hook'
}

/** A webhook that buckets can send events to. */
export const fixtures: Record<string, Fixture> = {
  hook: {
    create: async (sendCall) => {
      const pending = made.get(sendCall) ?? make(sendCall)
      made.set(sendCall, pending)
      return { name: await pending }
    },
    read: (sendCall) => sendCall(notifications.target, { params: { service: 'webhook', target: 'hook' } }),
  },
}

export default {
  list: { request: {} },
  add: {
    request: { body: { service: 'webhook', account_id: 'sample-new', properties: { endpoint } } },
    more: [{ body: { service: 'webhook', account_id: 'sample-hook', properties: { endpoint } } }],
  },
  save: {
    request: {
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
  former: { request: { params: { service: 'webhook' } } },
  target: { request: { params } },
  set: { request: { params, body: { properties: { comment: 'changed' } } } },
  remove: { request: { params } },
  test: { request: { body: { service: 'webhook', properties: { endpoint } } } },
  find: { request: { query: { text: 'hook' } } },
  buckets: { request: {} },
} satisfies Samples<typeof notifications>
