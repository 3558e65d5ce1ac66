import { useQuery } from 'stowage/web'
import type { Account, Question } from '../../access.ts'

/** A condition key of the request, with its value. */
export type ConditionDraft = { key: string; value: string }

/** A question being entered; empty fields are unset. */
export type Draft = {
  kind: Account['kind']
  name: string
  action: string
  bucket: string
  key: string
  conditions: ConditionDraft[]
}

const kinds = ['user', 'group', 'service-account'] as const

/** Parses a kind of account; defaults to a user. */
export const kindOf = (text: string): Draft['kind'] => kinds.find((one) => one === text) ?? 'user'

const conditionsIn = (text: string): ConditionDraft[] =>
  Array.from(new URLSearchParams(text), ([key, value]) => ({ key, value }))

const textOf = (conditions: readonly ConditionDraft[]) =>
  new URLSearchParams(conditions.map(({ key, value }) => [key, value])).toString()

/** The question, stored in the page's address so that a link repeats it. */
export const useQuestion = (): [Draft, (change: Partial<Draft>) => void] => {
  const [kind, setKind] = useQuery('kind', 'user')
  const [name, setName] = useQuery('name')
  const [action, setAction] = useQuery('action', 's3:GetObject')
  const [bucket, setBucket] = useQuery('bucket')
  const [key, setKey] = useQuery('key')
  const [when, setWhen] = useQuery('when')
  const draft = { kind: kindOf(kind), name, action, bucket, key, conditions: conditionsIn(when) }
  return [
    draft,
    (change) => {
      if (change.kind !== undefined) setKind(change.kind)
      if (change.name !== undefined) setName(change.name)
      if (change.action !== undefined) setAction(change.action)
      if (change.bucket !== undefined) setBucket(change.bucket)
      if (change.key !== undefined) setKey(change.key)
      if (change.conditions !== undefined) setWhen(textOf(change.conditions))
    },
  ]
}

/** Address of a question. */
export const addressOf = ({ conditions = [], ...parts }: Partial<Draft> & { tab?: 'users' }) => {
  const when = textOf(conditions)
  const query = new URLSearchParams(
    [...Object.entries(parts), ...(when ? [['when', when]] : [])].filter(([, value]) => value) as [string, string][],
  )
  return `/check-access?${query.toString()}`
}

/** First missing part of a question; `false` if it is complete. */
export const missingIn = ({ name, action, bucket }: Draft): string | false => {
  if (!name.trim()) return 'Enter an account first'
  if (!/^[a-z0-9]+:[A-Za-z0-9]+$/.test(action.trim())) return 'Choose an action first'
  return action.startsWith('s3:') && action !== 's3:ListAllMyBuckets' && !bucket && 'Choose a bucket first'
}

/** Request for the question. */
export const requestOf = ({ name, action, ...rest }: Draft): Question => ({
  ...rest,
  name: name.trim(),
  action: action.trim(),
})

const flags: Readonly<Record<string, (value: string) => string>> = {
  'aws:SourceIp': (value) => `Source address ${value}`,
  'aws:SecureTransport': (value) => (value === 'true' ? 'TLS is on' : 'TLS is off'),
  'aws:UserAgent': (value) => `Program ${value}`,
  'aws:Referer': (value) => `Page ${value}`,
  's3:prefix': (value) => `Prefix ${value || 'none'}`,
  's3:versionid': (value) => `Version ${value}`,
}

export const conditionText = ({ key, value }: ConditionDraft) => flags[key]?.(value) ?? `${key} is ${value}`
