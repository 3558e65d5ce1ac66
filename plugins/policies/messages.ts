// access.ts
export const conditionKeyRequired = 'Name a condition key such as aws:SourceIp'
export const actionRequired = 'Name one action such as s3:GetObject'
export const policyNameRequired = 'Enter the name of the policy'

// backend/access.ts
export const policyNotJson = 'The policy is not valid JSON'

// administrators.ts
export const permissionsDependOnConditions = (names: string) =>
  `${names} may have these permissions, depending on conditions in their policies.`
export const rootSignInUnknown = 'Whether the root account may sign in is unknown.'
export const providerAccountsNotCounted = 'Accounts of an identity provider or directory are not counted.'
export const unreadablePoliciesNotCounted = (policies: string) =>
  `The storage cannot read ${policies}, so users with these policies are not counted.`
export const accountsNotListable = 'you may not list all users, groups and policies'
export const remainingAdministratorsUnknown = (reason: string) =>
  `It is unknown whether anyone except the root account can still manage users and policies: ${reason}.`
export const lastAdministratorRemoved = (removed: string) =>
  `${removed} is the last user who can manage users and policies.`
export const lastAdministrators = (removed: string) =>
  `${removed} are the last users who can manage users and policies.`
export const rootCannotSignIn = 'The root account cannot sign in, so nobody will be able to.'
export const onlyRootRemains = 'Only the root account will be able to.'
export const administratorsAfterChange = (names: string) => `After this change, ${names} can manage users and policies.`
export const noRemainingAdministrator = 'After this change, no user of the storage can manage users and policies.'

// contract.ts
export const policyNameRequiredBeforeSave = 'Enter a name for the policy'
export const policyNameTooLong = 'A policy name has at most 128 characters'
export const policyNameTooManyBytes = 'A policy name has at most 255 bytes'
export const policyNameHasDotSegments = 'A policy name cannot have "." or ".." between slashes'
export const policyNameRequiredInQuery = 'Enter the name of the policy in ?name='

// embedded/index.ts
export const policyNameHasOuterSpaces = 'A policy name must not start or end with spaces, or contain control characters'
export const policyInUse = (name: string) => `The policy "${name}" is in use`
export const builtInPolicy = (name: string) => `The policy "${name}" is built in and cannot be deleted`

// embedded/source.ts

// minio/index.ts
export const policyBuiltIntoServer = (name: string) => `The policy "${name}" is built into the storage server`

// minio/source.ts

// pages/builder/add-parts.tsx
export const bucketOrAllRequired = 'Choose a bucket, or * for all'
export const bucketNameHasSlashes = 'A bucket name has no slashes'
export const prefixStartsWithSlash = 'A prefix does not start with a slash'
export const prefixHelp = 'Only keys that start with this prefix.'

// pages/builder/builder.tsx
export const jsonInvalid = 'The JSON is invalid. The cards show the last valid version.'
export const noStatementsYet = 'No statements yet: the policy allows nothing.'

// pages/builder/template.tsx
export const replacesDocument = 'Replaces the current document. Nothing is saved yet.'

// pages/check/check-result.tsx
export const checkAccess = 'Check what an account can do'
export const checkAccessHelp =
  'Choose an account, an action and a bucket. The result names the deciding statement, its policy and the group it comes from.'

// pages/check/fields.tsx
export const bucketNotListed = 'No bucket with this name is listed'
export const conditionKeyExample = 'Choose a key such as aws:SourceIp'
export const conditionKeyHelp = 'A property of the request, such as its source address.'

// pages/check/tables.tsx
export const rootMayDoEverything = 'The root account may do everything.'
export const disabledAccountHasNoRights = 'The account is disabled, so it may do nothing.'
export const serviceAccountHasExpired = 'The service account has expired.'
export const userIsInDisabledGroup = 'The user is in a disabled group and has no permissions.'
export const noBucketPermissions = (name: string) => `${name} has no permissions on buckets.`
export const permissionsHelp = 'Permissions come from policies attached to the account or its groups.'
export const resourcesTruncated = (count: string) => `Only the first ${count} resources are listed. `
export const noUserHasAccess = 'No user has access.'
export const usersGetAccessByPolicy = 'Users get access with a policy that allows it.'
export const anonymousAccessHidden = ' You are not allowed to see the anonymous access of this bucket.'

// pages/check/verdict.tsx
export const noStatementAllows = 'No statement allows it.'
export const deniedByServiceAccountPolicy = "Its user may, but the service account's own policy does not allow it."
export const expiredAccountHasNoRights = 'The service account has expired, so it may do nothing.'
export const deniedByStatement = 'denies it. A Deny wins over every Allow.'
export const allowedByStatement = 'allows it, and nothing denies it.'
export const resultDependsOnMissingKeys = (open: string) =>
  `The result depends on ${open}, which was not given. Add it under When to check such a request.`
export const unreadablePoliciesIgnored = (policies: string) =>
  `The storage server cannot read ${policies}, so the result does not consider it.`
export const closestStatement = (parts: string) => `Closest statement: its ${parts} does not match`

// pages/create.tsx
export const createUserWithPolicy = 'Create User'
export const policyNameRequiredFirst = 'Enter a name for the policy first'
export const policyNotAttached = (policy: string, user: string, reason: string) =>
  `The policy ${policy} was created, but is not attached to ${user}: ${reason}`

// pages/delete-policy.tsx
export const attachedPoliciesKept = 'Policies that are still attached to a user or group are kept.'

// pages/effects/effects-strip.tsx
export const policyWithoutAccounts = 'The policy is attached to no user, and to no group with members.'
export const comparisonIncomplete = 'The comparison is incomplete: only the first differences are listed.'

// pages/effects/show-changes.tsx
export const policyReaches = (accounts: string, effects: string) => `It reaches ${accounts}: ${effects}.`
export const noPermissionChanges = 'No account gains or loses permissions.'

// pages/help.ts
export const policyHelp =
  'A policy is a list of statements. Each allows or denies actions on buckets, objects or the server.'
export const policyDefaultDeny = 'Actions that no statement allows are denied. A Deny takes precedence over any Allow.'
export const attachPoliciesAdvice =
  'Attach policies to users and groups. The policy of a service account can only restrict what its user may do.'

// pages/json.tsx
export const policyUpdated = (name: string) => `Policy successfully updated: ${name}`
export const findingsDoNotBlockSaving = 'Not saved yet. Findings do not stop you from saving.'
export const changesSaved = 'All changes are saved.'

// pages/list.tsx
export const policyListHelp = 'A policy defines what its users and groups may do.'

// pages/policy.tsx
export const noSuchPolicy = (name: string) => `There is no policy "${name}"`
export const mayBeDeleted = 'It may have been deleted.'
export const policyWithoutUsers = 'The policy is attached to no user.'
export const attachWithSetPolicies = 'Users get it with Set Policies.'
export const noGroupHasPolicy = 'No group has this policy.'
export const attachOnGroupPage = 'To attach it, select Set Policies on the page of a group.'

// pages/risks.ts
export const setsPasswords = 'sets the password of any user except root, and can then sign in as that user'
export const rewritesPolicies = 'rewrites any policy, including their own'
export const attachesPolicies = 'attaches any policy to anyone, including themselves'
export const joinsGroups = "joins any group, including the administrators' group"
export const createsAccessKeys = 'creates access keys for any user, including root'
export const setsSecretKeys = 'sets the secret key of any service account and removes its restriction'
export const readsSecretKeys = 'reads the secret keys of all users'
export const controlsServerConfig = "reads the server's secrets and controls who can sign in"
export const replacesServerProgram = 'makes the server run another program'
export const sharesAccounts = 'shares all users and policies with another server'

// pages/start-from.tsx
export const templatePolicyHelp = 'The policy is filled in once you choose it.'
export const templateFolderHelp = 'Without a folder, the whole bucket.'

// pages/summary.tsx
export const onlyShownAsJson = 'This document can only be shown as JSON.'

// pages/templates.ts
export const readAllTemplate = 'Download all objects in all buckets.'
export const listAndDownloadObjects = 'List and download its objects.'
export const readAndUploadTemplate = 'Read and upload in one folder'
export const readAndUploadTemplateHelp = 'List, download and upload objects in the folder, but not delete them.'
export const uploadOnlyTemplateHelp = 'Upload objects, but not list, download or delete them.'
export const programTemplateHelp =
  'For a program that stores files of any size in the folder: list, read, write and delete.'
export const userFolderTemplateHelp = 'Each user works in a folder named after their access key, and sees no other.'
export const folderNameHasWildcard = 'A folder name has no * or ?'

// sections.ts
export const policyServiceWarning =
  'Every request is refused if the policy service does not answer or denies it. Keep a way to reset these settings without this console.'

// server.ts
export const policyExists = 'A policy with this name already exists. Open it to edit it.'
export const policyChanged = 'This policy was changed by someone else. Reload the page and repeat the change.'

// toasts
export const policyCreated = (name: string, user: string | undefined) =>
  user ? `Policy ${name} created and attached to ${user}` : `Policy ${name} created`
