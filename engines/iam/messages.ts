// invalid-policy.ts
export const policyInvalid = (position: string, reason: string) => `The policy is not valid. ${position}${reason}`

// lint.ts
export const objectActionWithoutObjects = (action: string, bucket: string) =>
  `${action} is about objects, and no resource names one, such as ${bucket}/*`
export const bucketActionWithoutBucket = (action: string) =>
  `${action} is about a bucket, and every resource names objects in one`
export const resourceHasNoEffect = (element: string, action: string, verb: string) =>
  `${element} has no effect beside the action "${action}": the statement ${verb} it everywhere.`
export const groupConditionHasNoEffect = (key: string) =>
  `This storage fills in ${key} for users of an identity provider or directory only. Its own users have no groups here.`
export const allowsAllActionsBut = 'It allows all actions except these, including those that are added later.'
export const allowsEveryAction = 'Wide: it allows every action, including those of administrators.'
export const allowsAllAdminActions = 'Wide: it allows everything that an administrator may do.'
export const allowsAllObjects = (verb: string) =>
  `Wide: it ${verb} every object in all buckets, including those created later.`
export const deniedByStatement = (statement: number) =>
  `Shadowed: statement ${statement} denies all of it, so this never allows anything.`
export const resourceInvalid = (resource: string) =>
  `"${resource}" is not a resource: begin with arn:aws:s3::: and name a bucket.`

// not-found.ts
export const iamEntityDoesNotExist = (kind: string, name: string) => `The ${kind} "${name}" does not exist`

// parse.ts
export const policyKeyInvalid = (key: string, allowed: string) => `"${key}" is not a valid key; use one of ${allowed}.`
export const stringsRequired = (key: string) => `"${key}" must be a string or a list of strings, and not empty.`
export const conditionValueRequired = 'needs a string, number or boolean to compare with, or a list of them.'
export const operatorInvalid = (operator: string) => `"${operator}" is not an operator of a condition.`
export const conditionKeyInvalid = (key: string) => `"${key}" is not a condition key.`
export const operatorTakesOneValue = (operator: string, key: string) =>
  `"${operator}" compares "${key}" with one value only.`
export const ipOperatorKey = (operator: string, key: string) => `"${operator}" is for "aws:SourceIp", not for "${key}".`
export const ipInvalid = (value: string | number | boolean) =>
  `"${value}" is neither an address nor a network such as 10.0.0.0/8.`
export const boolOperatorKey = (key: string) => `"Bool" is for "aws:SecureTransport", not for "${key}".`
export const valueNotComparable = (operator: string, key: string, value: string | number | boolean) =>
  `"${operator}" cannot compare "${key}" with "${value}".`
export const conditionMustBeObject = '"Condition" must be an object with an operator in it.'
export const operatorMustBeObject = (operator: string) =>
  `Condition "${operator}" must be an object of keys and values.`
export const actionNotNameable = (action: string) => `"${action}" cannot be used in a policy: "admin:*" grants it.`
export const adminWildcard = (action: string) => `"${action}": of the admin actions only "admin:*" has a wildcard.`
export const actionInvalid = (action: string) => `"${action}" is not an action.`
export const actionsNeedOwnStatements = (first: string | undefined, other: string) =>
  `"${first}" and "${other}" actions need a statement each.`
export const resourcePrefixRequired = (resource: string, prefix: string) =>
  `"${resource}" is not a resource: it must begin with "${prefix}" and name something.`
export const resourceMatchesNoBucket = (resource: string, prefix: string) =>
  `"${resource}" matches no bucket, since a slash follows "${prefix}".`
export const notConditionOfAdminActions = (key: string) => `"${key}" is not a condition key of admin actions.`
export const notConditionOfAction = (key: string, action: string) => `"${key}" is not a condition key of "${action}".`
export const actionAndNotAction = '"Action" and "NotAction" exclude each other.'
export const resourceAndNotResource = '"Resource" and "NotResource" exclude each other.'
export const actionMissing = 'It names no "Action".'
export const resourceMissing = 'It names no "Resource".'
export const statementMustBeObject = 'It must be an object.'
export const effectInvalid = '"Effect" must be "Allow" or "Deny".'
export const sidMustBeString = '"Sid" must be a string.'
export const notJson = (message: string) => `It is not JSON: ${message}.`
export const policyTooLarge = (bytes: number, limit: number) => `It has ${bytes} bytes; the limit is ${limit}.`
export const policyMustBeObject = 'It must be a JSON object.'
export const idMustBeString = '"ID" must be a string.'
export const statementsRequired = '"Statement" must be a list with at least one statement.'
export const storedPolicyUnreadable = 'The storage server sent a policy that cannot be read'
