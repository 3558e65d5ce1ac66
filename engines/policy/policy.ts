import type { Permissions } from '../engine.ts'
import { isObjectAction } from './actions.ts'
import { conditionsHold, expand, type Known, type Scope } from './conditions.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { covers, literal, matches, overlaps } from './glob.ts'

export { isKnownAction } from './actions.ts'
export type { Known } from './conditions.ts'
export { builtInPolicies, type PolicyDocument } from './document.ts'
export { parsePolicy, readPolicy } from './parse.ts'

/** What somebody wants to do: an action, on a bucket or an object in it where the action is one of S3. */
export type Request = {
  action: string
  bucket?: string | undefined
  key?: string | undefined
  known?: Known | undefined
}

const names = (patterns: readonly string[], action: string) =>
  patterns.some(
    (pattern) => matches(pattern, action) || (pattern === 's3:GetObjectVersion' && action === 's3:GetObject'),
  )

const isAbout = ({ Action, NotAction }: Statement, action: string) =>
  Action ? names(Action, action) : NotAction !== undefined && !names(NotAction, action)

const pattern = (resource: string) => resource.replace(/^arn:aws:s3:::/, '')

const ignoresResources = (statement: Statement, action: string) =>
  (statement.Action !== undefined && !action.startsWith('s3:')) || (!statement.Resource && !statement.NotResource)

const resource = ({ bucket = '', key = '' }: Request) => `${bucket}/${key}`

const includes = (resources: readonly string[], statement: Statement, name: string, known: Known) =>
  resources
    .map((text) => expand(pattern(text), known, statement.Effect === 'Allow'))
    .some((text) => matches(text, name) || (name.endsWith('/') && text === name.slice(0, -1)))

const reaches = (statement: Statement, request: Request, known: Known) => {
  if (ignoresResources(statement, request.action)) return true
  const { Resource, NotResource = [] } = statement
  return Resource
    ? includes(Resource, statement, resource(request), known)
    : !includes(NotResource, statement, resource(request), known)
}

const applies = (statement: Statement, request: Request, scope: Scope = 'asked') => {
  const known = request.known ?? {}
  return (
    isAbout(statement, request.action) &&
    reaches(statement, request, known) &&
    conditionsHold(statement.Condition, statement.Effect, known, scope)
  )
}

const statements = (documents: readonly PolicyDocument[], effect: 'Allow' | 'Deny') =>
  documents.flatMap((document) => document.Statement).filter((statement) => statement.Effect === effect)

/** Whether a Deny speaks against the request; what everybody may do with their own account is refused by this alone. */
export const isDenied = (documents: readonly PolicyDocument[], request: Request): boolean =>
  statements(documents, 'Deny').some((statement) => applies(statement, request))

/** Whether these documents together grant the request: no Deny matches it, and some Allow does (minio-server 4.2). */
export const isAllowed = (documents: readonly PolicyDocument[], request: Request): boolean =>
  !isDenied(documents, request) && statements(documents, 'Allow').some((statement) => applies(statement, request))

/** Where to look for something that is granted: in a bucket where one is named, and there below a prefix. */
type Search = Omit<Request, 'key'> & {
  below?: string | undefined
  /** Only among the keys that have no further `/` after the prefix. */
  directly?: boolean
}

/** The patterns of all that a statement reaches, narrowed to the part that is searched. */
const regions = (statement: Statement, { action, bucket, below = '', directly = false, known = {} }: Search): string[] => {
  const whole = bucket === undefined ? '*' : `${bucket}/${below}*`
  if (ignoresResources(statement, action) || !statement.Resource) return [whole]
  const texts = statement.Resource.map((text) => expand(pattern(text), known, statement.Effect === 'Allow'))
  const isDeeper = (text: string) => text.startsWith(whole.slice(0, -1)) && literal(text).includes('/', whole.length - 1)
  return texts
    .filter((text) => overlaps(text, whole) && !(directly && isDeeper(text)))
    .map((text) => (covers(text, whole) ? whole : text))
}

const deniesAll = (statement: Statement, request: Search, region: string) => {
  const known = request.known ?? {}
  if (!isAbout(statement, request.action) || !conditionsHold(statement.Condition, 'Deny', known, 'open')) return false
  if (ignoresResources(statement, request.action)) return true
  const { Resource, NotResource = [] } = statement
  const texts = (Resource ?? NotResource).map((text) => expand(pattern(text), known, false))
  return Resource
    ? texts.some((text) => covers(text, region) || (text === region && !region.includes('/')))
    : !texts.some((text) => overlaps(text, region))
}

/**
 * Whether the action is granted for something at least of what is searched: some Allow reaches something
 * that no Deny takes away as a whole. It tells what to offer; each request is still decided by `isAllowed`.
 */
export const mayAnywhere = (documents: readonly PolicyDocument[], request: Search): boolean => {
  const denies = statements(documents, 'Deny')
  const allows = statements(documents, 'Allow').filter(
    (statement) =>
      isAbout(statement, request.action) && conditionsHold(statement.Condition, 'Allow', request.known ?? {}, 'open'),
  )
  if (request.bucket !== undefined && !isObjectAction(request.action)) {
    return (
      allows.some((statement) => reaches(statement, request, request.known ?? {})) &&
      !denies.some((statement) => applies(statement, request, 'open'))
    )
  }
  return allows
    .flatMap((statement) => regions(statement, request))
    .some((region) => !denies.some((statement) => deniesAll(statement, request, region)))
}

/** A key that ends in a star stands for many: `docs/*` for those directly in a folder, `docs/**` for all below it. */
const searched = (key: string) =>
  key.endsWith('*') ? { below: key.replace(/\*+$/, ''), directly: !key.endsWith('**') } : undefined

/**
 * What an account may do when each of these layers has to grant it: its own policies, and a service account's
 * restriction besides. `known` is what is known of every request of the account, its name at least.
 */
export const permissions = (layers: readonly (readonly PolicyDocument[])[], known: Known = {}): Permissions => ({
  may: (action, { bucket, key = '' } = {}) => {
    const many = searched(key)
    return layers.every((documents) =>
      many ? mayAnywhere(documents, { action, bucket, ...many, known }) : isAllowed(documents, { action, bucket, key, known }),
    )
  },
  mayAnywhere: (action) => layers.every((documents) => mayAnywhere(documents, { action, known })),
})
