import * as v from 'valibot'
import { parseJson } from 'stowage'

const Texts = v.union([
  v.pipe(
    v.string(),
    v.transform((text) => [text]),
  ),
  v.array(v.string()),
])

const Statement = v.object({
  Effect: v.string(),
  Action: v.optional(Texts, []),
  Resource: v.optional(Texts, []),
})

const Document = v.object({
  Statement: v.union([
    v.array(Statement),
    v.pipe(
      Statement,
      v.transform((statement) => [statement]),
    ),
  ]),
})

const kinds = [
  ['Everything', /^(s3:)?\*$/],
  ['Read', /^s3:(Get\*|GetObject\b)/],
  ['List', /^s3:List/],
  ['Write', /^s3:Put(\*|Object\b)/],
  ['Delete', /^s3:Delete/],
  ['Administration', /^(admin|kms):/],
] as const

const resourceName = (resource: string) => {
  const bucket = resource.replace(/^arn:aws:s3:::/, '').replace(/\/\*$/, '')
  return bucket === '*' ? 'all buckets' : bucket
}

const listed = (texts: readonly string[], most: number) =>
  texts.length > most ? `${texts.slice(0, most).join(', ')} and ${texts.length - most} more` : texts.join(', ')

/**
 * Short summary of a policy for pickers: `Read, List: docs`. `undefined` if it would be misleading, or for an invalid
 * document.
 */
export const policySummary = (text: string): string | undefined => {
  const parsed = v.safeParse(Document, parseJson(text))
  if (!parsed.success) return undefined
  const allowed = parsed.output.Statement.filter(({ Effect }) => Effect === 'Allow')
  const actions = allowed.flatMap(({ Action }) => Action)
  const done = kinds.flatMap(([word, pattern]) => (actions.some((action) => pattern.test(action)) ? word : []))
  if (done.length === 0) return undefined
  // administrative actions apply to the server, regardless of their Resource
  const inBuckets = allowed.filter(({ Action }) => Action.some((action) => /^(s3:|\*$)/.test(action)))
  const buckets = [...new Set(inBuckets.flatMap(({ Resource }) => Resource.map(resourceName)))]
  const hasAll = done.includes('Everything') && actions.includes('admin:*') && buckets.join() === 'all buckets'
  if (hasAll && allowed.length === parsed.output.Statement.length) return 'Full administrator access'
  const less = allowed.length < parsed.output.Statement.length ? ', with exceptions' : ''
  return `${done.join(', ')}${buckets.length > 0 ? `: ${listed(buckets, 2)}` : ''}${less}`
}
