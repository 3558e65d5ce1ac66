import * as v from 'valibot'
import { del, get, put } from '../../core/contract.ts'
import { list, most, text } from '../../core/limits.ts'

const needed = ['admin:ConfigUpdate'] as const

export const pages = { '/settings': needed } as const
export type Page = keyof typeof pages

/** A setting as the storage server tells of it. */
export const Told = v.object({ key: v.string(), description: v.string(), type: v.string(), optional: v.boolean() })
export type Told = v.InferOutput<typeof Told>

/** A section of the configuration, and the settings by which a search finds it. */
export const Section = v.object({ key: v.string(), description: v.string(), several: v.boolean(), settings: v.array(Told) })
export type Section = v.InferOutput<typeof Section>

/** What is set at one target: no secret is among the values, `secrets` names those that are set, `held` the variables that hold some. */
export const Held = v.object({
  target: v.string(),
  values: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  held: v.record(v.string(), v.string()),
})
export type Held = v.InferOutput<typeof Held>

const Saved = v.object({ restart: v.optional(v.boolean(), false) })

/** The configuration of the storage server (spec/1 2.11, console-api 6). */
export const settings = {
  list: get('/api/v1/configs', { allow: needed, reply: v.object({ configurations: v.nullish(v.array(Section), []), total: v.optional(v.number(), 0) }) }),
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
  /**
   * Extensions from here on, since a section may have several targets (`_` is the default one). What is not named stays as it
   * is, secrets among it; what is empty is cleared.
   */
  save: put('/api/v1/configs/:name/:target', {
    allow: needed,
    body: v.object({
      key_values: v.pipe(list(v.object({ key: text(64), value: text(4096) }), 64), v.minLength(1, 'Name at least one setting')),
    }),
    reply: Saved,
  }),
  /** Takes a named target away, and sets the default one to its defaults. */
  reset: del('/api/v1/configs/:name/:target', { allow: needed, reply: Saved }),
}

/** A section's name, as far as one can be. */
export const isSection = (name: string) => /^[a-z_]{1,64}$/.test(name) && name.length <= most.word
