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

/** A setting with its form, and what the storage server says about it. */
const Field = v.object({ ...Setting.entries, description: v.optional(v.string(), '') })

/**
 * A section of the configuration: title and fields from the plugin that owns it, the rest from the storage server.
 * Changes of a `live` section apply at once.
 */
export const Section = v.object({
  key: v.string(),
  title: v.string(),
  group: v.picklist(settingsGroups),
  noun: v.optional(v.string()),
  description: v.string(),
  several: v.boolean(),
  live: v.boolean(),
  settings: v.array(Field),
  /** Whether the default target can be switched off. */
  canBeOff: v.optional(v.boolean(), false),
  lockout: v.optional(Lockout),
  test: v.optional(v.object({ about: v.string(), asksUser: v.optional(v.boolean(), false) })),
  /** In a list, of a section that may have several: how many targets are set up. */
  count: v.optional(v.number()),
  /** In a list: something of it was saved and waits for a restart, as far as the storage tells. */
  waits: v.optional(v.boolean()),
  /** In a list: every setting of it is held by the server's environment. */
  locked: v.optional(v.boolean()),
})
export type Section = v.InferOutput<typeof Section>

/**
 * What is set at one target: no secret is among the values, `secrets` names those that are set, `held` the variables
 * that hold some.
 */
export const Held = v.object({
  target: v.string(),
  values: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  held: v.record(v.string(), v.string()),
  /** What was saved and counts only after a restart, as far as the storage tells; secrets are not among it. */
  waiting: v.optional(v.record(v.string(), v.string()), {}),
  /** How much waits for a webhook, and why it cannot be told, where the storage knows. */
  backlog: v.optional(v.object({ waiting: v.number(), lost: v.number(), problem: v.optional(v.string()) })),
})
export type Held = v.InferInput<typeof Held>

/** A setting that differs; of a secret neither value is told. */
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

/** What somebody has saved, or set to its defaults: a line for each target; secrets are named. */
export const Past = v.object({
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
export type Past = v.InferOutput<typeof Past>

const Saved = v.object({ restart: v.optional(v.boolean(), false) })

const Settings = v.pipe(
  list(v.object({ key: text(64), value: text(4096) }), 64),
  v.minLength(1, 'Name at least one setting'),
)

/** A whole configuration as a text, a line for each target. */
const Whole = v.object({ text: v.pipe(text(256 * 1024), v.metadata({ control: 'secret' })) })

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
      /** What is set at the default target, as the former console's clients read it. */
      key_values: v.array(v.object({ key: v.string(), value: v.optional(v.string()) })),
      ...Section.entries,
      targets: v.array(Held),
    }),
  }),
  /** What the former console's forms call: what is empty stays as it is, and so does what is not named. */
  put: put('/api/v1/configs/:name', {
    allow: needed,
    body: v.object({
      key_values: v.pipe(
        list(v.object({ key: text(64), value: v.optional(text(4096), '') }), 64),
        v.minLength(1, 'Name at least one setting'),
      ),
      arn_resource_id: v.optional(TargetName, '_'),
    }),
    reply: Saved,
  }),
  /**
   * Extensions from here on, since a section may have several targets (`_` is the default one). What is not named stays
   * as it is, secrets among it; what is empty is cleared.
   */
  save: put('/api/v1/configs/:name/:target', {
    allow: needed,
    snapshotCall: 'section',
    body: v.object({ key_values: Settings }),
    reply: Saved,
  }),
  /** Takes a named target away, and sets the default one to its defaults. */
  reset: del('/api/v1/configs/:name/:target', { allow: needed, snapshotCall: 'section', reply: Saved }),
  /** Tries what a section is about from the console, with settings that may not be saved yet. Nothing is kept. */
  test: post('/api/v1/config-tests/:name/:target', {
    effect: 'none',
    allow: needed,
    body: v.object({
      key_values: list(v.object({ key: text(64), value: text(4096) }), 64),
      /** Somebody to sign in as, where that can be tried. */
      user: v.optional(text(limits.name), ''),
      password: v.optional(text(limits.secret), ''),
    }),
    reply: v.object({ steps: v.array(TestStep) }),
  }),
  /** What was saved, the latest first. */
  history: get('/api/v1/config-history', { allow: needed, reply: v.object({ entries: v.array(Past) }) }),
  /** Saves again what an entry of the history holds. */
  restore: post('/api/v1/config-history/:id', { allow: needed, reply: Saved }),
  /**
   * The whole configuration as a text; secrets only where they are asked for in words. `left` counts those left out.
   */
  export: get('/api/v1/config-export', {
    allow: needed,
    effect: 'discloses',
    query: v.object({ secrets: v.optional(v.picklist(['left-out', 'included']), 'left-out') }),
    reply: v.object({ text: v.string(), left: v.number() }),
  }),
  /** What an import of a text would change, and what of it this storage cannot take. */
  compare: post('/api/v1/config-import/changes', {
    allow: needed,
    effect: 'none',
    body: Whole,
    reply: v.object({ changes: v.array(Change), problems: v.array(v.string()) }),
  }),
  /** Saves what differs, target by target; what is not in the text stays as it is. */
  import: post('/api/v1/config-import', {
    allow: needed,
    body: Whole,
    reply: v.object({ saved: v.number(), problems: v.array(v.string()), ...Saved.entries }),
  }),
  /** Sections, and settings of the default targets, whose name, label or key holds a text. */
  find: get('/api/v1/find/settings', {
    allow: needed,
    query: searchQuery,
    reply: searchResult(v.object({ section: v.string(), title: v.string(), of: v.optional(v.string()) })),
  }),
}

/** A section's name, as far as one can be. */
export const isSection = (name: string) => /^[a-z_]{1,64}$/.test(name) && name.length <= limits.word
