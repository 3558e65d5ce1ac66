// compare/pages/page.tsx
export const nothingDiffers = (alike: string) => `Nothing differs in ${alike}.`
export const tenantCannotBeCompared = 'A tenant cannot be compared with itself'
export const chooseTenantToCompare = 'Choose another tenant to compare it with.'
export const compareHelp = 'Compares their versions, pools, security and other settings. Secrets are never shown.'
export const tenantListNotLoaded = (message: string) => `The list of tenants could not be loaded: ${message}.`
export const secretsNotCompared =
  'Secrets are never shown: only whether they are set is compared, and for environment variables only their names.'

// compare/pages/unread.ts
export const credentialsOfImageRegistry = 'the credentials of its image registry'
export const roleCannotReadSecrets = (name: string, namespace: string, unread: string, verb: string) =>
  `Your role cannot read the secrets of ${name} in ${namespace}: ${unread} ${verb} hidden.`

// create/choices.ts
export const openIdFields = 'configuration_url! client_id! secret_id! claim_name! callback_url scopes'
export const ldapFields =
  'url! skip_tls_verification server_insecure server_start_tls username_format username_search_filter lookup_bind_dn! lookup_bind_password user_dn_search_base_dn user_dn_search_filter group_search_base_dn group_search_filter group_name_attribute user_dns'
export const vaultFields =
  'endpoint! engine namespace prefix role_engine role_id! role_secret! retry ping mtls_crt mtls_key ca'
export const awsFields = 'endpoint! region! kmskey accesskey! secretkey! token'
export const gcpFields = 'project_id! endpoint client_email client_id private_key_id private_key'
export const azureFields = 'endpoint! tenant_id! client_id! client_secret!'

// create/entries.ts
export const formatOf = (example: string) => `Format must be of form: '${example}'`
export const valueMustNotBeNegative = 'Value needs to be 0 or greater'
export const mustBePresent = (name: string) => `${name} must be present and be 0 or more`

// create/former-steps.ts
export const volumeSizeRequired = 'Volume size must be present and be greatter than 0'
export const logSearchHelp = 'Storage and containers for request logs.'
export const logSearchNotAsRoot = 'Do not run Log Search as Root'
export const postgresNotAsRoot = 'Do not run Postgres as Root'
export const prometheusHelp = 'Storage and containers for metrics.'
export const prometheusNotAsRoot = 'Do not run Prometheus as Root'
export const logSearchForOldServers = 'For old servers without LDAP lookup.'

// create/payload.ts
export const nameCharacters = "Use lowercase letters, numbers and '-', but not '-' at the start or end"
export const nameFormat = "Name only can contain lowercase letters, numbers and '-'. Min. Length: 3"
export const nameEnds = "Name cannot begin or end with '-'"
export const mustBeObjectOfStrings = 'Enter an object with text values'
export const keysTooShort = 'Keys must be at least length 8'
export const replicasRequired = 'Replicas needs to be 1 or greater'

// create/pem.ts
export const pemRequired = "Enter it in PEM, which starts with '-----BEGIN'"

// create/server.ts
export const pathNumberTooSmall = (name: string, least: number) =>
  `${name} in path: Enter a whole number of at least ${least}`

// create/steps.ts
export const certificateAndKeyRequired = 'Add both a certificate and its key'
export const pemFormat = "Enter PEM of at most 96 KiB, which starts with '-----BEGIN'"
export const accessKeyFormat = "Keys must be at least length 8: letters, numbers and '-', at most 63"
export const lowercaseLettersNumbers = "Lowercase letters, numbers and '-'."
export const numberOfServers = 'Number of servers must be at least 4'
export const driveRequired = 'There must be at least one drive'
export const memoryTooSmall = 'Memory size must be greater than 2Gi'
export const parityHelp = 'Higher parity survives more failures and leaves less usable space.'
export const exposeHelp = 'At its own address, through a load balancer.'
export const exposeMetricsHelp = "To the cluster's Prometheus."
export const securityContextHelp = 'User and group the pods run as.'
export const labelRequired = 'You need to add at least one label key-pair'
export const nodeSelectorHelp = 'Pods run on nodes that have all of these labels.'
export const accessKeyNotUnique = 'Each user needs a unique access key'
export const ldapUnencryptedWarning = 'Warning: All traffic with Active Directory will be unencrypted'
export const startTlsHelp = 'Start TLS connection to AD/LDAP server'
export const userDnsHelp = 'Distinguished names of users in the directory.'
export const tlsHelp = 'Securing all the traffic using TLS. It is required for encryption.'
export const autoCertHelp = 'The operator creates and renews certificates.'
export const pemWithKeys = 'PEM, with keys that have no passphrase.'
export const trustedCas = 'PEM. Additional CAs that the tenant trusts.'
export const keyStoreClientCertificateHelp = 'PEM. Identifies KES to the key store.'
export const keyStoreCa = "PEM. Issuer of the key store's certificate."
export const kesToTenantCertificate = 'PEM. Identifies KES to the tenant.'
export const tenantToKesCertificate = 'PEM. Identifies the tenant to KES.'

// details/contract.ts
export const imageFormat = "Format must be of form: 'minio/minio:VERSION'"
export const enterFewerLines = 'Enter a number of lines, 9,999 at most'
export const enterNumberOfLines = 'Enter a number of lines, 99,999 at most'

// details/log-limits.ts
export const olderLinesCut = (mib: number) => `Older lines are left out: this log is limited to its last ${mib} MiB.`
export const newerLinesCut = (mib: number) =>
  `Newer lines are left out: this log is too long, and only its first ${mib} MiB were read.`

// details/pages/add-pool.tsx
export const numberOfNodes = 'Number of nodes must be at least 1'
export const volumeRequired = 'There must be at least one volume'
export const volumeSizeTooSmall = 'Volume size must be at least 1Gi'
export const erasureSetSummary = (size: string, parity: number, set: number) =>
  `${size} with EC:${parity}, ${set} drives share an object`
export const usableCapacityUnknown = "Usable capacity depends on the tenant's parity, which could not be read."
export const quotaTooSmall = (size: string, size2: string, chosen: string, namespace: string) =>
  `This pool needs ${size}, but only ${size2} are left of ${chosen} in ${namespace}`
export const volumesOfRemovedPoolExist = (name: string) =>
  `Volumes of a removed pool "${name}" still exist. Choose another name, or attach them.`
export const volumesOfRemovedPoolUnknown = (message: string) =>
  `Whether a removed pool of this name left volumes is unknown: ${message}`
export const poolUsesExistingVolumes = (some: string) =>
  `The pool uses the existing volumes ${some} with their data, regardless of the size entered.`
export const quotasUnreadable = (message: string) => `Remaining quotas could not be read: ${message}`
export const storageClassesUnknown = "Storage classes are unknown: the cluster's default is used"
export const operatorRestartsTenant = (effect: string) => `${effect}The operator restarts the tenant.`

// details/pages/events.tsx
export const eventsExpire = 'By default, Kubernetes deletes events after one hour.'

// details/pages/license.tsx
export const tenantWithoutLicense = 'This tenant has no valid license'
export const licenseUnknown = 'It is unknown whether this tenant has a license'
export const settingsSecretMissing = 'The secret with this tenant’s settings does not exist.'
export const settingsSecretNotReadable =
  'Your role cannot read the secrets in its namespace, which contain the tenant’s settings.'
export const clusterHasLicense = (organization: string) => `The cluster has a license for ${organization}.`
export const activateClusterLicenseFirst = 'Activate a license for the cluster first.'

// details/pages/log.tsx
export const logEnded = 'The log ended: the container stopped, or its node closed the connection.'
export const linesOfLevel = (lines: string, all: string) => `${lines} of ${all} have this level, newest at the bottom`

// details/pages/metrics.tsx
export const tenantConsoleWithoutMetrics = 'The console of this tenant has no metrics'
export const newConsolesShowOnlyObjects =
  'Consoles of MinIO servers since May 2025 only show objects. Metrics are still available to Prometheus at /minio/v2/metrics/cluster.'
export const metricsNotShown = 'The metrics cannot be shown here'

// details/pages/page.tsx, pages/hop.tsx
export const tenantMissing = (tenant: string, namespace: string) => `There is no tenant "${tenant}" in ${namespace}`
export const tenantMayBeDeleted = 'It may have been deleted.'
export const tenantDeletedMeanwhile = 'It was deleted while its console was open.'

// details/pages/pod.tsx
export const podMayBeDeleted = 'It may have been deleted, or the tenant may have fewer servers now.'

// details/pages/find-problems.ts
export const driveState = (fault: string, pod: string, onNode: string, state: string) =>
  `Drive ${fault} of ${pod}${onNode} is ${state}`
export const checkLogsOfPods = (problem: string) => `${problem} Check the logs of its pods.`
export const replaceDrive = (drive: string) =>
  `Check the disk behind ${drive} on its node. If it is broken, replace it: MinIO heals the new drive by itself.`
export const findDrive = 'Find the drive in the logs of the pods, and check its disk.'
export const waitForDrive = 'Wait until it has healed, and do not restart other pods of its pool until then.'
export const raiseMemoryLimit =
  'Its container used more memory than it may. Raise the memory limit in the resources of its pool.'
export const checkImage = 'Check the name of the image, and the credentials of its registry.'
export const addNode = 'No node fits. Add a node, or change the resources, tolerations or affinity of its pool.'
export const waitForPod = 'Wait a few minutes. If the state does not change, see its events.'
export const restartPod =
  'Read its log for the cause. To start it again immediately, delete the pod: the cluster creates a new one.'
export const replaceVolume =
  'The volume behind the claim no longer exists. Delete the claim and its pod: MinIO heals the new drive by itself.'
export const bindVolume = (storageClass: string) =>
  `Check that storage class ${storageClass || '(default)'} exists and has a volume of this size.`
export const operatorRenews = 'The operator renews it. If it does not, check that the operator runs, and read its log.'
export const replaceCertificate =
  'Replace it in Security. If another program renews its secret, such as cert-manager, check that program.'
export const expandTenant = 'Add a pool, or delete data that is no longer needed.'
export const clockDiffers = (difference: string, isFast: boolean) =>
  `The clock of a server is ${difference} ${isFast ? 'ahead of' : 'behind'} the console's`
export const clockRefused = 'S3 refuses requests whose time differs by 15 minutes or more.'
export const clockWillBeRefused = 'S3 will refuse requests once the difference is 15 minutes.'
export const synchronizeClocks = 'Synchronize the nodes that run its pods, and the machine of the console, with NTP.'
export const drivesNotReported = 'The tenant did not report which.'
export const podsNotReported = 'The cluster does not report which.'

// details/pages/problems.tsx
export const logCouldNotBeRead = (detail: string) => `Its log could not be read: ${detail}`
export const roleCannotRead = (refused: string) => `Your role cannot read its ${refused}.`
export const partNotRead = (name: string, detail: string) => `Its ${name} could not be read: ${detail}`
export const moreProblems = (count: string) => `And ${count} more, in Pods and Volumes.`
export const noReasonVisible =
  'The operator reports this state. Its pods, volumes and drives show no reason, as far as they could be read.'

// details/pages/removals.tsx
export const secretsNotRead = (message: string) => `Its secrets could not be read: ${message}. Other uses are unknown.`
export const alsoDeleted = (count: number, going: string) =>
  `Also deleted: ${count === 1 ? 'secret' : 'secrets'} ${going}.`
export const tenantHasNoSecrets = 'The tenant has no secrets.'
export const deleteVolumesAndSecrets = 'Delete its volumes and secrets as well'
export const dataIsDeleted = (volumes: string) => `${volumes} with all stored data. This cannot be undone.`

// details/pages/summary.tsx
export const drivesShareDisks = (size: string) => `on drives that share disks; ${size} requested`
export const usageNotReported = 'Usage has not been reported yet'
export const configurationSource =
  'From the tenant’s manifest and configuration secret. Settings made in its own console are not included.'
export const roleCannotReadSecret =
  'Your role cannot read the secret with this tenant’s settings: unknown features may be enabled.'
export const secretWithTenantsSettings =
  'The secret with this tenant’s settings is missing: unknown features may be enabled.'
export const nodePortOfEveryNode = (port: number) => `Port ${port} of every node (NodePort)`
export const waitingForIngress = 'Waiting for the address of an Ingress'
export const waitingForLoadBalancer = 'Waiting for a load balancer address'
export const setBySecretOrConfigMap = 'Set by a secret or config map'
export const unknownSettingsSecretMissing = 'Unknown: the secret with this tenant’s settings is missing'
export const unknownResourcesNotReadable = 'Unknown: your role cannot read all resources that may have it'

// details/pages/update.tsx
export const versionUpdated = (tenant: string) => `Version updated: ${tenant}`
export const operatorDefaultImage = "Currently the operator's default image."
export const registrySecretHelp =
  'Secret with the credentials of a private registry. Leave it empty to keep the current one.'
export const storesCredentialsInSecret =
  'Stores the credentials in a secret of this tenant. Secrets of other programs stay unchanged.'
export const operatorRestartsAllPods = 'The operator restarts all pods.'
export const versionUpdatedWithRegistry = (stored: string) =>
  `Version updated. Registry credentials are in secret ${stored}`

// details/pages/yaml.tsx
export const onlySpecLabelsAnnotations = 'Only spec, labels, annotations and finalizers can be changed.'
export const tenantChangedBySomeoneElse = 'This tenant was changed by someone else.'
export const manifestTooLarge = (kib: number) =>
  `The manifest is larger than ${kib} KiB, the limit of this editor. Change it with kubectl edit.`
export const newerVersionNotLoaded = (reason: string) =>
  `This tenant was changed by someone else, and its newer version could not be loaded: ${reason}`

// health/pages/findings.ts
export const notReportedByOperator = 'Not yet reported by the operator'
export const capacityUsed = (percent: number) => `${percent}% of its capacity is used`
export const roleCannotListPods = (tenants: string) =>
  `Your role cannot list the pods of ${tenants}, so their restarts are unknown.`
export const certificateExpirationUnknown = (tenants: string) =>
  `Your role cannot read the secrets of ${tenants}, so the expiration of certificates is unknown.`

// health/pages/page.tsx
export const podsAndCertificatesUnchecked = (message: string) =>
  `Pods and certificates could not be checked: ${message}.`
export const everythingRoleCanSee = 'Everything your role can see of the tenants is healthy.'

// kubernetes/index.ts
export const operatorNotInstalled = 'The MinIO operator is not installed in this cluster'
export const tenantCrdMissing = 'The cluster has no resource type for tenants (minio.min.io/v2)'

// kubernetes/certificates.ts
export const notBase64 = (field: string) => `${field}: this is not base64`
export const certificateNotPem = (field: string) => `${field}: this is not a certificate in PEM`
export const keyNotPem = (field: string) => `${field}: this is not a private key in PEM, or it has a passphrase`
export const keyMismatch = (field: string) => `${field}: this key does not belong to the certificate`

// kubernetes/create/adapter.ts
export const poolNameInUse = (name: string) => `name: a pool "${name}" already exists`
export const newPoolWouldAttachVolumes = (name: string) =>
  `name: volumes of a removed pool "${name}" still exist. A new pool of this name would attach them with their data`
export const templatePoolMissing = (like: string) => `like: there is no pool "${like}" any more`

// kubernetes/create/kes.ts
export const nameKeyStore = 'encryption: Name one of vault, aws, gemalto, gcp and azure'
export const vaultCertificateAndKeyRequired = (missing: string) =>
  `encryption.vault.tls.${missing}: Add both a certificate and its key`

// kubernetes/create/make.ts
export const oneTenantPerNamespace = 'You can only create one tenant per namespace'
export const tenantIsInNamespace = (name: string, namespace: unknown) => `Tenant ${name} is in namespace ${namespace}`
export const earlierSecretsExist = (name: string, namespace: unknown) =>
  `Secrets of an earlier tenant "${name}" exist in namespace "${namespace}": delete them or choose another name`
export const tenantUsesSecrets = (tenant: string) => `A tenant "${tenant}" exists now, and uses these secrets`
export const namespaceMissing = (namespace: unknown) => `namespace: the namespace "${namespace}" does not exist`
export const objectNotCreated = (object: string, message: string) => `The ${object} could not be created: ${message}`
export const createdBefore = (names: string) => `These were created before and are kept: ${names}`
export const createdBeforeAndNotDeleted = (names: string) =>
  `These were created before and could not be deleted: ${names}`

// kubernetes/create/plan.ts
export const rootKeysRequired = (missing: string) => `${missing}: Enter both root keys, or none`
export const encryptionNeedsTls = 'encryption: TLS is required: enable automatic certificates, or add one in tls.minio'

// kubernetes/create/pool.ts
export const poolShape = (servers: number, drives: number) =>
  `${servers} server${servers === 1 ? '' : 's'} with ${drives} drive${drives === 1 ? '' : 's'} each are not enough: a pool needs at least 4 drives`
export const poolNameNotUnique = (index: number, name: unknown) =>
  `pools.${index}.name: another pool is named "${name}"`

// kubernetes/create/template.ts
export const poolsUnreadable = 'The pools of this tenant cannot be read'
export const usersNotCopied = 'Users and their keys: new ones are in Identity Provider'
export const keyServerSettingsNotCopied = (left: string) =>
  `Settings of the key server that the wizard does not support: ${left}`
export const secretSettingsNotCopied = (left: string) =>
  `Settings with secrets or quotes that the wizard does not support: ${left}`
export const configurationNotReadable =
  'Parity, identity provider and further settings: you may not read its configuration'
export const configurationMissing =
  'Parity, identity provider and further settings: the secret with its configuration is missing'
export const secretContentsNotReadable = (withheld: string) =>
  `The contents of these secrets, which you may not read: ${withheld}`
export const managedLabelsNotCopied = (managers: string) => `Labels and annotations of its managing tool: ${managers}`
export const referencedResourcesNotCopied = (references: string) =>
  `Resources that its fields refer to, which must exist in the new namespace: ${references}`

// kubernetes/details.ts
export const volumesNotDeleted = (tenant: string) => `The tenant ${tenant} is deleted, but not all of its volumes are`
export const secretsNotDeleted = (tenant: string) =>
  `The tenant ${tenant} and its volumes are deleted, but not all of its secrets are`

// kubernetes/hop/adapter.ts
export const tenantWithoutRootUser = (name: string) =>
  `Tenant ${name} has no root user, which is needed to sign in to its console`

// kubernetes/hop/through-api.ts
export const servicesProxyNotAllowed = (namespace: string) =>
  `You cannot create resource "services/proxy" in API group "" in the namespace "${namespace}"`
export const clusterCannotReachConsole = 'The cluster cannot reach the console of the tenant'

// kubernetes/item.ts
export const poolStorageInvalid = (name: string | number, request: string) =>
  `The storage request of pool ${name} is not a valid size: ${request}`

// kubernetes/patch-tenant.ts
export const tenantChangedTryAgain = 'The tenant was changed in the meantime: try again'
export const tenantChangeUnknown =
  'It is unknown whether the tenant was changed: look at it again before you repeat the change'

// kubernetes/pods.ts
export const podMissing = (tenant: string, pod: string) => `The tenant ${tenant} has no pod ${pod}`
export const nodeLogUnavailable = (nodeName: string) => `Node ${nodeName} does not return this log`

// kubernetes/registry.ts
export const registrySecretNamesTaken = (tenant: string, names: number) =>
  `image_registry: other programs created all secrets up to "${tenant}-regcred-${names}"`

// kubernetes/security/adapter.ts
export const createdSecretsKept = (names: string) => `These secrets were created and are kept: ${names}`

// kubernetes/tenant-info.ts
export const noRootUser = (name: string) => `Tenant ${name} has no root user`

// kubernetes/usage.ts
export const usageNotReportedByOperator =
  'The operator has not reported the usage of this tenant yet, and the tenant itself cannot be reached'

// kubernetes/yaml.ts
export const yamlNotTenant = 'The YAML is not a valid tenant'
export const manifestOfOtherTenant = (namespace: unknown, name: string, namespace2: unknown, name2: string) =>
  `The manifest is for ${namespace}/${name}, not for ${namespace2}/${name2}: name and namespace cannot be changed`
export const tenantChangedMeanwhile = 'This tenant was changed in the meantime'
export const manifestVersionOutdated = (resourceVersion: string, resourceVersion2: unknown) =>
  `The manifest has version ${resourceVersion}, the tenant has version ${resourceVersion2}`
export const fieldsUnsupportedByOperator = (lost: string) =>
  `The operator of this cluster does not support ${lost}: correct or remove it`

// pages/create/copy-notices.tsx
export const settingsNotRead = (name: string, message: string) =>
  `The settings of ${name} could not be read: ${message}`
export const stepsFilledFromTenant = (name: string) =>
  `The steps are filled with the settings of ${name}. Enter a name and a namespace for the new tenant. All other fields are copied, including further pools.`
export const enterSecretsAgain = (reenter: string) => ` Secrets are never copied. Enter again: ${reenter}.`
export const inputRestored = 'Your input from before the session ended was restored.'
export const inputRestoredWithoutSecrets = (reenter: string) =>
  `Your input from before the session ended was restored, except for secrets. Enter again: ${reenter}.`

// pages/create/credentials.tsx
export const providerUsersSignIn = 'Users of the identity provider sign in there.'

// pages/create/differences.tsx
export const manifestsEqual = 'The manifest is the same as that of the other tenant'

// pages/create/former-volumes.tsx
export const volumesOfDeletedTenant = (name: string, namespace: string) =>
  `Volumes of a deleted tenant ${name} exist in ${namespace}.`
export const volumesOfDeletedTenantUnknown = (name: string, namespace: string, unknown: string) =>
  `Whether a deleted tenant ${name} left volumes in ${namespace} is unknown: ${unknown}`

// pages/create/stopped-dialog.tsx
export const secretsMayHaveKeys = 'They may contain keys of an earlier tenant.'
export const resumeHelp = 'Resume keeps what is correct and creates the rest.'

// pages/create/lists.tsx
export const nodeLabelsHelp =
  "Pods run on nodes that have all of these labels. The nodes' labels could not be read: type them."

// pages/create/namespace-input.tsx
export const namespaceWillBeCreated = (name: string) => `Namespace "${name}" will be created in the cluster.`
export const createNamespaceHere = (namespace: string) =>
  `The namespace "${namespace}" does not exist yet. Create it here.`
export const namespaceHelp = 'Each namespace has at most one tenant.'

// pages/create/pem-input.tsx
export const pemFileRequired = 'Choose a file in PEM of at most 96 KiB'
export const keyFileRequired = (accept: string) => `Choose a file that ends with ${accept}`

// pages/create/preview.tsx
export const driveChartLabel = 'Drives by server, parity share shaded'
export const serversWithDrives = (count: string, count2: string) => `${count} servers with ${count2} drives each`
export const survivesLossOf = (drives: string, orServers: string) => `Survives the loss of ${drives}${orServers}.`

// pages/create/sections.ts
export const otherStepsOptional = 'The other steps have working defaults. You can create the tenant from here.'
export const configureStepHelp = 'How to reach the tenant, and the user and group of its pods.'
export const imagesStepHelp = 'The operator uses its defaults for empty fields.'
export const podPlacementStepHelp = 'On which nodes the pods may run.'
export const identityProviderStepHelp = 'Who can sign in to the tenant, and the identity provider to use.'
export const securityStepHelp = 'Encryption of traffic to and within the tenant.'
export const encryptionStepHelp = 'Objects are encrypted with keys that a key server (KES) fetches from your provider.'

// pages/create/use-create.ts
export const earlierTenantSecrets =
  'Secrets that this console created for an earlier tenant with this name, and that nothing uses, will be deleted. The keys in them may be needed to read its volumes.'
export const resourcesNotDeleted = 'Some resources could not be deleted'

// pages/create/use-namespace.ts
export const noStorageClass = 'This cluster has no storage class: ask an administrator to add one.'
export const createNamespaceFirst = 'Create the namespace first: its quota determines the storage classes.'
export const storageClassesNotRead = (detail: string) =>
  `Storage classes could not be read: ${detail}. Enter the name of one.`
export const namespaceCheckFailed = (message: string) => `Error validating if namespace already has tenants: ${message}`
export const chooseNamespaceFirst = 'Choose a namespace first.'

// pages/create/use-steps.ts
export const memoryAvailable = (floor: number) => `Up to ${floor} Gi on these nodes.`
export const nodeMemoryUnknown = 'The memory of the nodes is unknown: your role cannot list nodes.'
export const nodesWithTaints = 'Nodes with taints are not counted. They run the copy if they run the original.'
export const enterSecretAgain = 'Not copied: enter it again.'
export const tlsRequired = 'TLS is required, with AutoCert or a custom certificate'
export const volumeSizeRange = (size: string) => `Volume size must be greater than 1Gi and less than ${size}`
export const chooseCertificates = 'Choose AutoCert, or add a custom certificate'
export const lookupBindDnRequired = 'Enter Lookup Bind DN or Username Format'
export const encryptionRequiresTls = 'Encryption requires TLS, with AutoCert or a custom certificate'

// pages/create/wizard.tsx
export const partsOfFailedAttempt = 'Parts of a failed attempt still exist.'
export const dryRunPassed = 'Dry run passed. Nothing has been created yet.'
export const keepResourcesOnFailure = 'Keep created resources if a step fails'
export const keepResourcesHelp = 'To inspect them and resume from there. Otherwise they are deleted.'

// pages/kept-secret.ts
export const keptInUse = (name: string, uses: string) => `${name} is kept, because it is used by ${uses}.`
export const keptNotCreatedHere = (name: string) => `${name} is kept, because this console did not create it.`
export const keptUsesUnknown = (name: string) => `${name} is kept, because you cannot list what else uses it.`

// pages/list.tsx
export const operatorNotInstalledHelp =
  'The MinIO operator is not installed. Once it is installed, this page lists its tenants.'
export const tenantHelp = 'A tenant is a separate MinIO storage in its own namespace.'

// security/contract.ts
export const base64PemRequired = 'Enter base64 of a PEM file'

// security/pages/pem-file.tsx
export const fileWithoutPem = (ofName: string) => `This file contains no ${ofName} in PEM`

// kubernetes/security/adapter.ts, kubernetes/health/certificates.ts, security/pages/security.tsx
export const secretDoesNotExist = 'The secret does not exist'

// security/pages/security.tsx
export const secretKeptInUse = (name: string, others: string) =>
  `The secret ${name} is kept, because others use it: ${others}.`
export const secretKeptNotCreatedHere = (name: string) =>
  `The secret ${name} is kept, because this console did not create it.`
export const secretKeptUsesUnknown = (name: string) =>
  `The secret ${name} is kept, because you cannot list who else uses it.`
export const secretWillBeDeleted = (name: string) => `The secret ${name} will be deleted.`
export const confirmRestart = 'Are you sure you want to save the changes and restart the service?'
export const certificatesManagedByOperator = 'Certificates are generated and managed by the operator'
export const customCertificatesHelp = 'The tenant serves and trusts custom certificates'
export const customCertificatesRemoved = 'Saving removes all custom certificates of this tenant.'

// sizes/distribution.ts
export const poolTooSmall = 'The pool size must be greater than 1Gi'
export const numberOfDrives = 'Number of drives must be at least 1'
export const dataInvalid = 'Some provided data is invalid, please try again.'
export const driveSizeTooSmall =
  'Disk Size with this combination would be less than 1Gi, please try another combination'

// sizes/erasure.ts
export const poolShapeSummary = (servers: number, drives: number) => `${servers} servers with ${drives} drives each`
export const tooFewDrives = (pools: string) => `A pool needs at least 4 drives: ${pools}`
export const noErasureSetSize = (pools: string) => `No number from 4 to 16 divides all drives: ${pools}`
export const erasureSetsUneven = (pools: string) => `Erasure sets cannot be spread evenly over the servers: ${pools}`

// sizes/growth.ts
export const parityNeedsLargerSets = (parity: number, value: number, set: number) =>
  `The tenant uses EC:${parity}, which requires erasure sets of at least ${value} drives. This pool would have ${set}`

// sizes/memory.ts
export const noMemoryAvailable = 'There is no memory available for the selected number of nodes'
export const notEnoughMemory = 'There are not enough memory resources available'
export const requestedMemoryInvalid = 'The requested memory size must be greater than 2Gi'
export const requestedMemoryTooLarge =
  'The requested memory is greater than the max available memory for the selected number of nodes'

// sizes/nodes.ts
export const tooFewNodesRequested = 'at least 4 nodes are required for a tenant'
export const notEnoughNodes = 'there are not enough nodes in the cluster to support this tenant'
export const nodesRequested = (workers: number, count: number) => `It has ${workers}, but ${count} were requested`
export const notEnoughSchedulableNodes = 'there is not enough schedulable nodes to satisfy this requirement'
export const tooManyNodesRequested = 'cannot request more nodes than what is available in the cluster'
export const schedulableNodes = (schedulable: number, count: number) =>
  `${schedulable} nodes can run pods, but ${count} were requested`

// timeline/pages/timeline.tsx
export const changeEventSearch = 'Change the search, or show all events.'

// topology/pages/topology.tsx
export const podLocationUnknown = (detail: string) => `The location of its pods is unknown: ${detail}`
export const offlineDrivesUnknown = (unnamed: string) => `${unnamed} offline, but it is unknown which`
export const drivesNotChecked = (detail: string) => `Drives could not be checked: ${detail}`
export const podsShareNode = (count: string, node: string) =>
  `${count} of its pods run on ${node} and would fail together`

// toasts
export const tenantChanged = (name: string, done: string) => `Tenant ${name} ${done}`
export const poolAdded = (pool: string, tenant: string) => `Pool ${pool} added to ${tenant}`
export const licenseAttached = (tenant: string) => `License attached to ${tenant}`
export const podDeleted = (pod: string) => `Pod ${pod} deleted`
export const certificatesSaved = (tenant: string) => `Certificates of ${tenant} saved`

// details/pages/manifest.ts
export const unknownField = (path: string) => `The operator of this cluster has no field ${path}`
export const onlyOneDocument = 'Only one document can be saved: remove this line and the next documents'
export const lineProblem = (line: number, message: string) => `Line ${line}: ${message}`
