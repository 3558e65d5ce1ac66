import type { Completion } from 'stowage/ui'
import type { Vocabulary } from '../../access.ts'

/**
 * Context of the caret in possibly incomplete JSON: inside a string that is a name or a value, and the keys above it.
 */
type CaretContext = { from: number; to: number; typed: string; path: string[]; part: 'name' | 'value' }

type Level = { kind: '{' | '['; name: string | undefined }

/** Scans the text up to the caret; `undefined` if the caret is not inside a string. */
const contextAt = (text: string, caret: number): CaretContext | undefined => {
  const levels: Level[] = []
  let last = ''
  for (let at = 0; at < caret; at += 1) {
    const character = text[at]
    if (character === '"') {
      let end = at + 1
      while (end < text.length && text[end] !== '"' && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1
      if (caret <= end) {
        const level = levels.at(-1)
        const path = levels.flatMap(({ name }) => name ?? [])
        const isName = level?.kind === '{' && level.name === undefined
        return { from: at + 1, to: end, typed: text.slice(at + 1, caret), path, part: isName ? 'name' : 'value' }
      }
      last = text.slice(at + 1, end)
      at = end
    } else if (character === '{' || character === '[') levels.push({ kind: character, name: undefined })
    else if (character === '}' || character === ']') levels.pop()
    const level = levels.at(-1)
    if (character === ':' && level) level.name = last
    if (character === ',' && level?.kind === '{') level.name = undefined
  }
  return undefined
}

type Option = Completion['options'][number]

const plain = (values: readonly string[]): Option[] => values.map((value) => ({ value }))

const statementKeys = ['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']

const resourceOptions = (buckets: readonly string[]): Option[] => [
  { value: 'arn:aws:s3:::*', hint: 'All buckets' },
  ...buckets.flatMap((bucket) => [
    { value: `arn:aws:s3:::${bucket}`, hint: 'The bucket' },
    { value: `arn:aws:s3:::${bucket}/*`, hint: 'All objects in the bucket' },
  ]),
]

/** All values that are valid at this position of a policy. */
const optionsAt = (
  { path, part }: CaretContext,
  { actions, conditionKeys, operators }: Vocabulary,
  buckets: readonly string[],
): Option[] => {
  if (part === 'name') {
    if (path.length === 0) return plain(['Version', 'Statement', 'ID'])
    if (path.length === 1 && path[0] === 'Statement') return plain(statementKeys)
    if (path.at(-1) === 'Condition') return plain(operators)
    return path.at(-2) === 'Condition' ? plain(conditionKeys.map(({ name }) => name)) : []
  }
  switch (path.at(-1)) {
    case 'Effect':
      return plain(['Allow', 'Deny'])
    case 'Action':
    case 'NotAction':
      return [
        ...actions.map(({ name, description }) => ({ value: name, hint: description })),
        ...plain(['s3:*', 's3:Get*', 's3:List*', 's3:Put*', 'admin:*']),
      ]
    case 'Resource':
    case 'NotResource':
      return resourceOptions(buckets)
    case 'Version':
      return plain(['2012-10-17'])
    default:
      return []
  }
}

/**
 * Completions at the caret in a policy's text: those that start with the typed text first, then those that contain it.
 */
export const completionsIn =
  (vocabulary: Vocabulary | undefined, buckets: readonly string[]) =>
  (text: string, caret: number): Completion | undefined => {
    const context = vocabulary && contextAt(text, caret)
    if (!context) return undefined
    const typed = context.typed.toLowerCase()
    const all = optionsAt(context, vocabulary, buckets)
    const containing = all.filter(({ value }) => value !== context.typed && value.toLowerCase().includes(typed))
    const startsWithTyped = ({ value }: Option) =>
      value.toLowerCase().startsWith(typed) || value.toLowerCase().startsWith(`s3:${typed}`)
    const options = [...containing.filter(startsWithTyped), ...containing.filter((option) => !startsWithTyped(option))]
    return options.length > 0 && !all.some(({ value }) => value === context.typed)
      ? { from: context.from, to: context.to, options }
      : undefined
  }
