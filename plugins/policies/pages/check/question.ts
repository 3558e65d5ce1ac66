import { useQuery } from '../../../../core/location.ts'
import type { Account, Question } from '../../access.ts'

/** Something that a request tells besides what it wants. */
export type Told = { key: string; value: string }

/** A question as it is being put; what is empty is not said yet. */
export type Draft = {
  kind: Account['kind']
  name: string
  action: string
  bucket: string
  key: string
  conditions: Told[]
}

const kinds = ['user', 'group', 'service-account'] as const

/** The kind of account that a text names; a user where it names none. */
export const kindOf = (text: string): Draft['kind'] => kinds.find((one) => one === text) ?? 'user'

const toldIn = (text: string): Told[] => Array.from(new URLSearchParams(text), ([key, value]) => ({ key, value }))

const textOf = (conditions: readonly Told[]) =>
  new URLSearchParams(conditions.map(({ key, value }) => [key, value])).toString()

/** The question in the page's address, so that a link is all it takes to ask it again. */
export const useQuestion = (): [Draft, (change: Partial<Draft>) => void] => {
  const [kind, setKind] = useQuery('kind', 'user')
  const [name, setName] = useQuery('name')
  const [action, setAction] = useQuery('action', 's3:GetObject')
  const [bucket, setBucket] = useQuery('bucket')
  const [key, setKey] = useQuery('key')
  const [when, setWhen] = useQuery('when')
  const draft = { kind: kindOf(kind), name, action, bucket, key, conditions: toldIn(when) }
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

/** The address that asks a question. */
export const addressOf = ({ conditions = [], ...parts }: Partial<Draft> & { tab?: 'reaching' }) => {
  const when = textOf(conditions)
  const query = new URLSearchParams(
    [...Object.entries(parts), ...(when ? [['when', when]] : [])].filter(([, value]) => value) as [string, string][],
  )
  return `/check-access?${query.toString()}`
}

/** Why a question cannot be asked yet; nothing where it can. */
export const missingIn = ({ name, action, bucket }: Draft): string | false => {
  if (!name.trim()) return 'Name the account first'
  if (!/^[a-z0-9]+:[A-Za-z0-9]+$/.test(action.trim())) return 'Choose one action first'
  return action.startsWith('s3:') && action !== 's3:ListAllMyBuckets' && !bucket && 'Name the bucket first'
}

/** What is sent for it. */
export const asked = ({ name, action, ...rest }: Draft): Question => ({
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

/** A condition in words. */
export const wordsFor = ({ key, value }: Told) => flags[key]?.(value) ?? `${key} is ${value}`
