import { Failure } from '../../../core/failure.ts'
import type { BucketsBackend } from '../backend.ts'
import type { NewLifecycleRule } from '../contract.ts'
import { noRule } from '../adapters/rule-id.ts'
import { changeRule, readRule, rulesIn, withRules, writeRule } from './lifecycle-xml.ts'
import { type Caller, hasCode, unless } from '../../../engines/minio/caller.ts'
import { createSubResources } from '../../../engines/minio/sub-resources.ts'

const tiersOf = ({ transition }: NewLifecycleRule) => [
  ...new Set([transition.storage_class, transition.noncurrent_storage_class].filter(Boolean).map((tier) => `"${tier}"`)),
]

/** The lifecycle rules of a bucket on a MinIO server (minio-server 3.12.3), which keeps them as one document. */
export const createLifecycle = (caller: Caller) => {
  const { read, edit } = createSubResources(caller)

  const document = (bucket: string) => unless(read(bucket, 'lifecycle'), ['NoSuchLifecycleConfiguration'], undefined)

  /** Changes the rules of a bucket; those that come back as they went stay as they came. */
  const change = (bucket: string, next: Parameters<typeof withRules>[1]) =>
    edit(bucket, 'lifecycle', { get: () => document(bucket), next: (xml) => withRules(xml, next) })

  /** Changes the rule of this id, or takes it away. */
  const changeOne = (bucket: string, id: string, next: (text: string) => string[]) =>
    change(bucket, (rules) => {
      if (!rules.some((rule) => rule.id === id)) throw noRule(id)
      return rules.flatMap((rule) => (rule.id === id ? next(rule.text) : rule.text))
    })

  return {
    lifecycle: async (name) => rulesIn((await document(name)) ?? '').map(({ text }) => readRule(text)),

    addLifecycleRule: async (name, rule) => {
      try {
        await change(name, (rules) => [...rules.map(({ text }) => text), writeRule(rule)])
      } catch (error) {
        if (!hasCode(error, 'InvalidStorageClass')) throw error
        throw new Failure(400, `The storage server has no tier ${tiersOf(rule).join(' or ')}`, error.detail)
      }
    },

    setLifecycleRule: (name, id, { disable, tags }) => {
      const status = disable === undefined ? undefined : disable ? 'Disabled' : 'Enabled'
      return changeOne(name, id, (text) => [changeRule(text, { status, tags })])
    },

    removeLifecycleRule: (name, id) => changeOne(name, id, () => []),
  } satisfies Partial<BucketsBackend>
}
