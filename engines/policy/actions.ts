const s3 = `AbortMultipartUpload BypassGovernanceRetention CreateBucket DeleteBucket DeleteBucketCors DeleteBucketPolicy
DeleteObject DeleteObjectTagging DeleteObjectVersion DeleteObjectVersionTagging ForceDeleteBucket GetBucketCors
GetBucketLocation GetBucketNotification GetBucketObjectLockConfiguration GetBucketPolicy GetBucketPolicyStatus
GetBucketTagging GetBucketVersioning GetEncryptionConfiguration GetLifecycleConfiguration GetObject GetObjectAttributes
GetObjectLegalHold GetObjectRetention GetObjectTagging GetObjectVersion GetObjectVersionAttributes
GetObjectVersionForReplication GetObjectVersionTagging GetReplicationConfiguration HeadBucket ListAllMyBuckets ListBucket
ListBucketMultipartUploads ListBucketVersions ListMultipartUploadParts ListenBucketNotification ListenNotification
PutBucketCors PutBucketNotification PutBucketObjectLockConfiguration PutBucketPolicy PutBucketTagging PutBucketVersioning
PutEncryptionConfiguration PutLifecycleConfiguration PutObject PutObjectFanOut PutObjectLegalHold PutObjectRetention
PutObjectTagging PutObjectVersionTagging PutReplicationConfiguration ReplicateDelete ReplicateObject ReplicateTags
ResetBucketReplicationState RestoreObject`

const ofObjects = `AbortMultipartUpload BypassGovernanceRetention DeleteObject DeleteObjectTagging DeleteObjectVersion
DeleteObjectVersionTagging GetObject GetObjectAttributes GetObjectLegalHold GetObjectRetention GetObjectTagging
GetObjectVersion GetObjectVersionAttributes GetObjectVersionForReplication GetObjectVersionTagging
ListMultipartUploadParts PutObject PutObjectFanOut PutObjectLegalHold PutObjectRetention PutObjectTagging
PutObjectVersionTagging ReplicateDelete ReplicateObject ReplicateTags ResetBucketReplicationState RestoreObject`

const admin = `AddUserToGroup AttachUserOrGroupPolicy BandwidthMonitor CancelBatchJob ClusterInfo ConfigUpdate ConsoleLog
CreatePolicy CreateServiceAccount CreateUser DataUsageInfo Decommission DeletePolicy DeleteUser DescribeBatchJob
DisableGroup DisableUser DriveInfo EnableGroup EnableUser ExportBucketMetadata ExportIAM ForceUnlock GenerateBatchJob
GetBucketQuota GetBucketTarget GetGroup GetPolicy GetUser Heal ImportBucketMetadata ImportIAM InspectData KMSCreateKey
KMSKeyStatus LicenseInfo ListBatchJobs ListGroups ListServiceAccounts ListTemporaryAccounts ListTier ListUserPolicies
ListUsers OBDInfo PoolInfo PoolList Profiling Prometheus Rebalance RemoveServiceAccount RemoveUserFromGroup
ReplicationDiff ServerInfo ServerTrace ServerUpdate ServiceFreeze ServiceRestart ServiceStop SetBucketQuota
SetBucketTarget SetInfo SetTier SiteReplicationAdd SiteReplicationDisable SiteReplicationInfo SiteReplicationOperation
SiteReplicationRemove SiteReplicationResync StartBatchJob StorageInfo TopLocksInfo UpdatePolicyAssociation
UpdateServiceAccount`

const kms = `API AssignPolicy AuditLog CreateKey DeleteIdentity DeleteKey DeletePolicy DescribeIdentity DescribePolicy
DescribeSelfIdentity ErrorLog GetPolicy ImportKey KeyStatus ListIdentities ListKeys ListPolicies Metrics SetPolicy
Status Version`

const named = (prefix: string, names: string) => names.split(/\s+/).map((name) => `${prefix}:${name}`)

/** The actions of S3, as MinIO's IAM has them. */
export const s3Actions: readonly string[] = named('s3', s3)

const objectActions: ReadonlySet<string> = new Set(named('s3', ofObjects))
const exact: ReadonlySet<string> = new Set([
  ...s3Actions,
  ...named('admin', admin),
  ...named('kms', kms),
  's3:*',
  'admin:*',
  'kms:*',
])

/** Whether IAM has an action of exactly this name, `s3:*`, `admin:*` and `kms:*` among them. */
export const isKnownAction = (name: string): boolean => exact.has(name)

/** Whether the action works on an object rather than on a whole bucket. */
export const isObjectAction = (action: string): boolean => objectActions.has(action)
