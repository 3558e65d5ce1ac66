import * as v from 'valibot'
import { Combo, Field, FormDialog } from 'stowage/ui'
import { useCall } from 'stowage/web'
import { policies } from '../../contract.ts'
import { useBuckets } from '../check/fields.tsx'
import { ConditionDialog } from '../condition-dialog.tsx'
import type { ReadCondition } from './edit.ts'
import * as messages from '../../messages.ts'

const ResourceFields = v.object({
  bucket: v.pipe(
    v.string(),
    v.title('Bucket'),
    v.trim(),
    v.minLength(1, messages.bucketOrAllRequired),
    v.regex(/^[^/\s]+$/, messages.bucketNameHasSlashes),
  ),
  prefix: v.optional(v.pipe(v.string(), v.title('Prefix'), v.trim(), v.regex(/^[^/]/, messages.prefixStartsWithSlash))),
  what: v.optional(
    v.pipe(
      v.picklist(['both', 'objects', 'bucket'], 'Choose a scope'),
      v.title('Scope'),
      v.metadata({
        control: 'radio',
        options: { both: 'Bucket and its objects', objects: 'Its objects', bucket: 'Bucket only' },
      }),
    ),
  ),
})

type AddPlaceProps = { onClose: () => void; onAdd: (resources: string[]) => void }

/** Adds a bucket, or a prefix of it, to a statement's resources. */
export const AddResource = ({ onClose, onAdd }: AddPlaceProps) => {
  const buckets = useBuckets()
  return (
    <FormDialog
      title="Add Bucket or Prefix"
      size="confirm"
      schema={ResourceFields}
      initial={{ what: 'both' }}
      fields={{
        bucket: {
          render: ({ value, onChange, error }) => (
            <Field label="Bucket" hint="* matches any text, as in logs-*." error={error}>
              <Combo value={String(value)} onChange={onChange} options={buckets} />
            </Field>
          ),
        },
        prefix: { placeholder: 'reports/', hint: messages.prefixHelp },
        what: { visible: ({ prefix }) => !prefix },
      }}
      verb="Add"
      onClose={onClose}
      onSubmit={async ({ bucket, prefix, what }) => {
        const [itself, within] = [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/${prefix ?? ''}*`]
        onAdd(prefix || what === 'objects' ? [within] : what === 'bucket' ? [itself] : [itself, within])
        onClose()
      }}
    />
  )
}

const Condition = v.object({
  key: v.pipe(v.string(), v.title('Condition key'), v.trim(), v.minLength(1, 'Choose a condition key')),
  operator: v.pipe(v.string(), v.title('Operator'), v.trim(), v.minLength(1, 'Choose an operator')),
  values: v.pipe(v.array(v.string()), v.title('Values'), v.minLength(1, 'Enter a value')),
})

/** Most common operator for a condition key. */
const defaultOperators: Readonly<Record<string, string>> = {
  'aws:SourceIp': 'IpAddress',
  'aws:SecureTransport': 'Bool',
  'aws:CurrentTime': 'DateLessThan',
  's3:prefix': 'StringLike',
  's3:max-keys': 'NumericLessThanEquals',
}

type AddConditionProps = { onClose: () => void; onAdd: (condition: ReadCondition) => void }

/** Adds a condition to a statement. */
export const AddCondition = ({ onClose, onAdd }: AddConditionProps) => {
  const { data } = useCall(policies.vocabulary)
  const hints = { any: undefined, listing: 'Listings', object: 'Objects' } as const
  const keys = (data?.conditionKeys ?? []).map(({ name, appliesTo }) => ({ value: name, hint: hints[appliesTo] }))
  const operators = (data?.operators ?? []).map((value) => ({ value }))
  return (
    <ConditionDialog
      schema={Condition}
      initial={{ operator: 'IpAddress', key: 'aws:SourceIp', values: [] }}
      fields={{
        key: {
          render: ({ value, onChange, error, fill }) => (
            <Field label="Condition key" error={error}>
              <Combo
                look="mono"
                value={String(value)}
                options={keys}
                onChange={(key) => {
                  onChange(key)
                  const operator =
                    defaultOperators[key] ??
                    (key.startsWith('s3:') || key.startsWith('aws:') ? 'StringEquals' : undefined)
                  if (operator) fill('operator', operator)
                }}
              />
            </Field>
          ),
        },
        operator: {
          render: ({ value, onChange, error }) => (
            <Field label="Operator" error={error}>
              <Combo look="mono" value={String(value)} options={operators} onChange={onChange} />
            </Field>
          ),
        },
        values: { placeholder: '10.0.0.0/8' },
      }}
      onAdd={onAdd}
      onClose={onClose}
    />
  )
}
