import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog, useInitial } from 'stowage/ui'
import { writeTags } from '../../lifecycle.ts'
import { Priority, replication } from '../../replication.ts'
import { remote, scope, sending, toSendingOptions, taggedLayout } from './fields.ts'
import { readTag } from '../tag-editor.tsx'
import { TestConnection } from './test.tsx'
import { addressOf, bandwidthParts, bucketIn, hostOf, nameOfRule, type Rule, tagsOf } from './rule-display.ts'
import * as messages from '../../messages.ts'

const Change = v.object({
  enabled: v.pipe(v.boolean(), v.title('Enabled'), v.description(messages.pausedRuleHelp)),
  priority: v.pipe(Priority, v.title('Priority'), v.description(messages.priorityHelp)),
  ...scope,
  ...sending,
  moves: v.pipe(v.boolean(), v.title('Change Address or Keys'), v.description(messages.secretKeyRequiredAgain)),
  targetURL: v.optional(remote.targetURL),
  tls: v.optional(remote.tls),
  accessKey: v.optional(remote.accessKey),
  secretKey: v.optional(remote.secretKey),
})

const moves = ({ moves }: { moves?: boolean }) => moves === true
const ofTarget = { visible: moves, required: true } as const

/** The form's values for a rule. */
const valuesOf = (rule: Rule) => {
  const { amount, unit } = bandwidthParts(Number(rule.bandwidth ?? 0))
  return {
    enabled: rule.status === 'Enabled',
    priority: rule.priority,
    storageClass: rule.storageClass,
    prefix: rule.prefix,
    tags: tagsOf(rule.tags),
    existing: rule.existing_objects,
    metadata: rule.metadata_replication,
    markers: rule.delete_marker_replication,
    deletes: rule.deletes_replication,
    syncMode: rule.syncMode ?? ('async' as const),
    bandwidth: amount,
    bandwidthUnit: unit,
    healthCheckPeriod: rule.healthCheckPeriod ?? 60,
    moves: false,
    targetURL: rule.target?.endpoint ?? '',
    tls: rule.target?.secure ?? true,
    accessKey: rule.target?.accessKey ?? '',
  }
}

const settingsOf = (values: v.InferOutput<typeof Change>) => ({
  status: values.enabled ? ('Enabled' as const) : ('Disabled' as const),
  priority: values.priority,
  prefix: values.prefix ?? '',
  tags: writeTags(values.tags),
  storageClass: values.storageClass ?? '',
  replicateExisting: values.existing,
  replicateMetadata: values.metadata,
  replicateDeleteMarkers: values.markers && values.tags.length === 0,
  replicateDeletes: values.deletes,
})

/** The entries of `next` that differ from those before. */
const differing = <T extends object>(before: T, next: T) =>
  Object.fromEntries(Object.entries(next).filter(([name, value]) => before[name as keyof T] !== value)) as Partial<T>

type EditReplicationProps = { bucket: string; rule: Rule; onClose: () => void; onDone: () => Promise<unknown> }

/** Edits a rule, except its destination bucket; sends only the differences, so that concurrent changes stay. */
export const EditReplication = ({ bucket, rule: latestRule, ...dialog }: EditReplicationProps) => {
  const rule = useInitial(latestRule)
  const initial = valuesOf(rule)
  return (
    <FormDialog
      title="Edit Replication Rule"
      intro={
        <>
          Sends to <strong>{nameOfRule(rule)}</strong>
          {rule.target && ` at ${hostOf(rule)} as ${rule.target.accessKey}`}. To replicate to another bucket, add
          another rule.
        </>
      }
      schema={Change}
      initial={initial}
      fields={{
        ...taggedLayout,
        targetURL: ofTarget,
        tls: { visible: moves },
        accessKey: { ...ofTarget, width: 'half' },
        secretKey: { ...ofTarget, width: 'half' },
      }}
      verb="Save"
      {...dialog}
      done={messages.replicationRuleChanged(nameOfRule(rule), 'updated')}
      onSubmit={async (values) => {
        const { moves, targetURL = '', tls = true, accessKey = '', secretKey = '' } = values
        const storageClass = rule.storageClass.trim().toUpperCase()
        const before = { ...initial, storageClass, tags: initial.tags.map(readTag) }
        const target = {
          ...(moves && { credentials: { accessKey, secretKey, targetURL: addressOf(targetURL, tls) } }),
          ...differing(toSendingOptions(before), toSendingOptions(values)),
        }
        await call(replication.setReplicationRule, {
          params: { bucket, id: rule.id },
          body: {
            ...differing(settingsOf(before), settingsOf(values)),
            ...(Object.keys(target).length > 0 && { target }),
          },
        })
      }}
    >
      {(values) =>
        moves(values) && (
          <TestConnection
            of={{
              targetURL: values.targetURL && addressOf(values.targetURL, values.tls ?? true),
              accessKey: values.accessKey,
              secretKey: values.secretKey,
              region: rule.target?.region ?? '',
              destinationBucket: bucketIn(rule.destination.bucket),
            }}
          />
        )
      }
    </FormDialog>
  )
}
