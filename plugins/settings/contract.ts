import * as v from 'valibot'
import {
  searchQuery,
  del,
  searchResult,
  get,
  list,
  Lockout,
  limits,
  post,
  put,
  Setting,
  settingsGroups,
  TargetName,
  TestStep,
  text,
} from 'stowage'

const needed = ['admin:ConfigUpdate'] as const

export const pages = { '/settings': needed } as const
export type Page = keyof typeof pages

/** A setting as a form field, with the storage server's description. */
const Field = v.object({ ...Setting.entries, description: v.optional(v.string(), '') })

/**
 * A section of the configuration: title and fields from the plugin that owns it, the rest from the storage server.
 * Changes of a `dynamic` section need no restart.
 */
export const Section = v.object({
  key: v.string(),
  title: v.string(),
  group: v.picklist(settingsGroups),
  /** Noun for one of several targets. */
  targetLabel: v.optional(v.string()),
  description: v.string(),
  multipleTargets: v.boolean(),
  dynamic: v.boolean(),
  settings: v.array(Field),
  /** Whether the default target can be disabled. */
  canDisable: v.optional(v.boolean(), false),
  lockout: v.optional(Lockout),
  test: v.optional(v.object({ description: v.string(), acceptsCredentials: v.optional(v.boolean(), false) })),
  /** In lists, for sections that may have several targets: number of configured targets. */
  count: v.optional(v.number()),
  /** In lists: a saved change needs a restart, as far as the storage reports it. */
  restartPending: v.optional(v.boolean()),
  /** In lists: the server's environment sets every setting of the section. */
  locked: v.optional(v.boolean()),
})
export type Section = v.InferOutput<typeof Section>

/**
 * Settings of one target. Secrets are not among `values`: `secrets` names those that are set, `fromEnvironment` the
 * environment variables that set some.
 */
export const TargetSettings = v.object({
  target: v.string(),
  values: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  fromEnvironment: v.record(v.string(), v.string()),
  /** Saved values that need a restart to take effect, as far as the storage reports them; without secrets. */
  pendingValues: v.optional(v.record(v.string(), v.string()), {}),
  /** Records queued for a webhook, those dropped because the queue was full, and why delivery fails; if reported. */
  queue: v.optional(v.object({ queued: v.number(), dropped: v.number(), problem: v.optional(v.string()) })),
})
export type TargetSettings = v.InferInput<typeof TargetSettings>

/** A setting that differs; values of secrets are left out. */
export const Change = v.object({
  section: v.string(),
  title: v.string(),
  lockout: v.optional(Lockout),
  target: v.string(),
  key: v.string(),
  before: v.string(),
  after: v.string(),
  secret: v.boolean(),
})
export type Change = v.InferOutput<typeof Change>

/** A saved change or reset: a line for each target; secrets by name only. */
export const PastChange = v.object({
  id: v.string(),
  time: v.string(),
  account: v.optional(v.string()),
  kind: v.picklist(['saved', 'reset']),
  lines: v.array(
    v.object({
      section: v.string(),
      title: v.string(),
      lockout: v.optional(Lockout),
      target: v.string(),
      values: v.record(v.string(), v.string()),
      secrets: v.array(v.string()),
    }),
  ),
})
export type PastChange = v.InferOutput<typeof PastChange>

const SaveResult = v.object({ restart: v.optional(v.boolean(), false) })

const Settings = v.pipe(
  list(v.object({ key: text(64), value: text(4096) }), 64),
  v.minLength(1, 'Name at least one setting'),
)

/** A whole configuration as text, a line for each target. */
const ConfigText = v.object({ text: v.pipe(text(256 * 1024), v.metadata({ control: 'secret' })) })

/** The configuration of the storage server (spec/1 2.11, console-api 6). */
export const settings = {
  list: get('/api/v1/configs', {
    allow: needed,
    reply: v.object({ configurations: v.nullish(v.array(Section), []), total: v.optional(v.number(), 0) }),
  }),
  section: get('/api/v1/configs/:name', {
    allow: needed,
    reply: v.object({
      name: v.string(),
      /** Settings of the default target, in the form that clients of the former console read. */
      key_values: v.array(v.object({ key: v.string(), value: v.optional(v.string()) })),
      ...Section.entries,
      targets: v.array(TargetSettings),
    }),
  }),
  /** Call of the former console's forms: empty and unnamed settings remain unchanged. */
  put: put('/api/v1/configs/:name', {
    allow: needed,
    body: v.object({
      key_values: v.pipe(
        list(v.object({ key: text(64), value: v.optional(text(4096), '') }), 64),
        v.minLength(1, 'Name at least one setting'),
      ),
      arn_resource_id: v.optional(TargetName, '_'),
    }),
    reply: SaveResult,
  }),
  /**
   * The calls from here on are extensions for sections with several targets (`_` is the default one). Unnamed settings
   * remain unchanged, including secrets; empty ones are cleared.
   */
  save: put('/api/v1/configs/:name/:target', {
    allow: needed,
    snapshotCall: 'section',
    body: v.object({ key_values: Settings }),
    reply: SaveResult,
  }),
  /** Removes a named target, or resets the default one. */
  reset: del('/api/v1/configs/:name/:target', { allow: needed, snapshotCall: 'section', reply: SaveResult }),
  /** Tests a section from the console with values that may not be saved yet. Saves nothing. */
  test: post('/api/v1/config-tests/:name/:target', {
    effect: 'none',
    allow: needed,
    body: v.object({
      key_values: list(v.object({ key: text(64), value: text(4096) }), 64),
      /** User to sign in as, for sections that can test that. */
      user: v.optional(text(limits.name), ''),
      password: v.optional(text(limits.secret), ''),
    }),
    reply: v.object({ steps: v.array(TestStep) }),
  }),
  /** Saved changes, newest first. */
  history: get('/api/v1/config-history', { allow: needed, reply: v.object({ entries: v.array(PastChange) }) }),
  /** Saves the values of a history entry again. */
  restore: post('/api/v1/config-history/:id', { allow: needed, reply: SaveResult }),
  /** The whole configuration as text; secrets only if explicitly requested. `omittedSecrets` counts those left out. */
  export: get('/api/v1/config-export', {
    allow: needed,
    effect: 'discloses',
    query: v.object({ secrets: v.optional(v.picklist(['omitted', 'included']), 'omitted') }),
    reply: v.object({ text: v.string(), omittedSecrets: v.number() }),
  }),
  /** Changes that an import would make, and lines that this storage cannot import. */
  compare: post('/api/v1/config-import/changes', {
    allow: needed,
    effect: 'none',
    body: ConfigText,
    reply: v.object({ changes: v.array(Change), problems: v.array(v.string()) }),
  }),
  /** Saves the differences, target by target; settings that the text does not mention remain unchanged. */
  import: post('/api/v1/config-import', {
    allow: needed,
    body: ConfigText,
    reply: v.object({ savedChanges: v.number(), problems: v.array(v.string()), ...SaveResult.entries }),
  }),
  /** Finds sections, and settings of the default targets, by name, label or key. */
  find: get('/api/v1/find/settings', {
    allow: needed,
    query: searchQuery,
    reply: searchResult(v.object({ section: v.string(), title: v.string(), sectionTitle: v.optional(v.string()) })),
  }),
}

/** Whether a text can be the name of a section. */
export const isSection = (name: string) => /^[a-z_]{1,64}$/.test(name) && name.length <= limits.word
