import { globOf, InvalidPolicy, matches, parsePolicy, type PolicyLocation } from 'stowage/iam'
import * as messages from '../messages.ts'
import { isObject } from 'stowage'

type Fields = Readonly<Record<string, unknown>>

const refuse = (position: PolicyLocation, reason: string): never => {
  throw new InvalidPolicy(position, reason)
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse({}, messages.policyNotJson((error as Error).message))
  }
}

const statementKeys = ['Sid', 'Effect', 'Principal', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']

const checkKeys = (fields: Fields, allowed: readonly string[], position: PolicyLocation) => {
  const unsupported = Object.keys(fields).find((key) => !allowed.includes(key))
  if (unsupported !== undefined)
    refuse(position, messages.keyNotAllowed(unsupported, allowed.map((key) => `"${key}"`).join(', ')))
}

const areNames = (value: unknown) =>
  [value].flat().length > 0 && [value].flat().every((name) => typeof name === 'string' && name !== '')

const checkPrincipal = (principal: unknown, position: PolicyLocation) => {
  if (principal === '*') return
  const unsupported = isObject(principal) && Object.keys(principal).find((key) => key !== 'AWS')
  if (unsupported) refuse(position, messages.principalSupportsOnlyAws(unsupported))
  if (!isObject(principal) || !areNames(principal.AWS)) refuse(position, messages.principalFormat)
}

/** Parses a bucket policy into its statements, and checks keys and principals. */
const readStatements = (text: string) => {
  const value = readJson(text)
  if (!isObject(value)) return refuse({}, messages.policyMustBeObject)
  checkKeys(value, ['Id', 'ID', 'Version', 'Statement'], {})
  const { Version, Statement } = value
  if (Version !== '2012-10-17') refuse({}, '"Version" must be "2012-10-17".')
  if (!Array.isArray(Statement) || Statement.length === 0) return refuse({}, messages.statementMustBeList)
  return Statement.map((statement: unknown, at) => {
    const position = { statement: at + 1 }
    if (!isObject(statement)) return refuse(position, messages.statementMustBeObject)
    checkKeys(statement, statementKeys, position)
    checkPrincipal(statement.Principal, position)
    return { where: position, statement }
  })
}

/**
 * Rejects (400) what a MinIO server would store only in part, or store and not return. The server rejects the rest
 * itself.
 */
export const assertStorable = (text: string) => {
  for (const { where: position, statement } of readStatements(text))
    if ('NotAction' in statement) refuse(position, messages.notActionUnsupported)
}

/** Throws `Failure` 400 with the position and the reason if the text is not a valid policy for this bucket. */
export const assertBucketPolicy = (bucket: string, text: string) => {
  const all = readStatements(text)
  const Statement = all.map(({ statement: { Principal: _, ...statement } }) => statement)
  parsePolicy(JSON.stringify({ Version: '2012-10-17', Statement }))
  for (const { where: position, statement } of all) {
    const unsupported = [statement.Action ?? statement.NotAction]
      .flat()
      .find((action) => !String(action).startsWith('s3:') && action !== '*')
    if (unsupported !== undefined) refuse(position, messages.notS3Action(String(unsupported)))
    const resources = [statement.Resource ?? statement.NotResource].flat().map(String)
    const outside = resources.find((resource) => !isWithin(bucket, resource))
    if (outside !== undefined) refuse(position, messages.resourceOutsideBucket(outside, arn(bucket)))
  }
}

const arn = (bucket: string) => `arn:aws:s3:::${bucket}`

/** Whether a resource is the bucket or inside it, by name or by pattern. */
const isWithin = (bucket: string, resource: string) =>
  resource.startsWith(`${arn(bucket)}/`) || matches(globOf(resource), arn(bucket))
