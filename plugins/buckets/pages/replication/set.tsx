import * as v from 'valibot'
import { call } from 'stowage/web'
import { Failure, displayName } from 'stowage'
import { FormDialog } from 'stowage/ui'
import { writeTags } from '../../lifecycle.ts'
import { region, remote, scope, sending, toSendingOptions, taggedLayout, targetBucket } from './fields.ts'
import { TestConnection } from './test.tsx'
import { addressOf } from './rule-display.ts'
import { replication } from '../../replication.ts'
import * as messages from '../../messages.ts'

const NewRule = v.object({ ...remote, targetBucket, region, ...sending, ...scope })

/** Initial values of a rule (spec/2 section 9). */
export const initial = {
  tls: true,
  syncMode: 'async',
  bandwidth: 100,
  bandwidthUnit: 'GiB',
  healthCheckPeriod: 60,
  existing: true,
  metadata: false,
  markers: true,
  deletes: true,
} as const

type SetReplicationProps = { bucket: string; onClose: () => void; onDone: () => Promise<unknown> }

/** Replicates a bucket to a bucket of another storage server. */
export const SetReplication = ({ bucket, ...dialog }: SetReplicationProps) => (
  <FormDialog
    title="Set Bucket Replication"
    schema={NewRule}
    initial={initial}
    fields={{ ...taggedLayout, targetBucket: { width: 'half' }, region: { width: 'half' } }}
    verb="Save"
    {...dialog}
    done={messages.replicationAdded(displayName(bucket))}
    onSubmit={async (rule) => {
      const { replicationState } = await call(replication.replicate, {
        body: {
          accessKey: rule.accessKey,
          secretKey: rule.secretKey,
          targetURL: addressOf(rule.targetURL, rule.tls),
          region: rule.region,
          bucketsRelation: [{ originBucket: bucket, destinationBucket: rule.targetBucket }],
          ...toSendingOptions(rule),
          storageClass: rule.storageClass,
          prefix: rule.prefix,
          tags: writeTags(rule.tags),
          replicateExisting: rule.existing,
          replicateMetadata: rule.metadata,
          replicateDeleteMarkers: rule.markers && rule.tags.length === 0,
          replicateDeletes: rule.deletes,
        },
      })
      const [result] = replicationState
      if (!result) throw new Failure(200, 'No changes applied')
      if (result.errorString) throw new Failure(400, result.errorString, { field: result.field })
    }}
  >
    {({ targetURL = '', tls = true, accessKey, secretKey, region, targetBucket }) => (
      <TestConnection
        of={{
          targetURL: targetURL && addressOf(targetURL, tls),
          accessKey,
          secretKey,
          region: region ?? '',
          destinationBucket: targetBucket,
        }}
      />
    )}
  </FormDialog>
)
