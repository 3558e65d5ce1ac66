import { isObjectAction } from './actions.ts'
import { type Conditions, conditionsOf, type Scope } from './conditions.ts'
import type { PolicyDocument, Statement } from './document.ts'
import { covers, type Glob, globOf, literal, matches, overlaps } from './glob.ts'
import { expand, type Known } from './keys.ts'

/** What somebody wants to do: an action, on a bucket or an object in it where the action is one of S3. */
export type Request = {
  action: string
  bucket?: string | undefined
  key?: string | undefined
  /** What is known of this request besides what is known of its caller. */
  known?: Known | undefined
}

/** Where to look for something that is granted: in a bucket where one is named, and there below a prefix. */
export type Search = Omit<Request, 'key'> & {
  below?: string | undefined
  /** Only among the keys that have no further `/` after the prefix. */
  directly?: boolean
}

/** What the Allow statements name: buckets with the beginnings of keys in them, and the prefixes that may be listed. */
export type Grant = { places: readonly { bucket: Glob; beginning: string }[]; prefixes: readonly string[] }

/** Policies that count together, made ready to be asked by one caller (minio-server 4.2). */
export type Judge = {
  /** Whether the request is granted: no Deny matches it, and some Allow does. */
  isAllowed(request: Request): boolean
  /** Whether a Deny speaks against the request; what everybody may do with their own account is refused by this alone. */
  isDenied(request: Request): boolean
  /**
   * Whether the action is granted for something at least of what is searched: some Allow reaches something that no Deny
   * takes away as a whole. It tells what to offer; each request is still decided by `isAllowed`.
   */
  mayAnywhere(search: Search): boolean
  grants(): readonly Grant[]
}

type Patterns = { texts: ReadonlySet<string>; globs: readonly Glob[]; wild: readonly Glob[] }

/** What a statement says to every action that it is about. */
type Clause = {
  effect: Statement['Effect']
  isAbout(action: string): boolean
  /** Whether actions that have no resource are bound to none, whatever it says. */
  ignores(action: string): boolean
  patterns: Patterns
  side: 'inside' | 'outside'
  conditions: Conditions | undefined
}

/** The clauses of one effect about one action; what hangs on no condition is taken together. */
type Rules = { everywhere: boolean; inside: Patterns; others: readonly (Clause & { everywhere: boolean })[] }

/** How many characters one search may compare: what takes more is decided against the caller. */
const MOST_WORK = 4_000_000

const patternsOf = (texts: readonly string[]): Patterns => {
  const different = new Set(texts)
  const globs = [...different].map(globOf)
  return { texts: different, globs, wild: globs.filter(({ exact }) => !exact) }
}

/** The name of a bucket or object as resources have it. */
export const withoutArn = (resource: string) => (resource.startsWith('arn:aws:s3:::') ? resource.slice(13) : resource)

const isAmong = (actions: readonly string[]) => {
  const { texts, wild } = patternsOf(actions)
  return (action: string) =>
    texts.has(action) ||
    (action === 's3:GetObject' && texts.has('s3:GetObjectVersion')) ||
    wild.some((glob) => matches(glob, action))
}

const clauseOf = (statement: Statement, known: Known): Clause[] => {
  const { Effect, Action, NotAction, Resource, NotResource, Condition } = statement
  const conditions = conditionsOf(Condition, Effect, known)
  const actions = Action ?? NotAction
  if (conditions === 'never' || !actions) return []
  const among = isAmong(actions)
  const resources = Resource ?? NotResource
  return [
    {
      effect: Effect,
      isAbout: Action ? among : (action) => !among(action),
      ignores: (action) => !resources || (Action !== undefined && !action.startsWith('s3:')),
      patterns: patternsOf((resources ?? []).map((text) => expand(withoutArn(text), known, Effect === 'Allow'))),
      side: Resource ? 'inside' : 'outside',
      conditions,
    },
  ]
}

const rulesOf = (clauses: readonly Clause[], effect: Statement['Effect'], action: string): Rules => {
  const about = clauses.filter((clause) => clause.effect === effect && clause.isAbout(action))
  const all = about.map((clause) => ({ ...clause, everywhere: clause.ignores(action) }))
  const free = all.filter(({ conditions }) => !conditions)
  const inside = free.filter(({ everywhere, side }) => !everywhere && side === 'inside').map(({ patterns }) => patterns)
  return {
    everywhere: free.some(({ everywhere }) => everywhere),
    inside: {
      texts: new Set(inside.flatMap(({ texts }) => [...texts])),
      globs: inside.flatMap(({ globs }) => globs),
      wild: inside.flatMap(({ wild }) => wild),
    },
    others: all.filter(({ conditions, everywhere, side }) => conditions || (!everywhere && side === 'outside')),
  }
}

const includes = ({ texts, wild }: Patterns, name: string) =>
  texts.has(name) || (name.endsWith('/') && texts.has(name.slice(0, -1))) || wild.some((glob) => matches(glob, name))

const apply = ({ everywhere, inside, others }: Rules, name: string, known: Known, scope: Scope) =>
  everywhere ||
  includes(inside, name) ||
  others.some(
    ({ everywhere, side, patterns, conditions }) =>
      (everywhere || includes(patterns, name) === (side === 'inside')) && (conditions?.(known, scope) ?? true),
  )

/** The patterns of all that is allowed, narrowed to the part that is searched; `whole` stands for all of that. */
function* regionsOf({ everywhere, inside, others }: Rules, whole: Glob, { known = {}, directly }: Search): Generator<Glob> {
  const start = whole.text.slice(0, -1)
  const isDeeper = ({ text }: Glob) => text.startsWith(start) && literal(text).includes('/', start.length)
  function* narrowed(globs: readonly Glob[]) {
    for (const glob of globs)
      if (overlaps(glob, whole) && !(directly && isDeeper(glob))) yield covers(glob, whole) ? whole : glob
  }
  if (everywhere) yield whole
  yield* narrowed(inside.globs)
  for (const { everywhere, side, patterns, conditions } of others) {
    if (!(conditions?.(known, 'open') ?? true)) continue
    if (everywhere || side === 'outside') yield whole
    else yield* narrowed(patterns.globs)
  }
}

/** Tells whether a Deny takes away all of a region, or there is no telling within the work that a search may make. */
const takenAway = ({ inside, others }: Rules, known: Known) => {
  const open = others.filter(({ conditions }) => conditions?.(known, 'open') ?? true)
  const parts = [inside, ...open.filter(({ side }) => side === 'inside').map(({ patterns }) => patterns)]
  const outside = open.filter(({ side }) => side === 'outside').map(({ patterns }) => patterns)
  const denied = new Set<string>()
  let left = MOST_WORK
  const isAffordable = (one: Glob, other: Glob) => {
    const begins = one.head.plain && !other.text.startsWith(one.head.text)
    left -= begins ? 8 : one.text.length + other.text.length + (one.text.length * other.text.length) / 32
    return left > 0
  }
  const isDenied = (region: Glob) =>
    parts.some(
      ({ texts, wild }) =>
        texts.has(region.text) || wild.some((glob) => !isAffordable(glob, region) || covers(glob, region)),
    ) || outside.some(({ globs }) => !globs.some((glob) => isAffordable(glob, region) && overlaps(glob, region)))
  return (region: Glob) => {
    if (!denied.has(region.text) && isDenied(region)) denied.add(region.text)
    return denied.has(region.text)
  }
}

const grantOf = ({ Resource = [], Condition = {} }: Statement, known: Known): Grant => ({
  places: Resource.map((text) => {
    const [bucket = '', ...key] = expand(withoutArn(text), known, true).split('/')
    return { bucket: globOf(bucket), beginning: literal(key.join('/')) }
  }),
  prefixes: Object.values(Condition)
    .flatMap((keys) => keys['s3:prefix'] ?? [])
    .map((value) => literal(expand(String(value), known, true))),
})

/** Makes policies ready for one caller, of whom this is known in every request. */
export const judge = (documents: readonly PolicyDocument[], known: Known = {}): Judge => {
  const statements = documents.flatMap(({ Statement }) => Statement)
  const clauses = statements.flatMap((statement) => clauseOf(statement, known))
  let granted: Grant[] | undefined
  const rules = new Map<string, { allow: Rules; deny: Rules }>()
  const about = (action: string) => {
    const before = rules.get(action)
    const made = before ?? { allow: rulesOf(clauses, 'Allow', action), deny: rulesOf(clauses, 'Deny', action) }
    if (!before) rules.set(action, made)
    return made
  }
  const nameOf = ({ bucket = '', key = '' }: Request) => `${bucket}/${key}`
  const isDenied = (request: Request) => apply(about(request.action).deny, nameOf(request), request.known ?? {}, 'asked')

  return {
    isDenied,
    isAllowed: (request) =>
      !isDenied(request) && apply(about(request.action).allow, nameOf(request), request.known ?? {}, 'asked'),
    mayAnywhere: (search) => {
      const { action, bucket, below = '', known: asked = {} } = search
      const { allow, deny } = about(action)
      if (bucket !== undefined && !isObjectAction(action))
        return apply(allow, `${bucket}/`, asked, 'open') && !apply(deny, `${bucket}/`, asked, 'open')
      if (deny.everywhere || deny.others.some(({ everywhere, conditions }) => everywhere && conditions?.(asked, 'open'))) return false
      const isTaken = takenAway(deny, asked)
      const whole = globOf(bucket === undefined ? '*' : `${bucket}/${below}*`)
      for (const region of regionsOf(allow, whole, search)) if (!isTaken(region)) return true
      return false
    },
    grants: () => (granted ??= statements.filter(({ Effect }) => Effect === 'Allow').map((statement) => grantOf(statement, known))),
  }
}
