import * as v from 'valibot'
import { call, showToast, useCall } from 'stowage/web'
import { counted, displayName } from 'stowage'
import { Button, Dialog, Field, FormDialog, Loaded, TextArea, runForEach } from 'stowage/ui'
import { type Item, objects } from '../../contract.ts'
import { copying, MetadataName, MetadataValue, MAX_METADATA_NAMES } from '../../copying/contract.ts'
import { noun } from '../items.ts'
import { lastName } from '../path.ts'
import * as messages from '../../messages.ts'

/** Formats user metadata, one name and value per line. */
const linesOf = (user: Readonly<Record<string, string>>) =>
  Object.entries(user)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const pairsOf = (lines: string) =>
  lines
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at < 0 ? undefined : at).trim(), at < 0 ? '' : line.slice(at + 1).trim()] as const
    })

/**
 * Error in changed lines; `undefined` if they can be stored. Unchanged lines, which other programs may have stored, are
 * not checked.
 */
export const metadataError = (lines: string, before = '') => {
  const existing = new Set(pairsOf(before).map((pair) => pair.join(':')))
  const pairs = pairsOf(lines)
  for (const [name, value] of pairs) {
    if (existing.has([name, value].join(':'))) continue
    const wrong = v.safeParse(MetadataName, name).issues?.[0] ?? v.safeParse(MetadataValue, value).issues?.[0]
    if (wrong) return `${displayName(name) || 'A line'}: ${wrong.message}`
  }
  return pairs.length > Math.max(MAX_METADATA_NAMES, existing.size)
    ? messages.tooManyMetadataEntries(MAX_METADATA_NAMES)
    : undefined
}

const schemaFor = (before = '') =>
  v.object({
    content_type: v.optional(v.pipe(v.string(), v.title('Content Type')), ''),
    cache_control: v.optional(v.pipe(v.string(), v.title('Cache Control')), ''),
    content_disposition: v.optional(v.pipe(v.string(), v.title('Content Disposition')), ''),
    user: v.optional(
      v.pipe(
        v.string(),
        v.title('User Metadata'),
        v.check(
          (lines) => !metadataError(lines, before),
          ({ input }) => metadataError(String(input), before) ?? '',
        ),
      ),
      '',
    ),
  })

const metadataOf = ({ user_metadata = {}, content_type = '' }: Item) => ({
  content_type: content_type || (user_metadata['content-type'] ?? ''),
  cache_control: user_metadata['cache-control'] ?? '',
  content_disposition: user_metadata['content-disposition'] ?? '',
  user: linesOf(
    Object.fromEntries(
      Object.entries(user_metadata)
        .filter(([name]) => /^x-amz-meta-/i.test(name))
        .map(([name, value]) => [name.slice('x-amz-meta-'.length), value]),
    ),
  ),
})

type Values = v.InferOutput<ReturnType<typeof schemaFor>>

/** Request body: for one object all changes, for several objects what was entered. */
const bodyOf = (values: Values, before: Values | undefined) => {
  const changed = Object.entries(values).filter(([name, value]) =>
    before ? value !== before[name as keyof Values] : value !== '',
  )
  return Object.fromEntries(
    changed.map(([name, value]) => [name, name === 'user' ? Object.fromEntries(pairsOf(value)) : value]),
  )
}

type MetadataProps = { bucket: string; keys: readonly string[]; onClose: () => void; onDone: () => void }

const Form = ({ bucket, keys, onClose, onDone, before }: MetadataProps & { before: Values | undefined }) => (
  <FormDialog
    title="Edit Metadata"
    schema={schemaFor(before?.user)}
    {...(before && { initial: before })}
    fields={{
      content_type: { placeholder: before ? 'application/octet-stream' : 'unchanged' },
      cache_control: { placeholder: before ? 'max-age=3600' : 'unchanged' },
      content_disposition: { placeholder: before ? 'attachment' : 'unchanged' },
      user: {
        render: ({ value, onChange, error }) => (
          <Field
            label="User Metadata"
            optional
            hint={messages.metadataHelp(before ? '' : messages.metadataIsReplaced)}
            error={error}
          >
            <TextArea look="mono" value={String(value)} onChange={onChange} />
          </Field>
        ),
      },
    }}
    intro={
      <p>
        Saving creates a copy of{' '}
        {keys.length === 1 ? <strong>{displayName(lastName(keys[0] ?? ''))}</strong> : counted(keys.length, noun)} with
        the new metadata (a new version if versioning is on).
      </p>
    }
    verb="Save"
    blocked={(values) => Object.keys(bodyOf(values as Values, before)).length === 0 && 'Change something first'}
    onClose={onClose}
    onSubmit={async (values) => {
      const body = bodyOf(values, before)
      const act = (path: string) => call(copying.setMetadata, { params: { bucket }, query: { prefix: path }, body })
      const [only = ''] = keys
      if (keys.length === 1) await act(only).then(() => showToast(messages.metadataSaved(displayName(lastName(only)))))
      else await runForEach({ noun, items: keys, act, done: 'changed' }).finally(onDone)
      onClose()
      onDone()
    }}
  />
)

/** Dialog for content type, caching headers and user metadata of objects. */
export const Metadata = (props: MetadataProps) => {
  const { bucket, keys, onClose } = props
  const single = keys.length === 1
  const info = useCall(objects.info, { params: { bucket }, query: { prefix: keys[0] ?? '' } }, { when: single })
  if (single && !info.data)
    return info.error ? (
      <Dialog title="Edit Metadata" onClose={onClose} footer={<Button onPress={onClose}>Close</Button>}>
        <Loaded of={info} what="the metadata">
          {() => null}
        </Loaded>
      </Dialog>
    ) : null
  return <Form {...props} before={info.data && metadataOf(info.data)} />
}
