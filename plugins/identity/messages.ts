// contract.ts
export const passwordTooShort = 'Passwords must be at least 8 characters long'
export const userOrGroupRequiredInQuery = 'Name the user or group in ?name='
export const accessKeyTooShort = 'An access key has at least 3 characters'
export const accessKeyTooLong = 'An access key has at most 128 characters'
export const accessKeyTooManyBytes = 'An access key has at most 255 bytes'
export const accessKeyHasReservedCharacter = 'An access key cannot contain "=" or ","'
export const accessKeyHasControlCharacter = 'An access key cannot contain line breaks or other control characters'
export const groupNameRequired = 'Enter the name of the group'
export const groupNameTooLong = 'A group name has at most 128 characters'
export const groupNameTooManyBytes = 'A group name has at most 255 bytes'
export const groupNameHasReservedCharacter = 'A group name cannot contain "=" or ","'
export const groupNameHasControlCharacter = 'A group name cannot contain line breaks or other control characters'
export const groupExists = (name: string) => `The group "${name}" already exists. Add members in Edit Group.`
export const groupNameHasDotSegments = 'A group name cannot have "." or ".." between slashes'
export const startWithLetter = 'Start with a letter, followed by letters, digits, "_" and "-"'
export const expirationFormat = 'Enter a date such as 2030-12-31T23:59:59Z'
export const expirationOutOfRange = 'The expiration must be between 15 minutes and 365 days from now'
export const secretKeyTooShort = 'A secret key has at least 8 characters'
export const secretKeyTooLong = 'A secret key has at most 40 characters'
export const expirationHelp = 'Applies to new sign-ins. Existing sessions keep their expiration.'
export const groupSelectionRequired = 'You need to select at least one group to assign'
export const nameUserOrGroup = 'Name a user or a group'
export const chooseRole = 'Choose admin, userplus or user'

// embedded/accounts.ts
export const serviceAccountPolicyTooLong = (maxRestriction: number) =>
  `The policy of a service account has at most ${maxRestriction} bytes`
export const bothKeysRequired = 'Give both an access key and a secret key, or neither'

// embedded/groups.ts
export const cannotBeInGroup = (name: string) => `"${name}" cannot be in a group`
export const onlyUsersCanBeMembers = 'Only users can, not the root account or service accounts'
export const groupNameHasOuterSpaces = 'A group name cannot start or end with spaces or contain control characters'
export const groupStillHasMembers = (name: string) => `The group "${name}" still has members`

// embedded/users.ts
export const accessKeyInUse = (accessKey: string) => `The access key "${accessKey}" is already in use`
export const accessKeyFormat =
  'An access key has 3 to 128 characters, without "=", ",", control characters and blanks around it'
export const enableUserBeforePolicies = (name: string) =>
  `"${name}" is disabled: enable the user to change its policies`
export const cannotDisableYourself = 'Logged in user cannot be disabled by itself'
export const cannotChangeOwnRole = 'You cannot take the role of an administrator from yourself'
export const cannotDeleteYourself = 'Logged in user cannot be deleted by itself'
export const rootAccountCannotBeDeleted = 'The root account cannot be deleted'
export const currentPasswordRequired = 'Change your own password with the current one'
export const rootPasswordSetAtConsole = "The root account's password is set where the console is started"
export const passwordChangedMeanwhile = 'The password was changed by another request'

// minio/index.ts
export const addingUserRequiresGetUser = 'Adding a user also requires admin:GetUser, to check that the name is free'
export const notArchive = 'It is not an archive of accounts'
export const archiveNotRecognized = 'The storage server does not recognize this archive'

// minio/ldap.ts
export const directoryRequiresTls = 'the directory requires an encrypted connection'
export const dnInvalid = 'this is not a valid DN'
export const dnMayNotSignIn = 'the directory does not allow this DN to sign in'
export const dnOrPasswordWrong = 'the DN or the password is wrong'
export const directoryLacksSupport = 'the directory does not support this'
export const directoryResultCode = (code: number) => `the directory refuses it with result ${code}`
export const notLdapServer = 'the server does not respond like an LDAP directory'
export const filterInvalid = (filter: string) => `the filter ${filter} is not valid`

// minio/passwords.ts
export const passwordManagedByProvider = 'The password of this account is managed by its identity provider'
export const rootPasswordSetAtServer = "The root account's password is set where the storage server is started"

// minio/test-ldap.ts
export const lookupBindStep = 'The lookup account signs in (bind)'
export const noLookupBindDn = 'No Lookup Bind DN is set: lookups are anonymous'
export const passwordOnlyOnServer = 'The password is stored on the server only: enter it to test it'
export const userSearchBaseStep = 'The base DN of users exists (search)'
export const noUserSearchBase = 'No User DN Search Base DN is set'
export const userNameRequired = 'Enter a user name to search for'
export const userSearchNotSet = 'The base DN and the filter of users are not set'
export const filterMatchesSeveral = (filter: string, count: number) =>
  `${filter} matches ${count} entries instead of one`
export const credentialsRequired = 'Enter a user name and password to test it'
export const groupSearchStep = 'The groups of the user are found (search)'
export const userNameRequiredForGroups = 'Enter a user name to search for its groups'
export const groupSearchNotSet = 'The base DN and the filter of groups are not set'

// minio/test-openid.ts
export const endpointStatus = (field: string, status: number) => `${field}: it responds with status ${status}`
export const responseInvalid = (field: string) => `${field}: the response is not valid for OpenID Connect`
export const discoveryStep = 'The discovery document can be read'
export const issuerDiffersFromConfigUrl = (issuer: string) => `config_url: the document names ${issuer} as the issuer`
export const signingKeysStep = 'The signing keys can be read'
export const noScopesSet = 'No scopes are set: those that the provider offers are used'
export const scopesNotOffered = (missing: string) => `scopes: the provider does not offer ${missing}`
export const signInStep = 'A sign-in can be started for this client'
export const noRedirectUri = 'No Redirect URI is set: the provider cannot send users back'
export const signInRefused = (refusal: string) => `client_id: the provider refuses the sign-in (${refusal})`
export const signInRefusedWithStatus = (status: number) =>
  `client_id: the provider refuses the sign-in (status ${status}); it does not know the client or the redirect_uri`
export const signInPageOpens = 'The sign-in page would open; no user was signed in'
export const secretOnlyOnServer = 'The secret is stored on the server only: enter it to test it'
export const clientAccepted = 'Accepted; only the code of a user was missing'
export const clientRefused = 'client_secret: the provider refuses the client ID and secret'
export const tokenEndpointStatus = (status: number) => `token_endpoint: it responds with status ${status}`

// pages/about-account.ts
export const expiryDayOptional = 'At the end of this day, UTC. Empty for no expiration.'
export const chooseDayFromToday = 'Choose a day from today on'
export const chooseDayWithinDays = 'Choose a day within 365 days from now'

// pages/account.tsx
export const rootPasswordSetAtStorage = "The root account's password is set where the storage is started"
export const ownPasswordManagedByProvider = 'Your password is managed by your directory or identity provider'

// pages/accounts.tsx
export const serviceAccountHelp =
  'A service account is a key pair for an application. It can do what its user can, or less.'

// pages/add-to-group.tsx
export const roleChangedMeanwhile = (name: string) =>
  `The role of ${name} was changed by another user meanwhile. Reload to see it.`
export const usersAddedToGroups = 'The selected users were added to the following groups.'

// pages/assign-policies.tsx
export const existingPoliciesAreKept = 'Existing policies are kept.'
export const policySelectionRequired = 'Select at least one policy to assign'

// pages/attached-policies.tsx
export const noPolicyIsAttached = (entity: string) => `No policy is attached to this ${entity}.`

// pages/confirm-no-permissions.tsx
export const saveWithoutAnyPolicy = 'Save without any policy?'

// pages/create-account.tsx
export const secretKeyShownOnce = 'The secret key is shown once, after creation.'

// pages/deletes.tsx
export const deleteUsersHelp = 'Their service accounts and memberships are deleted too, and their sessions end.'
export const deleteGroupsHelp =
  'Their policy assignments are deleted too. Groups that still have members are not deleted.'
export const deleteServiceAccountsHelp = 'Applications that use them stop working immediately.'

// pages/edit-account.tsx
export const expiryDay = 'At the end of this day, UTC.'
export const expirationCannotBeCleared = 'It can be changed but not cleared.'
export const disabledAccountCannotSignIn = 'A disabled account cannot sign in, and its sessions end.'

// pages/effective-policies.tsx
export const noneByDisabledGroup = (group: string) => `none (${group} is disabled)`

// pages/group-form.tsx
export const groupNameRequiredFirst = 'Enter the name of the group first'
export const disabledGroupHelp =
  'Members of a disabled group have no permissions, not even those that other policies grant.'

// pages/group-members.tsx
export const groupHasNoMembers = 'This group has no members.'
export const membersGetPolicies = 'Its members get the policies that are attached to it.'

// pages/group.tsx
export const removeMembersBeforeDelete = 'Remove its members first: only an empty group can be deleted'
export const groupWithoutPolicy = 'Without a policy, the group grants its members no access.'

// pages/groups.tsx
export const groupHelp = 'A group gives the same policies to several users.'

// pages/help.ts
export const userIsKeyPair =
  'A user is a key pair that can sign in here and call the S3 API. Its permissions come from policies attached to the user or its groups.'
export const userWithoutPolicySeesNoBuckets = 'A user without a policy can sign in but sees no buckets.'
export const serviceAccountAdvice =
  "Create a separate service account for each application. It inherits the user's policies and can be restricted further."
export const groupPoliciesHelp =
  'A group gives the same policies to all of its members, on top of those that each user has.'
export const disabledGroupAdvice =
  'While a group is disabled, its members have no permissions, not even those that other policies grant. They stay members.'
export const deleteGroupAdvice = 'Only a group without members can be deleted. Remove them with Edit first.'

export const userHasRole =
  'A user is a key pair that can sign in here and call the S3 API. Its role, and the buckets that belong to it, decide what it may do.'
export const bucketPolicyShares = 'The policy of a bucket gives other users access to it.'

// pages/names.ts
export const notAllowed = (action: string) => `your policies do not allow ${action}`
export const cannotListTypeNames = (list: string, cause: string) =>
  `The ${list} cannot be listed here (${cause}). Type the names instead.`
export const policiesNotListed =
  'The policies are not listed here: the policies plugin is switched off. Type the names instead.'

// pages/new-secret.tsx
export const secretKeyGenerated = 'Generated. At least 8 characters.'

// pages/next-for-user.tsx
export const signInAsUser = (user: string, login: string) => `Sign in as ${user} in a private window, at ${login}`
export const restrictToBucket = 'Restrict it to a bucket or folder'

// pages/passwords.tsx
export const passwordFieldsRequired = 'Fill in all three fields first'
export const passwordsDiffer = 'Enter the new password in both fields'
export const passwordChanged = (user: string, goOn: string) => `The password of ${user} was changed${goOn}`

// pages/role.tsx
export const roleOfUser = 'Uses the buckets that belong to it or are shared with it.'
export const roleOfUserPlus = 'Also creates buckets, which then belong to it.'
export const roleOfAdmin = 'Manages users, and uses all buckets.'

// pages/transfer/apply-change.ts
export const userNotDisabled = (name: string, reason: string) =>
  `The user ${name} was created, but is not disabled: ${reason}`

// pages/transfer/archive-import.tsx
export const archiveImportWarning =
  'The storage server imports its archive as a whole. Existing passwords and service accounts are overwritten.'
export const archiveHasNothingNew = 'The archive contains nothing new.'
export const notImported = (failed: string) => `The storage server could not import ${failed}.`
export const restIsImported = 'The others are imported.'
export const nothingChangedYet = 'Nothing has been changed yet.'

// pages/transfer/archive.ts
export const policyDeletedByImport = 'is deleted: it is empty in the archive'
export const policyReplacedByImport = 'is replaced for all who have it'
export const passwordReplacedByImport = 'gets the password of the archive'
export const serviceAccountRecreatedByImport = (parent: string) =>
  `is created again for ${parent}, with the secret in the archive`

// pages/transfer/export.tsx
export const archiveExportWarning =
  'This archive of the storage server contains the secret keys of all users and service accounts. Anyone with the file can sign in as any of them. Import it here or with mc admin cluster iam import.'
export const exportHelp =
  'Exports users, groups, policies and their assignments. Passwords, secret keys and service accounts are not included.'
export const notExported = (left: string) => `The storage server cannot show ${left}. It is not exported.`

// pages/transfer/file-import.tsx
export const importRunning = 'The import is running'
export const downloadCredentialsFirst = 'Download the credentials of the new users first'
export const missingReferences = (count: string, missing: string) =>
  `${count} neither in the file nor here, or left out: ${missing}. Users and groups that need them cannot be imported.`
export const entriesUnchanged = (same: string) => `${same} in the file already exist unchanged.`
export const leaveWithoutCredentials = {
  title: 'Leave without the new credentials?',
  body: 'They cannot be downloaded later.',
  verb: 'Leave',
}
export const newCredentialsNeedDownload = (count: string) =>
  `${count} new credentials. They can be downloaded only now.`
export const someFailed = (failed: string) => `${failed} failed; the others are done.`
export const nothingImportedYet = (same: string) => `${same} unchanged. Nothing has been imported yet.`

// pages/transfer/file.ts
export const appearsTwice = (kind: string, name: string) => `The ${kind} "${name}" is in it twice`

// pages/transfer/import.tsx
export const fileTooLarge = (maxBytes: number) => `It has more than ${maxBytes} MiB`
export const archiveImportedAsWhole = ' An archive of the storage server is imported as a whole, including its secrets.'

// pages/transfer/page.tsx
export const policiesPluginOff = 'The policies plugin is switched off'

// pages/transfer/unzip.ts
export const contentsTooLarge = (most: number) => `its files have more than ${most} MiB`
export const archiveDirectoryDamaged = 'its list of files is broken'
export const misplacedFile = (name: string) => `${name} is not where it should be`

// pages/user-form.tsx
export const accessKeyHelp = 'The name to sign in with.'
export const secretKeyShownAfterSave = 'The secret key is shown once more after saving.'
export const bothKeysRequiredFirst = 'Enter an access key and a secret key first'
export const disabledUserCannotSignIn = 'A disabled user cannot sign in, and its sessions end.'

// pages/user-groups.tsx
export const userWithoutGroup = 'This user is in no group.'

// pages/user.tsx
export const noSuchUser = (name: string) => `There is no user "${name}"`
export const noSuchGroup = (name: string) => `There is no group "${name}"`
export const mayBeDeleted = 'It may have been deleted.'
export const ownPolicyRequired =
  'A service account inherits your policies, and you have none: ask an administrator for one'
export const policyRequiredForServiceAccount = 'Assign a policy to the user first: a service account inherits it'
export const permissionsComeFromGroups = 'Its permissions come from its groups.'
export const userWithoutPolicyHasNoAccess = 'Without a policy, the user can sign in but cannot access anything.'
export const enableUserBeforePolicyChange = 'Enable the user first: the policies of a disabled one cannot change'

// pages/user-overview.tsx
export const groupIsDisabled = 'Does not apply: a group is disabled'
export const groupCannotBeRead = 'The group cannot be read'
export const fromGroup = (group: string) => `Group ${group}`
export const noPolicyApplies = 'No policy applies to this user.'
export const lastSeen = (at: string, call: string) => `${at}, ${call}`
export const notSeenSince = (since: string) => `Not since ${since}, when the audit records begin`
export const keyUseUnknown = 'No audit record that you may see names this key'
export const keyUseNotReported = 'The storage server does not report when this key was last used'
export const keyNeverUsed = 'The storage server has recorded no use of this key'
export const notUsedSince = (since: string) => `Not since ${since}, when the audit records of access keys begin`
export const lastSeenUnknown = 'Unknown: no complete audit records'

// pages/users.tsx
export const exportNeedsPolicies = 'Export and import need users with policies, which this storage does not have'
export const notSeenInRecords = (since: string) => `Not since ${since}`
export const cannotChangeYourself = (action: string) =>
  `You cannot ${action} yourself: remove yourself from the selection`
export const userHelp = 'A user signs in with an access key and a secret key.'

// plugin.ts
export const sessionsSectionHelp = 'How long people stay signed in.'

// sections.ts
export const lockoutWarning = (title: string) =>
  `Users who sign in with ${title} are locked out if these settings are wrong. Test them first, and keep another way to sign in.`
export const policyClaimHelp = 'The claim that names the policies.'
export const userInfoHelp = "Also ask the provider's user info endpoint for claims."
export const openIdTestHelp =
  'The console reads the discovery document and the keys of the provider, requests its sign-in page, and sends client ID and secret with an invalid code. Nobody is signed in, so claims and policies are not tested.'
export const skipVerifyHelp = 'Accepts any certificate, even a forged one.'
export const ldapTestHelp =
  'The console does what the server does when a user signs in: it connects, binds, and searches for the user and their groups. The server makes its own connections.'

// server.ts
export const archiveTooLarge = (maxMebibytes: number) => `An archive has at most ${maxMebibytes} MiB`

// toasts
export const serviceAccountUpdated = (name: string) => `Service account ${name} updated`
export const userUpdated = (name: string, done: string) => `User ${name} ${done}`
export const groupUpdated = (name: string, done: string) => `Group ${name} ${done}`
export const policiesAssigned = (name: string) => `Policies of ${name} assigned`
export const groupsAssigned = (name: string) => `Groups of ${name} assigned`
export const removedFromGroup = (user: string, group: string) => `${user} removed from group ${group}`

// for storages with AWS's IAM API
export const enterSecretKey = 'Enter a secret key'
export const storageGeneratesKeys = 'The storage generates an access key and a secret key for the user.'
export const userHasNoAccessKey = (name: string, reason: string) =>
  `The user ${name} was created, but has no access key yet: ${reason}`
export const keyHasPermissionsOfUser = 'The storage generates both keys. They have all permissions of the user.'
export const permissionsFromElsewhere =
  'Permissions may also come from groups, from policies of this user only, or from the configuration of the server.'
export const enterUserName = 'Enter a name for the user'
export const groupHasMembers = 'The group still has members: remove them first'
