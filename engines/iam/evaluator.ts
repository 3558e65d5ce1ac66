import { ignoresResource, isObjectAction } from './actions.ts'
import { type Conditions, conditionsOf, type Purpose, type Scope } from './conditions.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { covers, type Glob, globOf, literal, matches, overlaps } from './glob.ts'
import { expandVariables, type ConditionContext } from './keys.ts'
import { matchesName, type Patterns, patternsOf, someCandidate, mergePatterns } from './patterns.ts'

/** A request to authorize: an action, and for S3 actions a bucket or an object in it. */
export type Request = {
  action: string
  bucket?: string | undefined
  key?: string | undefined
  /** Values of this request, in addition to those of its caller. */
  requestContext?: ConditionContext | undefined
}

/** Scope of a search for granted permissions: a bucket, if given, and a prefix in it. */
export type Search = Omit<Request, 'key'> & {
  below?: string | undefined
  /** Only keys without a further `/` after the prefix. */
  directly?: boolean
  /**
   * Only resources whose part before the first `/` matches the bucket: literally, `*-logs/*` matches a key such as
   * `x-logs/y` in any bucket, while its author means buckets.
   */
  byBucketName?: boolean
}

/** Resources that Allow statements name: buckets with key prefixes, and prefixes that may be listed. */
type Grant = { patterns: readonly { bucket: Glob; beginning: string }[]; prefixes: readonly string[] }

/** Prepared policies of one layer for one caller (minio-server 4.2). */
export type Evaluator = {
  /** Whether a request is allowed: an Allow matches and no Deny does. */
  isAllowed(request: Request): boolean
  /** Whether a Deny matches. Actions on the own account are only refused by a Deny. */
  isDenied(request: Request): boolean
  /**
   * Whether the action is granted for at least part of the search: an Allow applies to something that no Deny covers
   * completely. Use it for offers; each request is still decided by `isAllowed`.
   */
  mayAnywhere(search: Search): boolean
  grants(): readonly Grant[]
}

/** A statement's effect on the actions it names. */
type Clause = {
  number: number
  effect: Statement['Effect']
  isAbout(action: string): boolean
  /** Whether actions without a resource are granted regardless of its resources. */
  ignores(action: string): boolean
  patterns: Patterns
  side: 'inside' | 'outside'
  conditions: Conditions | undefined
}

/** Clauses of one effect for one action; unconditional ones are merged. */
type Rules = { everywhere: boolean; inside: Patterns; others: readonly (Clause & { everywhere: boolean })[] }

/** Everything that decides about one action. */
type Ruling = { allow: Rules; deny: Rules }

/** Limit of character comparisons per search; beyond it, the decision is against the caller. */
const MAX_WORK = 4_000_000

/** Name of a bucket or object as used in resources. */
export const withoutArn = (resource: string) => (resource.startsWith('arn:aws:s3:::') ? resource.slice(13) : resource)

const isAmong = (actions: readonly string[]) => {
  const texts = new Set(actions)
  const wild = Array.from(texts, globOf).filter(({ exact }) => !exact)
  return (action: string) =>
    texts.has(action) ||
    (action === 's3:GetObject' && texts.has('s3:GetObjectVersion')) ||
    wild.some((glob) => matches(glob, action))
}

const clauseOf = (statement: Statement, number: number, context: ConditionContext, purpose: Purpose): Clause[] => {
  const { Effect, Action, NotAction, Resource, NotResource, Condition } = statement
  const conditions = conditionsOf(Condition, Effect, context, purpose)
  const actions = Action ?? NotAction
  if (conditions === 'never' || !actions) return []
  const among = isAmong(actions)
  const resources = Resource ?? NotResource
  // an unknown variable becomes a wildcard if the statement may match too much
  const isWide = (Effect === 'Allow') === (purpose === 'offer')
  const unknown = isWide === (Resource !== undefined) ? '*' : undefined
  return [
    {
      number,
      effect: Effect,
      isAbout: Action ? among : (action) => !among(action),
      ignores: (action) =>
        !resources || ignoresResource(statement) || (Action !== undefined && !action.startsWith('s3:')),
      patterns: patternsOf(
        (resources ?? []).map((text) => expandVariables(withoutArn(text), context, Effect === 'Allow', unknown)),
      ),
      side: Resource ? 'inside' : 'outside',
      conditions,
    },
  ]
}

const rulesOf = (matching: readonly Clause[], effect: Statement['Effect'], action: string): Rules => {
  const all = matching
    .filter((clause) => clause.effect === effect)
    .map((clause) => ({ ...clause, everywhere: clause.ignores(action) }))
  const free = all.filter(({ conditions }) => !conditions)
  return {
    everywhere: free.some(({ everywhere }) => everywhere),
    inside: mergePatterns(
      free.filter(({ everywhere, side }) => !everywhere && side === 'inside').map(({ patterns }) => patterns),
    ),
    others: all.filter(({ conditions, everywhere, side }) => conditions || (!everywhere && side === 'outside')),
  }
}

const matchesRules = ({ everywhere, inside, others }: Rules, name: string, context: ConditionContext, scope: Scope) =>
  everywhere ||
  matchesName(inside, name) ||
  others.some(
    ({ everywhere, side, patterns, conditions }) =>
      (everywhere || matchesName(patterns, name) === (side === 'inside')) && (conditions?.(context, scope) ?? true),
  )

/**
 * Whether a pattern can match a bucket as a whole, whose name ends in its only slash: `logs/*` can, `logs/2026*`
 * cannot.
 */
const canNameBucket = ({ text }: Glob) => !text.includes('/') || /^\**$/.test(text.slice(text.indexOf('/') + 1))

/** Whether some allowed pattern, narrowed to the searched part, passes the test. */
const someRegion = (
  { everywhere, inside, others }: Rules,
  searched: Glob,
  search: Search,
  passes: (region: Glob) => boolean,
) => {
  const isOfBuckets = search.action.startsWith('s3:') && !isObjectAction(search.action)
  const start = searched.text.slice(0, -1)
  const isDeeper = ({ text }: Glob) => text.startsWith(start) && literal(text).includes('/', start.length)
  const isOfBucket = ({ text }: Glob) =>
    !search.byBucketName || matches(globOf(text.split('/', 1)[0] ?? ''), search.bucket ?? '')
  const narrowed = (glob: Glob) =>
    overlaps(glob, searched) &&
    !(isOfBuckets && !canNameBucket(glob)) &&
    isOfBucket(glob) &&
    !(search.directly && isDeeper(glob)) &&
    passes(covers(glob, searched) ? searched : glob)
  return (
    (everywhere && passes(searched)) ||
    someCandidate(inside, searched, narrowed) ||
    others.some(({ everywhere, side, patterns, conditions }) => {
      if (!(conditions?.(search.requestContext ?? {}, 'any') ?? true)) return false
      return everywhere || side === 'outside' ? passes(searched) : someCandidate(patterns, searched, narrowed)
    })
  )
}

/** Creates a check whether a Deny covers a whole region; true if that cannot be decided within the work limit. */
const createDenyCheck = ({ inside, others }: Rules, context: ConditionContext) => {
  const open = others.filter(({ conditions }) => conditions?.(context, 'any') ?? true)
  const parts = [inside, ...open.filter(({ side }) => side === 'inside').map(({ patterns }) => patterns)]
  const outside = open.filter(({ side }) => side === 'outside').map(({ patterns }) => patterns)
  const denied = new Set<string>()
  let remainingWork = MAX_WORK
  const isAffordable = (one: Glob, other: Glob) => {
    const parted = one.head.plain && !other.text.startsWith(one.head.text)
    remainingWork -= parted ? 8 : one.text.length + other.text.length + (one.text.length * other.text.length) / 32
    return remainingWork > 0
  }
  const isDenied = (region: Glob) =>
    parts.some(
      (patterns) =>
        patterns.texts.has(region.text) ||
        someCandidate(patterns, region, (glob) => !glob.exact && (!isAffordable(glob, region) || covers(glob, region))),
    ) ||
    outside.some(
      (patterns) => !someCandidate(patterns, region, (glob) => isAffordable(glob, region) && overlaps(glob, region)),
    )
  return (region: Glob) => {
    if (!denied.has(region.text) && isDenied(region)) denied.add(region.text)
    return denied.has(region.text)
  }
}

const grantOf = ({ Action, Resource = [], Condition = {} }: Statement, context: ConditionContext): Grant => ({
  patterns: (ignoresResource({ Action }) ? ['*'] : Resource).map((text) => {
    const [bucket = '', ...key] = expandVariables(withoutArn(text), context, true).split('/')
    return { bucket: globOf(bucket), beginning: literal(key.join('/')) }
  }),
  prefixes: Object.values(Condition)
    .flatMap((keys) => keys['s3:prefix'] ?? [])
    .map((value) => literal(expandVariables(String(value), context, true))),
})

/** Prepares policies for one caller, whose values are the same in every request. */
export const createEvaluator = (
  documents: readonly PolicyDocument[],
  context: ConditionContext = {},
  purpose: Purpose = 'decide',
): Evaluator => {
  const statements = documents.flatMap(({ Statement }) => Statement)
  const clauses = statements.flatMap((statement, number) => clauseOf(statement, number, context, purpose))
  let granted: Grant[] | undefined
  const [byAction, byClauses] = [new Map<string, Ruling>(), new Map<string, Ruling>()]
  /** Ruling for an action, cached by its clauses, which most actions have in common with others. */
  const createRuling = (action: string): Ruling => {
    const matching = clauses.filter((clause) => clause.isAbout(action))
    const key = `${action.startsWith('s3:')} ${matching.map(({ number }) => number).join(' ')}`
    const cached = byClauses.get(key)
    const ruling = cached ?? { allow: rulesOf(matching, 'Allow', action), deny: rulesOf(matching, 'Deny', action) }
    if (!cached) byClauses.set(key, ruling)
    return ruling
  }
  const rulingOf = (action: string): Ruling => {
    const cached = byAction.get(action)
    const ruling = cached ?? createRuling(action)
    if (!cached) byAction.set(action, ruling)
    return ruling
  }
  const nameOf = ({ bucket = '', key = '' }: Request) => `${bucket}/${key}`
  const isDenied = (request: Request) =>
    matchesRules(rulingOf(request.action).deny, nameOf(request), request.requestContext ?? {}, 'request')

  return {
    isDenied,
    isAllowed: (request) =>
      !isDenied(request) &&
      matchesRules(rulingOf(request.action).allow, nameOf(request), request.requestContext ?? {}, 'request'),
    mayAnywhere: (search) => {
      const { action, bucket, below = '', requestContext = {} } = search
      const { allow, deny } = rulingOf(action)
      if (bucket !== undefined && !isObjectAction(action))
        return (
          matchesRules(allow, `${bucket}/`, requestContext, 'any') &&
          !matchesRules(deny, `${bucket}/`, requestContext, 'any')
        )
      if (
        deny.everywhere ||
        deny.others.some(({ everywhere, conditions }) => everywhere && conditions?.(requestContext, 'any'))
      )
        return false
      const isDeniedRegion = createDenyCheck(deny, requestContext)
      const searched = globOf(bucket === undefined ? '*' : `${bucket}/${below}*`)
      return someRegion(allow, searched, search, (region) => !isDeniedRegion(region))
    },
    grants: () =>
      (granted ??= statements
        .filter(({ Effect }) => Effect === 'Allow')
        .map((statement) => grantOf(statement, context))),
  }
}
