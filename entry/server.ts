// contexts of adapters and background work, by engine
export type { S3AdapterContext } from '../engines/s3/adapter-context.ts'
export type { S3BackgroundContext } from '../engines/s3/background-context.ts'
export type { MinioAdapterContext } from '../engines/minio/adapter-context.ts'
export type { MinioBackgroundContext } from '../engines/minio/background-context.ts'
export type { EmbeddedAdapterContext, EmbeddedBackgroundContext } from '../engines/embedded/adapter-context.ts'
export type { TraceNaming as EmbeddedCalls } from '../engines/embedded/trace-calls.ts'
export type { KubernetesAdapterContext, KubernetesBackgroundContext } from '../engines/kubernetes/adapter-context.ts'
export type { AuditEvent } from '../engines/lib/audit-event.ts'
export { enforceLength } from '../engines/lib/content-length.ts'
export {
  type Background,
  type Bytes,
  type ProxiedConsole,
  type Route,
  serve,
  type ServerPlugin,
} from '../core/protocol/serve.ts'
export type { InstalledPlugin } from '../core/protocol/installed-plugin.ts'
export {
  bearerToken,
  type ConfigValues,
  httpAddress,
  onOff,
  type PluginConfig,
  type Variable,
} from '../core/protocol/variables.ts'
export { readConfigEnv } from '../engines/kubernetes/config-env.ts'
export { default as pLimit } from 'p-limit'
export { createServices } from '../engines/lib/services.ts'
export { causeOf } from '../engines/commit-error.ts'
export { checkPages } from '../engines/embedded/store/index-pages.ts'
export { accessDenied } from '../engines/access-denied.ts'
export { default as pMap } from 'p-map'
export { provideGauges } from '../engines/lib/gauges.ts'
export { type Diagnosis, type DiagnosisContext, diagnoseFormat } from '../engines/diagnosis.ts'
export { type Log, silentLog } from '../engines/engine.ts'
export { createFeed, mergeStreams } from '../engines/feed.ts'
export { createMemoryStore, type KeyValueStore } from '../engines/lib/key-value-store.ts'
export { cacheResult } from '../engines/lib/cache-result.ts'
export { createSecretBox, type SecretBox } from '../engines/lib/secret-box.ts'
export {
  lockedMoveError,
  lockedError,
  lockOf,
  unreadableLocksError,
  lockingDisabledError,
  retentionError,
} from '../engines/object-lock.ts'
export { redactAddress, looksHarmless } from '../engines/lib/redact-address.ts'
export { assertReachable, type Destination, parseAddress } from '../engines/outbound/destinations.ts'
export {
  type AddressField,
  type CheckedHost,
  type Outbound,
  type OutboundRequest,
  reasonOf,
  Unreachable,
} from '../engines/outbound/outbound.ts'
export { StartError } from '../engines/start-error.ts'
export { backoff, ENDPOINT, type Pause, pauseFor, postToWebhook } from '../engines/outbound/webhook.ts'
export { runChecks, webhookChecks } from '../engines/outbound/connection-checks.ts'
export { filterInSlices, createTimeSlice } from '../engines/lib/time-slice.ts'
export { reauthorizeStream } from '../engines/reauthorize-stream.ts'
