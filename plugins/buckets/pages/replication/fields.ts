import * as v from 'valibot'
import { TargetAddress, Connection, HealthCheck, RemoteBucket } from '../../replication.ts'
import { ruleFilter, tagsField } from '../lifecycle/rule-filter.tsx'
import { addressOf, bandwidthOf, bandwidthUnits } from './rule-display.ts'
import * as messages from '../../messages.ts'

const { accessKey, secretKey } = Connection.entries

/** Address and credentials of the remote storage server. */
export const remote = {
  targetURL: v.pipe(
    v.string(),
    v.title('Target URL'),
    v.description(messages.targetHostHelp),
    v.trim(),
    v.nonEmpty('Enter the target URL'),
    v.check((host) => v.is(TargetAddress, addressOf(host, true)), messages.targetHostExample),
    v.metadata({ placeholder: 'storage.example.com:9000' }),
  ),
  tls: v.pipe(v.boolean(), v.title('Use TLS'), v.description(messages.tlsHelp)),
  accessKey: v.pipe(accessKey, v.description(messages.targetAccessKeyHelp)),
  secretKey: v.pipe(secretKey, v.metadata({ control: 'secret' })),
}

export const region = v.optional(
  v.pipe(Connection.entries.region.wrapped, v.title('Region'), v.description(messages.targetRegionHelp)),
)

export const targetBucket = v.pipe(RemoteBucket, v.description(messages.targetBucketHelp))

/** Sending options of a target. */
export const sending = {
  syncMode: v.pipe(
    v.picklist(['async', 'sync']),
    v.title('Replication Mode'),
    v.metadata({
      options: { async: 'Asynchronous: uploads do not wait', sync: messages.synchronousHelp },
    }),
  ),
  bandwidth: v.optional(
    v.pipe(
      v.number('Enter a number'),
      v.title('Bandwidth'),
      v.minValue(0, 'Bandwidth is at least 0'),
      v.description(messages.bandwidthHelp),
    ),
  ),
  bandwidthUnit: v.optional(
    v.pipe(
      v.picklist(bandwidthUnits),
      v.title('Unit'),
      v.metadata({ options: Object.fromEntries(bandwidthUnits.map((unit) => [unit, unit])) }),
    ),
  ),
  healthCheckPeriod: v.pipe(HealthCheck, v.title('Health Check Duration'), v.metadata({ unit: 'seconds' })),
}

/** The part of a bucket that is replicated. */
export const scope = {
  storageClass: v.optional(
    v.pipe(
      v.string(),
      v.title('Storage Class'),
      v.trim(),
      v.toUpperCase(),
      v.description(messages.targetStorageClassHelp),
      v.metadata({ placeholder: 'STANDARD' }),
    ),
  ),
  ...ruleFilter,
  existing: v.pipe(v.boolean(), v.title('Existing Objects'), v.description(messages.existingObjectsHelp)),
  metadata: v.pipe(v.boolean(), v.title('Metadata Sync'), v.description(messages.metadataSyncHelp)),
  markers: v.pipe(v.boolean(), v.title('Delete Markers'), v.description(messages.replicateDeleteMarkersHelp)),
  deletes: v.pipe(v.boolean(), v.title('Deletes'), v.description(messages.replicateDeletesHelp)),
}

/** Two columns; hides fields that the chosen mode does not use. */
export const layout = {
  accessKey: { width: 'half' },
  secretKey: { width: 'half' },
  bandwidth: { visible: ({ syncMode }: { syncMode?: string }) => syncMode !== 'sync', required: true, width: 'half' },
  bandwidthUnit: {
    visible: ({ syncMode }: { syncMode?: string }) => syncMode !== 'sync',
    required: true,
    width: 'half',
  },
} as const

/** The same, with tags. */
export const taggedLayout = {
  ...layout,
  tags: tagsField(),
  markers: {
    disabled: ({ tags = [] }: { tags?: readonly string[] | undefined }) =>
      tags.length > 0 && messages.deleteMarkersHaveNoTags,
  },
} as const

type Sending = {
  syncMode: 'async' | 'sync'
  bandwidth?: number | undefined
  bandwidthUnit?: (typeof bandwidthUnits)[number] | undefined
  healthCheckPeriod: number
}

/** Sending options in wire format; bandwidth is 0 in synchronous mode (spec/2 section 5). */
export const toSendingOptions = ({ syncMode, bandwidth = 0, bandwidthUnit = 'GiB', healthCheckPeriod }: Sending) => ({
  syncMode,
  bandwidth: syncMode === 'sync' ? 0 : bandwidthOf(bandwidth, bandwidthUnit),
  healthCheckPeriod,
})
