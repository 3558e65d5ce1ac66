// contract.ts
export const settingsFormat = 'Enter settings by name, each a text of at most 4,096 bytes'

// embedded/index.ts
export const settingNotSupported = (value: string) => `${value}: the embedded engine has no such setting`
export const webhookTargetExists = (name: string) => `There is a target webhook:${name} already`

// minio/index.ts
export const newTargetAfterRestart = 'A new target is available after the restart'
export const setByEnvironmentVariable = (fixedKey: string, variable: unknown) =>
  `${fixedKey}: set by the environment variable ${variable} of the storage server. Change it there.`
export const disabledTargetExists = (id: string, name: string) =>
  `The target ${id}:${name} already exists, but is disabled`
export const targetSetByEnvironment = (variable: unknown) =>
  `This target is set by the environment variable ${variable} of the storage server. Remove it there.`

// pages/add.tsx
export const serviceNotAvailable = (title: string) => `${title} is not available on this storage`
export const serviceRequired = 'Choose one of the available services.'

// pages/connection-test.tsx
export const serviceAddressMissing = 'The settings do not say where the service is.'
export const beforeLastChange = 'Before your last change. '
export const testedFromConsole = 'Tested from the console. The server makes its own connection when you save.'
export const noDataWasSent = 'No data was sent.'

// pages/fields.ts
export const doubleQuotesNotAllowed = 'Double quotes are not allowed: the storage server cannot store them'
export const targetNameHelp = 'Tells several targets of one service apart. The default target is named _.'

// pages/help.ts
export const targetHelp = 'A target is a service that receives events about objects: a webhook, a queue or a database.'
export const subscriptionAdvice =
  'A bucket sends no events until you subscribe a target on the Events tab of the bucket.'
export const queueAdvice =
  'Events wait in its queue until it is reachable again and are delivered at least once. Events that do not fit in the queue are lost.'

// pages/list.tsx
export const changedUntilRestart = 'Changed, waiting for restart'
export const editableAfterRestart = 'It can be edited after the restart'
export const subscribersHelp = 'A target receives events of the buckets that subscribe to it.'

// pages/remove.tsx
export const queuedEventsDeleted = (events: string) => ` and its ${events}.`
export const bucketSendsEvents =
  ' sends events to it. These events will be lost. The subscription stays until it is deleted.'
export const bucketsSendEvents =
  ' send events to it. These events will be lost. The subscriptions stay until they are deleted.'
export const moreBucketsPossible = 'More buckets may send events to it: not all of them could be read.'

// pages/services.tsx
export const newTargetHelp =
  'Choose where to send events of your buckets. Then subscribe buckets to the target on their Events tab.'

// pages/target-form.tsx
export const secretSetUnchanged = 'Set, unchanged. Enter another one to replace it.'
export const restartNeededAfterwards = 'The server needs a restart afterwards.'

// server.ts
export const unknownService = (name: string) => `service in body: there is no service "${name}"`
export const newTargetIsAlways = 'a new target is always on'
export const targetNameInvalid = 'service in path: the name of the target is not valid'

// services.ts
export const skipVerifyHelp = 'Accepts any certificate, even a forged one.'
export const formatHelp = 'namespace stores one entry per object, access one per event.'
export const queueDirectoryHelp = 'A path on the storage server, where events wait while the target is offline.'
export const queueLimitHelp = 'Maximum number of queued events.'
export const namespaceFormatHelp = 'A row for each object or each event'
export const sqlFormatHelp = 'The same, on MySQL and MariaDB'
export const mariaDbAccessOnly = (hint: unknown) => `${hint} MariaDB takes access only.`
export const certificatePathHelp = 'A path on the storage server.'
export const queueNeedsQos = 'Must be 1 or 2 if a queue is used.'
export const redisKeyHelp = 'A hash, or a list, under one key'
export const streamingMaxPubAcks = 'Streaming Max Pub Acks In Flight'
export const absolutePathFormat = 'Enter an absolute path, such as /var/lib/minio/events'
export const httpAddressFormat = 'Enter an address that starts with http:// or https://'

// toasts
export const targetChanged = (name: string, done: string) => `Notification target ${name} ${done}`
