import * as v from 'valibot'
import { call } from 'stowage/web'
import { FormDialog } from 'stowage/ui'
import { writeTags } from '../../lifecycle.ts'
import { Priority, replication } from '../../replication.ts'
import { remote, scope, sending, toSendingOptions, taggedLayout } from './fields.ts'
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

/** Whether the sending options are unchanged. */
const sameSending = (rule: Rule, next: ReturnType<typeof toSendingOptions>) =>
  rule.syncMode === next.syncMode &&
  Number(rule.bandwidth) === next.bandwidth &&
  rule.healthCheckPeriod === next.healthCheckPeriod

type EditReplicationProps = { bucket: string; rule: Rule; onClose: () => void; onDone: () => Promise<unknown> }

/** Edits a rule, except its destination bucket, which is part of the target. */
export const EditReplication = ({ bucket, rule, ...dialog }: EditReplicationProps) => {
  const { amount, unit } = bandwidthParts(Number(rule.bandwidth ?? 0))
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
      initial={{
        enabled: rule.status === 'Enabled',
        priority: rule.priority,
        storageClass: rule.storageClass,
        prefix: rule.prefix,
        tags: tagsOf(rule.tags),
        existing: rule.existing_objects,
        metadata: rule.metadata_replication,
        markers: rule.delete_marker_replication,
        deletes: rule.deletes_replication,
        syncMode: rule.syncMode ?? 'async',
        bandwidth: amount,
        bandwidthUnit: unit,
        healthCheckPeriod: rule.healthCheckPeriod ?? 60,
        moves: false,
        targetURL: rule.target?.endpoint ?? '',
        tls: rule.target?.secure ?? true,
        accessKey: rule.target?.accessKey ?? '',
      }}
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
      onSubmit={async ({ enabled, moves, targetURL = '', tls = true, accessKey = '', secretKey = '', ...next }) => {
        const how = toSendingOptions(next)
        const credentials = moves && { accessKey, secretKey, targetURL: addressOf(targetURL, tls) }
        const target = credentials ? { credentials, ...how } : sameSending(rule, how) ? undefined : how
        await call(replication.setReplicationRule, {
          params: { bucket, id: rule.id },
          body: {
            status: enabled ? 'Enabled' : 'Disabled',
            priority: next.priority,
            prefix: next.prefix ?? '',
            tags: writeTags(next.tags),
            storageClass: next.storageClass ?? '',
            replicateExisting: next.existing,
            replicateMetadata: next.metadata,
            replicateDeleteMarkers: next.markers && next.tags.length === 0,
            replicateDeletes: next.deletes,
            ...(target && { target }),
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
