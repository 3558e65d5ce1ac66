// backend/anonymous.ts
export const noAccessRule = (prefix: string) => `There is no access rule for the prefix "${prefix}"`

// backend/bucket-policy.ts
export const policyNotJson = (message: string) => `It is not JSON: ${message}.`
export const keyNotAllowed = (unsupported: string, allowed: string) =>
  `"${unsupported}" is not allowed here. Allowed keys: ${allowed}.`
export const principalSupportsOnlyAws = (unsupported: string) =>
  `"Principal" supports only "AWS"; the storage would ignore "${unsupported}".`
export const principalFormat = '"Principal" must be "*" for everyone, or { "AWS": […] } with account names or "*".'
export const policyMustBeObject = 'It must be a JSON object.'
export const statementMustBeList = '"Statement" must be a list with at least one statement.'
export const statementMustBeObject = 'It must be an object.'
export const notActionUnsupported =
  'The storage server does not support "NotAction" in bucket policies. Use "Action" instead.'
export const notS3Action = (unsupported: string) => `"${unsupported}" is not an S3 action.`
export const resourceOutsideBucket = (outside: string, bucket: string) =>
  `"${outside}" is not in this bucket: it must be "${bucket}" or start with "${bucket}/".`

// backend/concurrent-change.ts
export const changedBySomeoneElse = 'This was changed by someone else. Reload and repeat the change.'

// backend/events.ts
export const bucketAlreadySendsEvents = 'The bucket already sends these events to this target'
export const subscriptionExists = (arn: string) => `${arn} has a subscription with the same prefix and suffix`
export const noSubscriptionOfBucket = 'No subscription of the bucket has this ARN, these events, this prefix and suffix'
export const notificationTargetMissing = (arn: string) => `The storage has no notification target ${arn}`

// backend/replication-rule.ts
export const replicationRuleMissing = 'There is no such replication rule'
export const noReplicationToRemove = 'There is no replication to remove'
export const bucketWithoutReplication = (bucket: string) => `The bucket "${bucket}" has no replication rule`

// backend/rule-id.ts
export const lifecycleRuleMissing = 'There is no such lifecycle rule'

// backend/statements.ts
export const bucketPolicyUnreadable = "The bucket's policy cannot be read"

// contract.ts
export const keyTooLong = 'A key has at most 1,024 bytes'
export const prefixHasWildcard = 'Omit * and ?: the rule applies to every key that starts with the prefix'
export const bucketNameTooShort = 'A bucket name has at least 3 characters'
export const bucketNameTooLong = 'A bucket name has at most 63 characters'
export const bucketNameCharacters = 'A bucket name can contain only lowercase letters, digits, dots and hyphens'
export const bucketNameEnds = 'A bucket name must start and end with a letter or digit'
export const bucketNameHasDoubleDots = 'A bucket name must not contain consecutive dots'
export const bucketNameIsIpAddress = 'A bucket name cannot look like an IP address'

// cors.ts
export const originHasNoBlanks = 'An origin has no blanks and at most one *'
export const headerHasNoBlanks = 'A header has no blanks and at most one *'

// documents.ts
export const tagFormat =
  'A tag has a key of 1 to 128 and a value of at most 256 letters, digits, spaces and + - = . _ : / @'
export const tooManyBucketTags = (maxTags: number) => `A bucket has at most ${maxTags} tags`

// embedded/index.ts
export const bucketExists = 'A bucket with this name already exists'
export const bucketNotEmpty = 'The bucket is not empty: delete its objects and their versions first'
export const versioningRequiredByLock = 'Versioning cannot be suspended: object locking is enabled on this bucket'
export const retentionRequiresObjectLocking =
  'Retention requires object locking, which can only be enabled when a bucket is created'
export const noKms = 'This storage has no KMS. Choose SSE-S3, which needs none.'

// embedded/cors.ts
export const noCorsOnEmbedded = 'The embedded engine has no S3 endpoint, so CORS rules do not apply'

// embedded/events.ts
export const tooManySubscriptions = (most: number) => `A bucket has at most ${most} subscriptions`

// embedded/expiry.ts
export const expiredVersionsNotDeleted = 'expired versions could not be deleted'

// embedded/lifecycle.ts
export const noRemoteTiers = 'This storage does not support remote tiers'
export const tooManyLifecycleRules = (most: number) => `A bucket has at most ${most} lifecycle rules`

// lifecycle-tools.ts
export const nameRuleById = 'Name a rule by its id, or send one'

// lifecycle.ts
export const tooManyObjectTags = (maxTags: number) => `An object has at most ${maxTags} tags`
export const tagKeyLength = 'A tag has a key of 1 to 128 characters'
export const tagValueLength = 'The value of a tag has at most 256 characters'
export const expiryOrTransitionRequired = 'Enter when objects expire, or when and to which tier they move'
export const expiryAndTransition = 'A rule can expire objects or move them, but not both'
export const expiryDaysAndDate = 'Objects expire after days or on a date, not both'
export const deleteMarkerRuleHasTime = 'A rule that removes delete markers has neither days nor a date'
export const transitionDaysAndDate = 'Objects move after days or on a date, not both'
export const transitionNeedsTier = 'Objects move after days or on a date, and to a tier'
export const noncurrentTransitionNeedsTier = 'Older versions move after days, and to a tier'
export const severalTransitions =
  'This rule has several transitions, which this console does not change. Edit them with another S3 client.'
export const severalNoncurrentTransitions =
  'This rule has several transitions of older versions, which this console does not change. Edit them with another S3 client.'

// minio/cors-support.ts
export const corsUnsupported =
  'The storage server does not support CORS rules per bucket. Its setting api cors_allow_origin applies to all buckets.'

// minio/keys.ts
export const kmsCannotCreateKeys =
  "The storage server's KMS cannot create keys: it has a single key from the server's configuration"

// minio/remote.ts
export const targetRefusesKeys = 'Access Key: the target does not accept these keys'
export const targetRefusedRequest = (message: string) => `the target refused the request: ${message}`
export const tlsNotUsed = 'Not used: data is sent unencrypted'
export const targetBucketMissing = (bucket: string) => `There is no bucket "${bucket}" there`
export const targetBucketNotAccessible = (accessKey: string, bucket: string) =>
  `${accessKey} may not access "${bucket}": s3:GetBucketLocation is missing there`
export const targetVersioningOff = (status: string, bucket: string) =>
  `${status === 'Suspended' ? 'Suspended there' : 'Off there'}. Enable it on ${bucket}.`
export const targetVersioningUnreadable = (accessKey: string) =>
  `${accessKey} may not read it: s3:GetBucketVersioning is missing there`
export const notTested = 'Not tested: only MinIO servers support this check'
export const targetRefusesPut = (accessKey: string) =>
  `${accessKey} may not store objects: s3:PutObject is missing there`
export const targetRefusesReplicas = (accessKey: string, lacking: string, count: number) =>
  `${accessKey} may not write replicas: ${lacking} ${count > 1 ? 'are' : 'is'} missing there`

// minio/replication-status.ts
export const targetNotResponding = (endpoint: string) => `${endpoint} does not respond to the storage server`
export const replicationNotChecked = 'MinIO before August 2023 cannot check its targets'
export const replicationNotCounted = 'MinIO before 2024 does not report what was replicated to each target'
export const targetRejectedObjects = (value: string, value2: number) =>
  `The target rejected objects: ${value}, ${value2} times`

// minio/replication.ts
export const priorityInUse = (priority: unknown, id: string) => `Priority: ${priority} is used by another rule, ${id}`
export const createdTargetRemoved = 'The target created for it was removed.'
export const createdTargetNotRemoved = (arn: string) => `The target ${arn} created for it could not be removed.`
export const deleteMarkersHaveNoTagsInField =
  'Delete Markers: they have no tags, so a rule with tags cannot replicate them'
export const allTargetsReachable =
  'The storage server reaches the targets of all rules that are not paused, and may write there.'
export const resumeRuleFirst = 'The rule is paused: resume it first'
export const enableExistingObjectsFirst = 'The rule excludes existing objects. Enable Existing Objects first.'

// minio/targets.ts
export const versioningRequiredForReplication = (bucket: string) =>
  `Turn versioning on for "${bucket}" first: replication needs it`
export const targetBucketNotFound = (destinationBucket: string, targetURL: string) =>
  `Target Bucket: "${destinationBucket}" does not exist at ${targetURL}, or the keys have no access to it`
export const targetBucketVersioningOff = (destinationBucket: string) =>
  `Target Bucket: versioning is off for "${destinationBucket}"; turn it on there`
export const targetCannotLock = (destinationBucket: string, bucket: string) =>
  `Target Bucket: "${destinationBucket}" cannot lock objects, as "${bucket}" does; make it with object locking`
export const targetSignInFails = (targetURL: string) =>
  `Target URL: the storage server cannot sign in at ${targetURL}; check the address, access key and secret key`
export const targetRefusesKeyPair = (targetURL: string) =>
  `${targetURL} does not accept the access key or the secret key`
export const targetKeysLackRights = (destinationBucket: string, targetURL: string) =>
  `${targetURL} accepts the keys, but they lack permissions on "${destinationBucket}"`
export const bucketCannotReplicateToItself = (bucket: string) => `Target Bucket: "${bucket}" cannot replicate to itself`
export const targetUrlInUse = (bucket: string, targetURL: string) =>
  `Target URL: "${bucket}" has a target at ${targetURL} already, with another bucket or access key`
export const bandwidthTooLow = 'Bandwidth: enter at least 100,000,000 bytes a second, or 0 for no limit'
export const rulesManagedBySiteReplication = 'Site replication is on and manages the rules of all buckets'
export const anotherToolGaveReplication = (bucket: string) =>
  `Another tool gave the replication of "${bucket}" a role, so it can have one target only: delete its rules before you add one for another target`
export const replicatesToAtAlready = (bucket: string, destinationBucket: string, endpoint: string) =>
  `"${bucket}" replicates to "${destinationBucket}" at ${endpoint} already, with another mode, bandwidth or health check`
export const targetSettingsAreShared =
  'All rules of a target share these settings. Change them in the existing rule, then add this one with the same values.'
export const targetOfRuleMissing = 'The remote target of this rule no longer exists'

// pages/access.ts
export const youCanReadAndWrite = 'You can read and write objects'
export const permissionsUnknown = 'This storage does not report what you may do'
export const partlyAccessible = 'You can reach parts of this bucket'

// pages/admin.tsx
export const bucketMayBeDeleted = 'It may have been deleted.'
export const bucketNotManageable = (bucket: string) => `You cannot manage the bucket "${bucket}"`

// pages/audit.tsx
export const noPolicyAppliesToBucket = 'No policy applies to this bucket.'
export const onlyRootHasAccess = 'Only the root account can use it.'

// pages/calculated-usage.tsx
export const notReportedByStorage = 'This storage does not report it.'

// pages/list.tsx, of an empty list
export const onlyAllowedBucketsListed = 'You see the buckets that your policies let you use.'
export const noBucketsListed = 'The storage server lists no buckets.'
export const onlyOwnBucketsListed = 'It may list only the buckets that this account owns.'
export const bucketExplained = 'A bucket holds objects, as a folder holds files.'

// pages/create.tsx
export const complianceModeHelp = 'No one can delete an object before its retention ends.'
export const governanceModeHelp = 'Accounts with a special permission can.'
export const serverWithoutErasureCoding = 'The server runs in non-erasure coded mode'
export const someFeaturesAreDisabled =
  'Some of these features are disabled as server is running in non-erasure coded mode.'
export const versioningRequiredForLocking = 'Required for object locking.'
export const versioningHelp = 'Keeps all versions of each object.'
export const objectLockingHelp = 'For retention and legal hold. Can only be turned on when the bucket is created.'
export const quotaHelp = 'Limits how much data the bucket holds.'
export const retentionHelp = 'Protects new objects from deletion for a period.'

// pages/draft.ts
export const quotaSizeRequired = 'Enter the size of the quota'
export const retentionPeriodRequired = 'Enter how long objects are retained, at least 1'
export const numberTooLow = 'Enter a number of at least 1'
export const wholeNumberRequired = 'Enter a whole number of at least 1'

// pages/empty.tsx
export const stopDeletionHelp = 'Stopping keeps the remaining objects. You can continue later.'

// pages/emptying.ts
export const isUnderLegalHold = (name: string) => `${name} is under a legal hold, which has no end.`
export const isLockedUntil = (name: string, date: string) => `${name} is locked until ${date}.`

// pages/events.tsx
export const queuedEventsDeliveredLater = (count: string) =>
  `${count} queued events are delivered when it is reachable again.`
export const subscriptionHelp = 'Subscribed targets receive events about objects.'

// pages/events/subscribe.tsx
export const putObjectIsStored = 'put: an object is stored, or its tags, legal hold or retention change'
export const getObjectOrMetadata = 'get: an object or its metadata is read'
export const deleteObjectIsDeleted = 'delete: an object is deleted or hidden by a delete marker'
export const noArns = 'There are no ARNs yet.'
export const addTargetFirst = 'Events go to notification targets. Ask an administrator to add one.'
export const addTargetAndReturn = 'Events go to notification targets. Add one, and you come back here with it chosen.'
export const targetsWaitForRestart = (names: readonly string[]) =>
  names.length === 1
    ? `Target ${names[0]} is saved and waits for a restart`
    : `${names.length} targets are saved and wait for a restart`
export const chooseTargetsAfterRestart = (number: number) =>
  `${number === 1 ? 'It' : 'They'} can be chosen after the storage server has restarted.`
export const restartInterruptsRequests =
  'Requests to the storage server fail for 1 to 5 seconds while it restarts. Running transfers are cut off.'
export const targetsNotListable =
  'You may not list targets (admin:ServerInfo). Enter an ARN, as in arn:minio:sqs::primary:webhook.'
export const sameSubscriptionHasNoEffect = 'Has no effect if the same subscription already exists.'

// pages/lifecycle.tsx
export const lifecycleRuleHelp = (hasTiers: boolean) =>
  `A rule removes objects when they have reached an age${hasTiers ? ', or moves them to a remote tier' : ''}.`
export const ruleExpiresNothing = 'The rule moves objects and expires none'

// pages/lifecycle/add.tsx
export const notCountedYet = 'The storage has not counted this bucket yet.'
export const calculateWhatCanBeFreed =
  'Checks all versions of the bucket: older versions, delete markers and old objects. Nothing is changed.'
export const nothingCanBeFreed = (versions: string) =>
  `Nothing to free: none of the ${versions} versions is an older version, a delete marker or an old object.`
export const checkedAllVersions = (versions: string) =>
  `${versions} versions checked, largest saving first. Versions under a legal hold or retention stay in any case.`
export const oldObjects = (prefix: string, days: number) =>
  `Objects older than ${days} days${prefix && ` below ${prefix}`}`
export const ruleForOlderVersions = (days: number) =>
  `A rule deletes them ${days} days after a newer version was stored.`
export const ruleForDeleteMarkers = 'A rule deletes those that hide no versions. They slow down listings.'
export const ruleForOldObjects = (days: number, isVersioned: boolean) =>
  `A rule deletes them ${days} days after they were stored${isVersioned ? ', and their versions 30 days later' : ''}.`
export const incompleteUploadsNeedNoRule = 'Incomplete uploads need no rule: the storage deletes them automatically.'
export const transitionHelp = 'Transition: objects move to a remote tier'

// pages/lifecycle/describe-rule.ts
export const deletedObjectsExpireWithVersions = (delete_marker_days: string) =>
  `deleted objects go with all versions ${delete_marker_days}`
export const olderVersionsMoveInSteps = 'older versions move in several transitions'
export const unknownActions = (count: number, others: string) =>
  `${count > 0 ? 'and more' : 'something'} that this console does not know: ${others}`

// pages/lifecycle/edit.tsx
export const disabledRuleHelp = 'A disabled rule is kept but has no effect.'
export const daysCountFromMidnight = 'Counted from the midnight after an object was stored, in UTC.'
export const dateInFutureRequired = 'Enter a date that has not passed, in UTC'
export const dateHelp = 'From midnight UTC on.'
export const onlyForObjects = (rule: string) => `Only for objects ${rule}.`
export const objectsExpireWithAllVersions = 'Objects expire with all versions.'
export const partNotChanged = (rest: string) => `${rest}: this is not changed.`

// pages/lifecycle/preview.tsx
export const noVersionIsOldEnough = 'No version is old enough for this rule yet.'
export const firstOfMany = (count: string, count2: string) => `The first ${count}, and ${count2} more`

// pages/lifecycle/rule-fields.tsx
export const neverOnlyOlderVersions = 'Never: only older versions and delete markers'
export const defaultSameTier = 'Default: the same tier.'
export const numberOfOlderVersions = 'Number of older versions to keep per object, regardless of their age.'
export const deleteMarkersHelp = 'Delete markers without older versions.'
export const rulePrefixHelp = 'Only objects whose key starts with this prefix.'
export const noncurrentExpiryHelp = 'Versions are deleted this many days after a newer one was stored.'
export const noncurrentTransitionHelp = 'Versions move to the tier this many days after a newer one was stored.'
export const daysRequired = (least: number) => `Enter the number of days, at least ${least}`
export const noncurrentExpiryRequired = 'Enter when older versions expire, or enable delete markers'
export const noTierYet = 'There is no remote tier yet: add one to the storage first'
export const tierNameHelp = 'The name of a remote tier of the storage server.'

// pages/lifecycle/rule-filter.tsx
export const ruleTagsHelp = 'Only objects that have all of these tags.'

// pages/list.tsx
export const bucketPageHelp =
  'A bucket holds objects and the rules that apply to them: versions, a quota, how long objects are retained.'
export const sizesAndCounts =
  'Sizes and counts are as the storage last reported them and may lag behind recent uploads.'
export const readWriteColumnHelp = 'R and W say whether you may read or write objects in the bucket.'

// pages/open-by-name.tsx
export const bucketsNotListable = 'You may not list the buckets of this storage'
export const openBucketByName = 'You can open a bucket whose name you know.'
export const bucketNameRequired = 'Enter the name of a bucket'

// pages/policy-json.tsx
export const bucketPolicyHelp =
  'Contains the access rules and all other statements. To delete it, make the bucket private.'

// pages/quota-forecast.tsx
export const overQuota = (size: string) => `Over the quota by ${size}`
export const quotaUsed = (used: string, quota: string) => `${used} of ${quota} are used.`
export const quotaForecastUnknown = (reason: string) => `It is unknown when the quota will be full: ${reason}`

// pages/remove.tsx
export const incompleteUploadsAreDeleted = (pending: string, count: number) =>
  ` ${pending} ${count === 1 ? 'is' : 'are'} deleted too.`
export const deleteBucketsHelp = 'Their settings are deleted too. Buckets that are not empty are not deleted.'

// pages/replication.tsx
export const removeReplicationHelp =
  'All replication rules of the bucket and their connections are removed. Objects already replicated stay.'
export const lastRuleStays = (lastRule: string) => `${lastRule} To end it, use Remove Replication.`
export const replicationRuleHelp = 'A rule copies the bucket to a bucket of another storage server.'

// pages/replication/bulk.tsx
export const bulkReplicationHelp =
  'Buckets that succeed disappear from this list. Failed ones stay for correction and are rolled back.'

// pages/replication/edit.tsx
export const pausedRuleHelp = 'A paused rule is kept but replicates nothing.'
export const priorityHelp = 'If two rules replicate the same object to one target, the higher priority wins.'
export const secretKeyRequiredAgain = 'Changing either requires the secret key again.'

// pages/replication/fields.ts
export const targetHostHelp = 'Host and port of the remote storage server.'
export const targetHostExample = 'Enter a host such as storage.example.com:9000, without a path'
export const tlsHelp = 'Without TLS, data is sent unencrypted.'
export const targetAccessKeyHelp = 'Access key of an account on the remote storage server.'
export const targetRegionHelp = 'Only if the remote server has a region.'
export const targetBucketHelp = 'The bucket must exist and have versioning enabled.'
export const synchronousHelp = 'Synchronous: uploads wait for the target'
export const bandwidthHelp = 'Per second; 0 for no limit.'
export const targetStorageClassHelp = 'Storage class at the target; its default if empty.'
export const existingObjectsHelp = 'Also replicates objects already in the bucket.'
export const metadataSyncHelp = 'Also replicates changed tags and metadata of replicas.'
export const replicateDeleteMarkersHelp = 'Objects deleted here are also deleted there; their versions are kept.'
export const replicateDeletesHelp = 'Versions permanently deleted here are also deleted there.'
export const deleteMarkersHaveNoTags = 'Delete markers have no tags, which this rule requires'

// pages/replication/metrics.tsx
export const countedSinceServerStart = (duration: string, date: string) =>
  `metrics of ${date} since the storage server started ${duration} ago`

// pages/replication/status.tsx
export const checkedObjectsReplicated = 'All checked objects are replicated.'
export const notTherePendingFailed = (all: string, count: string, count2: string) =>
  `${all} not there: ${count} pending, ${count2} failed.`
export const checkIncomplete = ' Not all objects were checked.'

// pages/replication/test.tsx
export const targetFieldsRequired = 'Enter target URL, both keys and target bucket first'
export const testTargetHelp =
  'Tests name resolution, certificate, keys, bucket, versioning and permissions. Stores nothing.'

// pages/rules.tsx
export const accessWithoutSigning = 'Access without signing in to objects whose key starts with the prefix.'
export const accessRuleHelp = 'A rule opens the objects below a prefix to everyone, without signing in.'

// pages/settings/access.tsx
export const makePublicWarning =
  'You can make it private again, but this does not undo what others have read, replaced or deleted.'
export const publicAccessHelp = 'Public allows anyone who can reach the server to list, read, write and delete.'

// pages/settings/cors.tsx
export const corsHelp =
  'Which web pages of other sites may access this bucket from a browser. An empty list deletes the rules.'

// pages/settings/encryption.tsx
export const encryptionAppliesToNewObjects = 'Applies to new objects. Existing objects are not changed.'

// pages/settings/exclusions.tsx
export const excludedPrefixesHelp =
  'Keys that start with one of these prefixes have no versions. * and ? are wildcards.'
export const excludedFoldersHelp = 'Objects whose key ends with "/", which mark folders, have no versions.'
export const excludedPrefixesWarning =
  'Objects overwritten or deleted below these prefixes are lost. Existing versions are kept.'

// pages/settings/kms-key.tsx
export const encryptionKeyUnusable = (key: string, problem: string) => `The key "${key}" cannot be used: ${problem}.`
export const encryptionKeyWorks = (key: string) => `The key "${key}" encrypts and decrypts.`

// pages/settings/retention.tsx
export const youCanChange = 'You can change it for new objects. Objects stored until then keep their full retention.'
export const retentionModesHelp =
  'In compliance mode no one can delete an object before its retention ends. In governance mode accounts with a special permission can.'
export const disableRetentionHelp = 'You can turn retention on again. Objects stored meanwhile are not retained.'

// pages/settings/versioning.tsx
export const exclusionIsDeleted = (excluded: string) => ` The exclusion of ${excluded} from versioning is deleted.`
export const versionsCountTowardQuota = ' Versions count toward the quota.'
export const enableVersioningHelp = 'You can suspend it again. Versions are kept.'
export const suspendVersioningWarning = 'You can enable it again. Objects overwritten or deleted until then are lost.'

// pages/statements.tsx
export const bucketPolicyHasOtherStatements = (count: string, count2: number) =>
  `The bucket policy has ${count}, which may grant more, name accounts, set conditions or deny. Editing rules does not change ${count2 === 1 ? 'it' : 'them'}.`

// pages/summary.tsx
export const lockingSetAtCreation = 'Set when the bucket was created'
export const lockingOnlyAtCreation = 'Object locking is set when a bucket is created'

// pages/users-with-access.tsx
export const noUserHasAccess = 'No user can use this bucket.'
export const usersGetAccessByPolicy = 'Users get access with a policy that allows it.'

// replication-requests.ts
export const atLeastOneRule = 'At least one rule must remain once replication is enabled. Pause it instead.'
export const accessKeyTooShort = 'An access key has at least 3 characters'
export const secretKeyTooShort = 'A secret key has at least 8 characters'
export const targetUrlFormat = 'Enter a target URL such as https://host:9000, without a path'
export const regionCharacters = 'A region can contain only letters, digits and hyphens'
export const targetBucketNameCharacters =
  'A bucket name can contain only letters, digits, dots, hyphens and underscores'
export const bandwidthTooLowMiB = 'Enter at least 95.4 MiB per second (100,000,000 bytes), or 0 for no limit'
export const storageClassCharacters = 'A storage class can contain only letters, digits, hyphens and underscores'
export const deleteMarkersNotReplicatedByTags = 'Delete markers have no tags, so a rule with tags cannot replicate them'
export const targetHostFormat = 'Enter a host such as host:9000, without a path'

// s3/index.ts
export const openBucketWithName = 'You can open a bucket by its name'

// s3/add.ts
export const onlyHardQuotas = 'The storage server supports only hard quotas'

// s3/cors.ts
export const corsRulesHaveUnsupportedSettings =
  'The rules contain settings that this console does not support and would delete. Change them with the tool that created them.'

// s3/documents.ts
export const exclusionsRequireVersioning = 'Exclusions require versioning. Enable it first.'

// s3/events.ts
export const subscribedTargetMissing = (arn: string) =>
  `The target ${arn} no longer exists. Delete its subscriptions first.`

// s3/lifecycle.ts
export const tierMissing = (rule: string) => `The storage server has no tier ${rule}`
export const ruleNotStoredWhole = 'This storage server stores only a part of this rule, so it was not saved'
export const ruleRestored = 'The rule is as it was before'

// s3/remove.ts
export const bucketMayNotBeEmpty = 'You may not see whether the bucket is empty, and some servers delete what is in it'

// s3/settings.ts
export const confirmForgetExclusions =
  'Suspending versioning deletes its excluded prefixes. Send remove_exclusions to confirm.'
export const exclusionsOnlyWhileVersioned = (excludedPrefixes: string) =>
  `The storage server stores them only while versioning is on: ${excludedPrefixes}`
export const kmsMissing = 'The storage server has no KMS, so it cannot encrypt'
export const encryptionBlocksUploads =
  'The storage server accepts this encryption, but then refuses every upload: it needs an encryption key first'
export const kmsKeyMissing = (kmsMasterKeyID: string) => `The storage server has no key "${kmsMasterKeyID}"`

// sections.ts
export const disableRootWarning =
  'The root account can no longer sign in, here or with any other tool, and its open sessions end immediately. Only another administrator can turn it on again.'

// server.ts
export const encryptionNotConfigured = 'The server side encryption configuration was not found'
export const lifecycleNotConfigured = 'The lifecycle configuration does not exist'

// toasts
export const accessRuleChanged = (prefix: string, done: string) => `Access rule for ${prefix} ${done}`
export const eventsSentTo = (bucket: string, arn: string) => `Events of ${bucket} are sent to ${arn}`
export const settingChanged = (setting: string, bucket: string, done: string) => `${setting} of ${bucket} ${done}`
export const replicationAdded = (bucket: string) => `Replication rule of ${bucket} added`
export const replicationRuleChanged = (name: string, done: string) => `Replication rule to ${name} ${done}`
export const resyncStarted = (name: string) => `Resync to ${name} started`
export const lifecycleRuleChanged = (bucket: string, done: string) => `Lifecycle rule of ${bucket} ${done}`
export const bucketEmptied = (name: string) => `Bucket ${name} emptied`
export const bucketCreated = (name: string) => `Bucket ${name} created`
export const concurrentRequestsHelp =
  'Maximum number of concurrent requests; further requests wait. 0 uses the default of the storage.'
