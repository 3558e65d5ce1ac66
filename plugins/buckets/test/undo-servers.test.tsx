import { createOutbound } from '../../../engines/outbound/outbound.ts'
import { createS3Engine } from '../../../engines/s3/engine.ts'
import { openEngine, root as owner } from '../../../test/engines/embedded/workspace.ts'
import { closeAtEnd } from '../../../test/lib/close-at-end.ts'
import { missingOwnMinio, startOwnMinio } from '../../../test/lib/minio.ts'
import { openMinioEngine } from '../../../test/lib/minio-engine.ts'
import { startReceiver } from '../../../test/lib/receiver.ts'
import { hasS3Server, startS3Server } from '../../../test/lib/s3-servers.ts'
import { suite } from '../../../test/lib/suite.ts'
import { temporaryFolder } from '../../../test/lib/temporary-folder.ts'
import {
  clickField,
  fill,
  defineUndoTests,
  pressButton,
  pressDialogButton,
  pressRow,
  reading,
  sending,
} from '../../../test/lib/undo.tsx'
import { hostOn, type Send } from '../../../test/server/host.ts'
import { Events } from '../pages/events.tsx'
import { SetCors } from '../pages/settings/cors.tsx'
import { SetExclusions } from '../pages/settings/exclusions.tsx'
import { createPhotos, dialog } from './undo-bucket.ts'

const missingMoto = hasS3Server('moto') ? undefined : 'moto is not installed'

const corsRules = [
  {
    ID: 'by-hand',
    AllowedOrigins: ['https://*.example.com'],
    AllowedMethods: ['PUT', 'GET'] as ('PUT' | 'GET')[],
    AllowedHeaders: ['*'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 600,
  },
]
const otherRules = [{ AllowedOrigins: ['https://app.example.com'], AllowedMethods: ['GET'] }]

const bucket = createPhotos()

const exclusions = { excludedPrefixes: ['logs/*/tmp/'], excludeFolders: true }

const arn = 'arn:minio:sqs::hook:webhook'
const subscription = { arn, events: ['put', 'delete'], prefix: 'in/', suffix: '.jpg' }
const subscribe = (configuration: object) =>
  sending(['POST', '/api/v1/buckets/photos/events', { configuration, ignoreExisting: true }])
const withSubscription = async (root: Send) => {
  const receiver = await startReceiver()
  await sending(bucket, [
    'POST',
    '/api/v1/admin/notification_endpoints',
    { service: 'webhook', account_id: 'hook', properties: { endpoint: receiver.url } },
  ])(root)
  await subscribe(subscription)(root)
}
const readEvents = async (root: Send) => {
  const { events } = (await reading('/api/v1/buckets/photos/events')(root)) as {
    events: { id: string; prefix: string }[]
  }
  return events
    .map(({ id: _generated, ...event }) => event)
    .toSorted((one, two) => one.prefix.localeCompare(two.prefix))
}

const pressDelete = async () => {
  await pressRow(arn, 'Delete')
  await pressDialogButton('Delete')
}

/** A console that may send events to this machine. */
const startWithTargets = async () => {
  const outbound = createOutbound({ allowed: ['127.0.0.1'] })
  return hostOn(await openEngine(temporaryFolder('undo'), owner, { outbound }), owner)
}

defineUndoTests(
  suite('Undo of subscriptions'),
  ['buckets'],
  {
    'of deleting a subscription adds it': {
      arrange: withSubscription,
      element: () => <Events bucket="photos" refusal={false} />,
      act: () => pressDelete(),
      read: readEvents,
      otherChange: subscribe({ ...subscription, prefix: 'other/' }),
      merges: true,
    },
  },
  startWithTargets,
)

/** A console on a MinIO server, because the embedded engine has no exclusions. */
const startOnMinio = async () => {
  const { url, root } = await startOwnMinio()
  return hostOn(openMinioEngine(url), root)
}

defineUndoTests(
  suite('Undo of exclusions', missingOwnMinio()),
  ['buckets'],
  {
    'of excluding prefixes from versioning restores the exclusions': {
      arrange: sending(createPhotos({ versioning: true }), [
        'PUT',
        '/api/v1/buckets/photos/versioning/exclusions',
        exclusions,
      ]),
      element: () => <SetExclusions current={{ status: 'Enabled', ...exclusions }} {...dialog} />,
      act: async () => {
        await clickField('Folders')
        await pressButton('Save')
      },
      read: reading('/api/v1/buckets/photos/versioning'),
      otherChange: sending([
        'PUT',
        '/api/v1/buckets/photos/versioning/exclusions',
        { excludedPrefixes: ['other/'], excludeFolders: false },
      ]),
    },
  },
  startOnMinio,
)

/** A console on a server with CORS rules, which neither the embedded engine nor MinIO has. */
const startWithCors = async () => {
  const { url, root, stop } = await startS3Server('moto')
  closeAtEnd(stop)
  const engine = createS3Engine({ url: new URL(url), outbound: createOutbound({ allowed: ['127.0.0.1'] }) })
  closeAtEnd(() => engine.close())
  return hostOn(engine, root)
}

defineUndoTests(
  suite('Undo of CORS rules', missingMoto),
  ['buckets'],
  {
    'of setting CORS rules deletes them': {
      arrange: sending(bucket),
      element: () => <SetCors current={[]} {...dialog} />,
      act: () => pressButton('Save'),
      read: reading('/api/v1/buckets/photos/cors'),
      otherChange: sending(['PUT', '/api/v1/buckets/photos/cors', { rules: otherRules }]),
    },
    'of editing CORS rules restores them': {
      arrange: sending(bucket, ['PUT', '/api/v1/buckets/photos/cors', { rules: corsRules }]),
      element: () => <SetCors current={corsRules} {...dialog} />,
      act: async () => {
        await fill('Rules', JSON.stringify([{ ...corsRules[0], MaxAgeSeconds: 60 }]))
        await pressButton('Save')
      },
      read: reading('/api/v1/buckets/photos/cors'),
      otherChange: sending(['PUT', '/api/v1/buckets/photos/cors', { rules: otherRules }]),
    },
  },
  startWithCors,
)
